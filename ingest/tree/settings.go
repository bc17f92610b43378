package tree

import (
	"cmp"
	"context"
	"strings"

	"grove/community"
	"grove/internal/config"
)

// Settings are how the communities of a workspace are made: one of community.Methods, and config.Eager, Lazy or
// Off. "" leaves either open.
type Settings struct{ Method, Summaries string }

// Defaults are the settings of a new workspace.
func Defaults() Settings { return Settings{community.Methods()[0], config.Eager} }

// Stored returns the settings of the stored communities: METHOD, or METHOD/SUMMARIES unless these are eager.
func Stored(ctx context.Context, store interface {
	TreeMethod(context.Context) (string, error)
}) (Settings, error) {
	stored, err := store.TreeMethod(ctx)
	method, summaries, _ := strings.Cut(stored, "/")
	return Settings{method, summaries}, err
}

// String returns the settings as they are stored.
func (s Settings) String() string {
	if s.Summaries == "" || s.Summaries == config.Eager {
		return s.Method
	}
	return s.Method + "/" + s.Summaries
}

// Or returns the settings with what they leave open from others.
func (s Settings) Or(others Settings) Settings {
	return Settings{cmp.Or(s.Method, others.Method), cmp.Or(s.Summaries, others.Summaries)}
}
