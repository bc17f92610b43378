package openai

import (
	"strings"
	"testing"
	"time"

	"grove/internal/config"
	"grove/internal/fault"
)

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Options)
		says   string // "" where New succeeds
	}{
		{"defaults", func(o *Options) { *o = Options{Model: "m"} }, ""},
		{"slash at the end", func(o *Options) { o.BaseURL = config.NewAddress(" http://localhost:1/v1/ ") }, ""},
		{"no model", func(o *Options) { o.Model = "" }, "no model is named"},
		{"no scheme", func(o *Options) { o.BaseURL = config.NewAddress("localhost:11434/v1") }, "http://"},
		{"other scheme", func(o *Options) { o.BaseURL = config.NewAddress("file:///etc/passwd") }, "http://"},
		{"no host", func(o *Options) { o.BaseURL = config.NewAddress("http:///v1") }, "no host"},
		{"query", func(o *Options) { o.BaseURL = config.NewAddress("http://a/v1?key=hidden") }, "neither ?"},
		{"password", func(o *Options) { o.BaseURL = config.NewAddress("ftp://u:hidden@a/v1") }, "http://"},
		{"unreadable", func(o *Options) { o.BaseURL = config.NewAddress("http://hidden\x7f/") }, "not an address"},
		{"key with a line end", func(o *Options) { o.APIKey = "hidden\n" }, "holds a space"},
		{"negative", func(o *Options) { o.RPM = -1 }, "negative"},
		{"JSON mode", func(o *Options) { o.JSONMode = "xml" }, "not a JSON mode"},
	} {
		o := Options{BaseURL: config.NewAddress("http://localhost:1/v1"), Model: "m"}
		c.change(&o)
		_, err := New(o)
		if c.says == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "hidden") || fault.Hint(err) == "" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestDefaults(t *testing.T) {
	o, err := Options{Model: "m", BaseURL: config.NewAddress("http://u:pass@h/v1/")}.complete()
	if err != nil || o.Concurrency != 8 || o.Timeout != 2*time.Minute || o.Retries != 5 || o.JSONMode != Auto ||
		o.BaseURL.Reveal() != "http://u:pass@h/v1" || o.BaseURL.String() != "http://h/v1" || o.Counter("12345") != 2 {
		t.Errorf("%+v, %v", o, err)
	}
	if o, _ := (Options{Model: "m", Retries: -1}).complete(); o.Retries != 0 {
		t.Errorf("no retries means %d", o.Retries)
	}
}
