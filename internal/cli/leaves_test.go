package cli

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestLeaves(t *testing.T) {
	for given, want := range map[string][]string{
		``:     nil,
		`{}`:   nil,
		`null`: nil,
		`{"paths":["/a","/b"],"replace":false,"pack":0,"max_file":12}`:                     {"max file: 12", "paths: /a, /b"},
		`{"documents":{"new":3,"failed":0},"errors":[{"item":"x"},{"item":"y"}],"ms":1.5}`: {"documents new: 3", "errors: 2", "ms: 1.5"},
		`{"of":"` + "\\u001b[31m" + `red\nline","done":true}`:                              {"done: yes", "of: \ufffd[31mred line"},
		`{"read":0.83915319919611,"documents":2}`:                                          {"documents: 2", "read: 84 %"},
		`{"more":[{"source":"b.txt"},{"source":"c.txt"}],"source":"a.txt"}`:                {"more: b.txt, c.txt", "source: a.txt"},
		`"alone"`: {"alone"},
		`{cut`:    {"{cut"},
	} {
		if got := leaves(json.RawMessage(given)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", given, got, want)
		}
	}
}
