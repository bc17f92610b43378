package openai

import (
	"net/http"
	"strings"
)

// refusal tells whether a status can mean that a parameter is not known.
func refusal(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusNotImplemented:
		return true
	}
	return false
}

// says tells whether the endpoint's words hold one of the phrases, which are
// lower case with spaces for underscores.
func (e *statusError) says(phrases ...string) bool {
	words := strings.ToLower(strings.NewReplacer("_", " ", "-", " ").Replace(e.code + " " + e.param + " " + e.message))
	for _, p := range phrases {
		if strings.Contains(words, p) {
			return true
		}
	}
	return false
}

// tooLong tells whether the call does not fit the model.
func (e *statusError) tooLong() bool {
	return e.status == http.StatusRequestEntityTooLarge ||
		e.says("context length", "context size", "context window", "maximum context", "prompt is too long", "too many tokens")
}

// filtered tells whether the model refused the content, or failed to keep to the form.
func (e *statusError) filtered() bool {
	return e.says("content filter", "content management policy", "content policy", "json validate failed")
}
