package graph

import (
	"strings"
	"testing"

	"grove/internal/fault"
)

func TestCheckName(t *testing.T) {
	for name, valid := range map[string]bool{
		"COMMANDS": true, "Person": true, "指挥": true, "A_1": true, "_": true, "É": true,
		strings.Repeat("字", MaxNameLength):   true,
		strings.Repeat("字", MaxNameLength+1): false,
		"":                                   false, "A B": false, "A`B": false, "A'": false, "A\x00": false, "A\n": false, "A\xff": false, "A\ufffd": false, "A-B": false, "😀": false,
	} {
		if err := CheckName("relation", name); (err == nil) != valid || err != nil && !fault.Is(err, fault.Invalid) {
			t.Errorf("CheckName(%q) = %v, want valid = %t", name, err, valid)
		}
	}
}

func TestLongLookupsAreRefused(t *testing.T) {
	long := strings.Repeat("字", MaxLookupBytes/3+1)
	for name, b := range map[string]Bundle{
		"source":    {Document: Document{Source: long}},
		"source id": {Document: Document{SourceID: long}},
		"origin":    {Document: Document{Origin: long}},
		"norm":      {Chunks: []Chunk{{ID: "c"}}, Evidence: Evidence{Mentions: []Mention{{Chunk: "c", Norm: long}}}},
	} {
		if err := checkBundle(&b); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v, want Invalid", name, err)
		}
	}
	if err := checkLookup("source", long[3:]); err != nil {
		t.Errorf("the longest: %v", err)
	}
}
