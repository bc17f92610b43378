package repair

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

// anything takes every object and array.
func anything(json.RawMessage) error { return nil }

func TestRead(t *testing.T) {
	facts := HasAll("facts")
	for name, c := range map[string]struct {
		reply  string
		accept func(json.RawMessage) error
		want   string
		rung   Rung
		cut    int
	}{
		"as is":                      {` {"facts": ["a"]} `, facts, `{"facts": ["a"]}`, AsIs, 0},
		"an array as is":             {`[["a","b"]]`, anything, `[["a","b"]]`, AsIs, 0},
		"byte order mark":            {"\uFEFF" + `{"facts":[]}`, facts, `{"facts":[]}`, AsIs, 0},
		"broken UTF-8":               {"{\"facts\":[\"\xff\"]}", facts, `{"facts":["` + "\uFFFD" + `"]}`, AsIs, 0},
		"escaped NUL is kept":        {`{"facts":["a\u0000b"]}`, facts, `{"facts":["a\u0000b"]}`, AsIs, 0},
		"lone surrogate":             {`{"facts":["\ud83d","\ud83d\ude00","\\ud83d","\ude00x"]}`, facts, `{"facts":["\ufffd","\ud83d\ude00","\\ud83d","\ufffdx"]}`, AsIs, 0},
		"the list around it":         {`[{"facts":["a"]}]`, facts, `{"facts":["a"]}`, AsIs, 0},
		"prose":                      {`Sure: {"facts":["a"]} as asked.`, facts, `{"facts":["a"]}`, CutOut, 0},
		"fence":                      {"```json\n{\"facts\":[\"a\"]}\n```", facts, `{"facts":["a"]}`, CutOut, 0},
		"reasoning with a draft":     {`<think>{"facts":["draft"]}</think> {"facts":["a"]}`, facts, `{"facts":["a"]}`, CutOut, 0},
		"all of it in the reasoning": {`<think>{"facts":["a"]}</think> That is all.`, facts, `{"facts":["a"]}`, CutOut, 0},
		"reasoning quoted":           {`Here: {"facts":["</think> {", "[1]"]} `, facts, `{"facts":["</think> {", "[1]"]}`, CutOut, 0},
		"end of reasoning in a text": {`Here: {"facts":["</think>"]} `, facts, `{"facts":["</think>"]}`, CutOut, 0},
		"the last of several":        {`{"facts":["draft"]} {"facts":["a"]}`, facts, `{"facts":["a"]}`, CutOut, 0},
		"the shape, then the answer": {`{"properties":{"facts":{"type":"array"}}} {"facts":["a"]} {"note":1}`, facts, `{"facts":["a"]}`, CutOut, 0},
		"braces in prose":            {`The set {x | x > 0} and [1]: {"facts":["{"]}. See {more} or {"x": y.`, facts, `{"facts":["{"]}`, CutOut, 0},
		"packed in a string":         {`"{\"facts\":[\"a\"]}"`, facts, `{"facts":["a"]}`, CutOut, 0},
		"an echo, then cut":          {`{"facts":["example"]} {"facts":["a","b`, facts, `{"facts":["a"]}`, Salvaged, 1},
		"an answer, then a bracket":  {`{"facts":["a"]} Reply with {"facts":[`, facts, `{"facts":["a"]}`, CutOut, 0},

		"trailing commas":           {`{"facts":["a",],}`, facts, `{"facts":["a"]}`, Repaired, 0},
		"missing comma":             {`{"facts":["a" "b"] "n":1}`, facts, `{"facts":["a","b"],"n":1}`, Repaired, 0},
		"single quotes":             {`{'facts': ['it\'s', 'b']}`, facts, `{"facts":["it's","b"]}`, Repaired, 0},
		"apostrophe":                {`{'facts': ['it's his', 'b']}`, facts, `{"facts":["it's his","b"]}`, Repaired, 0},
		"bare keys":                 {`{facts: ["a"], n: 1}`, facts, `{"facts":["a"],"n":1}`, Repaired, 0},
		"numbers as keys":           {`{1: "a", facts: {2: "b"}}`, facts, `{"1":"a","facts":{"2":"b"}}`, Repaired, 0},
		"an ellipsis for members":   {`{"facts":["a"], ...}`, facts, `{"facts":["a"]}`, Repaired, 0},
		"Python's constants":        {`{"facts":[None,True,"a"]}`, facts, `{"facts":[null,true,"a"]}`, Repaired, 0},
		"comments":                  {"{\"facts\":[\"a\", // first\n\"b\" /* } */]}", facts, `{"facts":["a","b"]}`, Repaired, 0},
		"ellipsis":                  {`{"facts":["a", ...]}`, facts, `{"facts":["a"]}`, Repaired, 0},
		"quotes in a text":          {`{"facts":["the "big" one","b"]}`, facts, `{"facts":["the \"big\" one","b"]}`, Repaired, 0},
		"quotes before a comma":     {`{"facts":["said "no", then left","b"]}`, facts, `{"facts":["said \"no\", then left","b"]}`, Repaired, 0},
		"one inch mark":             {`{"facts":["a 5" disk","b"]}`, facts, `{"facts":["a 5\" disk","b"]}`, Repaired, 0},
		"line break in a text":      {"{\"facts\":[\"a\nb\tc\x00\"]}", facts, `{"facts":["a\nb\tc\u0000"]}`, Repaired, 0},
		"Markdown's backslash":      {`{"facts":["part\_of"]}`, facts, `{"facts":["part_of"]}`, Repaired, 0},
		"a formula's backslash":     {`{"facts":["\alpha"]}`, facts, `{"facts":["\\alpha"]}`, Repaired, 0},
		"missing bracket":           {`{"facts":["a","b"}`, facts, `{"facts":["a","b"]}`, Repaired, 0},
		"one bracket too many":      {`{"facts":["a"]}}`, facts, `{"facts":["a"]}`, CutOut, 0},
		"full-width punctuation":    {`｛“facts”：［“他说：“好，走”。”，“乙”］｝`, facts, `{"facts":["他说：“好，走”。","乙"]}`, Repaired, 0},
		"full-width colon only":     {`{"facts"：["他：“好”，走", "b"]，"n"：1}`, facts, `{"facts":["他：“好”，走","b"],"n":1}`, Repaired, 0},
		"corner brackets":           {`{「facts」：[「甲」，『乙』]}`, facts, `{"facts":["甲","乙"]}`, Repaired, 0},
		"full-width inside a text":  {`{"facts": ["一，二：三「四」",]}`, facts, `{"facts":["一，二：三「四」"]}`, Repaired, 0},
		"wide spaces":               {"{\u3000\"facts\"\u00a0:\u3000[\"a\u3000b\"]}", facts, "{\"facts\":[\"a\u3000b\"]}", Repaired, 0},
		"a damaged one after whole": {`{"facts":["a"]} {"facts":["b",]}`, facts, `{"facts":["a"]}`, CutOut, 0},

		"cut in a text":            {`{"facts":["a","b`, facts, `{"facts":["a"]}`, Salvaged, 1},
		"cut between items":        {`{"facts":["a","b",`, facts, `{"facts":["a","b"]}`, Salvaged, 0},
		"cut in a number":          {`{"facts":[1,23`, facts, `{"facts":[1]}`, Salvaged, 1},
		"cut in an object":         {`{"facts":[{"t":"a"},{"t":"b","u`, facts, `{"facts":[{"t":"a"}]}`, Salvaged, 1},
		"cut in a member":          {`{"facts":["a"],"entities":`, facts, `{"facts":["a"]}`, Salvaged, 1},
		"cut in a nested list":     {`[["a","b"],["c"`, anything, `[["a","b"]]`, Salvaged, 1},
		"cut in a named group":     {`{"facts":{"A":{"t":1},"B":{"t":2`, facts, `{"facts":{"A":{"t":1}}}`, Salvaged, 1},
		"cut in a wrapped one":     {`{"answer":{"facts":["a","b`, HasAll("answer"), `{"answer":{"facts":["a"]}}`, Salvaged, 1},
		"cut in the list around":   {`[{"facts":["a","b`, facts, `{"facts":["a"]}`, Salvaged, 1},
		"cut inside a fence":       {"```json\n{\"facts\":[\"a\",\"b\n```", facts, `{"facts":["a"]}`, Salvaged, 1},
		"cut, with single quotes":  {`{'facts': ['a', 'b`, facts, `{"facts":["a"]}`, Salvaged, 1},
		"cut, with bare keys":      {`{facts: ["a"], more: ["b", "c`, facts, `{"facts":["a"],"more":["b"]}`, Salvaged, 1},
		"cut in a list, bare keys": {`[{facts: [{t: "a"}, {t: "b"}, {t: "c`, facts, `{"facts":[{"t":"a"},{"t":"b"}]}`, Salvaged, 1},
		"cut, asides before":       {`In [see {1] and {x | x: {"facts":["a","b`, facts, `{"facts":["a"]}`, Salvaged, 1},
		"cut in the reasoning":     {`<think> maybe {"facts":["a","b`, facts, `{"facts":["a"]}`, Salvaged, 1},
		"an item beyond repair":    {`{"facts":[{"t":"a"},{:::},{"t":"b"}]}`, facts, `{"facts":[{"t":"a"},{"t":"b"}]}`, Salvaged, 1},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Read(c.reply, c.accept)
			if err != nil {
				t.Fatal(err)
			}
			if string(got.JSON) != c.want || got.Rung != c.rung || got.Cut != c.cut {
				t.Errorf("got %s, %s, cut %d; want %s, %s, cut %d", got.JSON, got.Rung, got.Cut, c.want, c.rung, c.cut)
			}
			if truncated := strings.HasPrefix(name, "cut") || name == "an echo, then cut"; got.Truncated != truncated {
				t.Errorf("truncated is %v", got.Truncated)
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	refused := errors.New("refused")
	for name, reply := range map[string]string{
		"nothing": "", "prose": "There is nothing.", "a number": "12", "a text": `"facts"`,
		"other keys": `{"note":[]}`, "an array": `["facts"]`, "tuples": `("entity"<|>"A"<|>"person")##`,
		"nothing whole": `{"facts":[{"t":"a`, "a list and nothing whole": `[{"facts":[{"t`,
		"broken off at once": `{"fac`, "a draft, then too little": `<think>{"facts":["draft"]}</think>{"no`,
		"inside another": `{"properties":{"facts":{"type":"array"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := Read(reply, HasAll("facts")); err == nil {
				t.Errorf("read %s (%s)", got.JSON, got.Rung)
			}
		})
	}
	if _, err := Read(`{"facts":[]}`, func(json.RawMessage) error { return refused }); !errors.Is(err, refused) {
		t.Errorf("the error is %v, not the reason for the refusal", err)
	}
}

// TestReadIsBounded reads what is made to be slow or deep.
func TestReadIsBounded(t *testing.T) {
	const size = 10 << 20
	for name, unit := range map[string]string{
		"braces": "{", "brackets": "[", "objects in objects": `{"a":`, "lists in objects": `{"a":[`,
		"list in lists": `[1,`, "quotes": `"`, "open texts": `{"`, "single quotes": `'`, "commas": "[,", "bare": "{a ", "comments": "[/*",
		"line comments": "{//\n", "backslashes": `["\`, "quoted quotes": `["a" b `, "escapes": `["\ud83d`, "constants": "[None,",
		"full-width": "｛“a”：", "colons": "{:", "closed objects": "{a}", "spaces": "[\"a\" ", "reasoning": "</think>{",
	} {
		for _, reply := range []string{
			strings.Repeat(unit, size/len(unit)),
			`{"a":[` + strings.Repeat(unit, MaxReply/2/len(unit)),
		} {
			start := time.Now()
			_, err := Read(reply, HasAll("facts"))
			if took := time.Since(start); took > 20*time.Second { // what is quadratic takes minutes
				t.Errorf("%s, %d bytes: %v", name, len(reply), took)
			}
			if err == nil {
				t.Errorf("%s: read", name)
			}
		}
	}
}
