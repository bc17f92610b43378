package openai

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
)

// picky is an endpoint that does not know some parameters; it remembers the
// formats it was asked for.
func picky(refuse func(llmtest.Request) *llmtest.Fault, formats *[]string) llmtest.Options {
	return llmtest.Options{Break: func(t llmtest.Try) *llmtest.Fault {
		*formats = append(*formats, t.Request.FormatType())
		return refuse(t.Request)
	}}
}

func TestManners(t *testing.T) {
	unknown := func(status int, message string, formats ...string) func(llmtest.Request) *llmtest.Fault {
		return func(r llmtest.Request) *llmtest.Fault {
			if slices.Contains(formats, r.FormatType()) {
				return llmtest.Status(status, "", message)
			}
			return nil
		}
	}
	for _, c := range []struct {
		name   string
		refuse func(llmtest.Request) *llmtest.Fault
		// want are the formats asked for in two calls.
		want string
	}{
		{"takes all", unknown(400, ""), "json_schema,json_schema"},
		{"no schema", unknown(400, "This model does not support response format `json_schema`", "json_schema"),
			"json_schema,json_object,json_object"},
		{"no format", unknown(422, "response_format: extra inputs are not permitted", "json_schema", "json_object"),
			"json_schema,json_object,,"},
		{"no such path", unknown(404, "response_format unsupported", "json_schema"), "json_schema,json_object,json_object"},
		{"not implemented", unknown(501, "not supported", "json_schema"), "json_schema,json_object,json_object"},
		{"says nothing", unknown(400, "bad request", "json_schema", "json_object"), "json_schema,json_object,,"},
		{"limit", func(r llmtest.Request) *llmtest.Fault {
			if r.MaxTokens > 0 || r.MaxCompletionTokens != 100 {
				return llmtest.Status(400, "unsupported_parameter", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
			}
			return nil
		}, "json_schema,json_schema,json_schema"},
		{"system", func(r llmtest.Request) *llmtest.Fault {
			if r.Messages[0].Role == "system" {
				return llmtest.Status(400, "", "System role not supported")
			}
			return nil
		}, "json_schema,json_schema,json_schema"},
		{"temperature and schema", func(r llmtest.Request) *llmtest.Fault {
			if r.Temperature != nil {
				return llmtest.Status(400, "unsupported_value", "'temperature' does not support 0 with this model")
			}
			return unknown(400, "json_schema?", "json_schema")(r)
		}, "json_schema,json_schema,json_object,json_object"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var formats []string
			cl, _ := client(t, picky(c.refuse, &formats), nil)
			for range 2 {
				if r, err := cl.Complete(t.Context(), structured("q")); err != nil || !strings.HasSuffix(r.Text, "q") {
					t.Fatal(r, err)
				}
			}
			if got := strings.Join(formats, ","); got != c.want {
				t.Errorf("asked %q, want %q", got, c.want)
			}
		})
	}
}

func TestRefusedRequestIsNoLesson(t *testing.T) {
	var formats []string
	cl, _ := client(t, picky(func(r llmtest.Request) *llmtest.Fault {
		if r.Last() == "bad" {
			return llmtest.Status(400, "", fmt.Sprint("refusal ", len(formats)))
		}
		return nil
	}, &formats), nil)
	if _, err := cl.Complete(t.Context(), structured("bad")); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "refusal 1") {
		t.Errorf("the first refusal is not the one reported: %v", err)
	}
	for _, text := range []string{"good", "bad"} {
		cl.Complete(t.Context(), structured(text)) // the formats tell what happened
	}
	if got, want := strings.Join(formats, ","), "json_schema,json_object,,json_schema,json_schema"; got != want {
		t.Errorf("asked %q, want %q", got, want)
	}
}

func TestOneSchemaIsNotTaken(t *testing.T) {
	var formats []string
	cl, _ := client(t, picky(func(r llmtest.Request) *llmtest.Fault {
		if r.Last() == "odd" && r.FormatType() == "json_schema" {
			return llmtest.Status(400, "", "json_schema: 'uniqueItems' is not supported")
		}
		return nil
	}, &formats), nil)
	for _, text := range []string{"good", "odd", "odd", "good"} {
		r := structured(text)
		r.Name = text + "/1"
		if _, err := cl.Complete(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := strings.Join(formats, ","), "json_schema,json_schema,json_object,json_object,json_schema"; got != want {
		t.Errorf("asked %q, want %q", got, want)
	}
}

func TestFoldSystem(t *testing.T) {
	for _, c := range []struct{ in, want []llm.Message }{
		{[]llm.Message{llm.System("a", ""), llm.System("b", ""), llm.User("c"), llm.User("d")}, []llm.Message{llm.User("a\n\nb\n\nc"), llm.User("d")}},
		{[]llm.Message{llm.User("a"), llm.System("b", "")}, []llm.Message{llm.User("a"), llm.User("b")}},
		{nil, nil},
	} {
		if got := mergeSystem(c.in); !slices.Equal(got, c.want) {
			t.Errorf("%v gives %v, want %v", c.in, got, c.want)
		}
	}
}

func TestFixedMode(t *testing.T) {
	for mode, want := range map[JSONMode]string{Schema: "json_schema", Object: "json_object", Off: ""} {
		var formats []string
		cl, _ := client(t, picky(func(llmtest.Request) *llmtest.Fault {
			return llmtest.Status(400, "", "response_format is not supported")
		}, &formats), func(o *Options) { o.JSONMode = mode })
		if _, err := cl.Complete(t.Context(), structured("q")); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", mode, err)
		}
		if len(formats) != 1 || formats[0] != want {
			t.Errorf("%s asked %q", mode, formats)
		}
	}
}

func TestReasoningModelByName(t *testing.T) {
	var got llmtest.Request
	cl, s := client(t, llmtest.Options{Reply: func(r llmtest.Request) llmtest.Reply {
		got = r
		return llmtest.Reply{Content: "ok"}
	}}, func(o *Options) { o.Model = "o3-mini" })
	if _, err := cl.Complete(t.Context(), request("q")); err != nil {
		t.Fatal(err)
	}
	if got.MaxCompletionTokens != 100 || got.MaxTokens != 0 || got.Temperature != nil || s.Stats().Requests != 1 {
		t.Errorf("sent %+v in %d requests", got, s.Stats().Requests)
	}
}
