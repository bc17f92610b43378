package repair

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"facts":["a"]}`, "```json\n{'facts': ['a', None]}\n```", `{"facts":[{"a":1},{"b":`, `<think>{</think>[[1]]`,
		`｛“facts”：［「a」，『b』］｝`, `{"facts":["\ud83d\u0000\_\alpha"]}`, `[{"facts":["a "b" c"`, `"{\"facts\":[]}"`,
		`{a:b,//c` + "\n}", `[...,/*]*/"x" + "y"]`, "{\"\xff\":[1,2}", `[{:::},-]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		for _, accept := range []func(json.RawMessage) error{anything, HasAll("facts"), HasAny("facts", "a")} {
			got, err := Read(reply, accept)
			if err != nil {
				continue
			}
			if !json.Valid(got.JSON) || !utf8.Valid(got.JSON) {
				t.Fatalf("%q: not JSON: %q", reply, got.JSON)
			}
			if err := accept(got.JSON); err != nil {
				t.Fatalf("%q: %s was not accepted: %v", reply, got.JSON, err)
			}
			again, err := Read(string(got.JSON), accept)
			if err != nil || again.Rung != AsIs || !bytes.Equal(again.JSON, got.JSON) {
				t.Fatalf("%q: %s reads as %s (%s): %v", reply, got.JSON, again.JSON, again.Rung, err)
			}
		}
	})
}
