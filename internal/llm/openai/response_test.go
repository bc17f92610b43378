package openai

import (
	"net/http"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func FuzzJudgeResponse(f *testing.F) {
	for _, body := range []string{"", "{}", "[]", "[null]", `{"error":[]}`, `{"error":{"message":[1],"code":{}}}`, `{"error":{"code":429}}`,
		`{"detail":"\u0000"}`, `{"choices":null,"data":[]}`, `{"choices":[],"usage":3}`, "<html>", "\xff", `{"message":"\u202e"}`} {
		f.Add(200, body)
		f.Add(400, body)
	}
	f.Fuzz(func(t *testing.T, status int, body string) {
		r := &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {body}, "Location": {body}, "Content-Type": {body}}}
		kept, err := (&web{key: testKey}).check(r, []byte(body))
		if (kept == nil) == (err == nil) {
			t.Fatalf("%q gives %q and %v", body, kept, err)
		}
		if err == nil {
			return
		}
		said := err.Error()
		if !utf8.ValidString(said) || strings.ContainsFunc(said, unicode.IsControl) || utf8.RuneCountInString(said) > 3*maxMessage {
			t.Errorf("%q gives the message %q", body, said)
		}
	})
}
