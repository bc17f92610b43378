package graph_test

import (
	"testing"

	"grove/internal/graph"
)

func FuzzParseName(f *testing.F) {
	document := graph.DocumentID("a.txt")
	for _, s := range []string{"holmes", "", ":", "a:b", string(document) + ":x", "x\x00\ny", "'`\"", "福尔摩斯"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, norm string) {
		for _, part := range []graph.ID{"", document} {
			name := graph.Name{Norm: norm, Part: part}
			got, err := graph.ParseName(name.Subject())
			if norm == "" {
				if err == nil {
					t.Errorf("%q is a name", name.Subject())
				}
				continue
			}
			if err != nil || got != name {
				t.Errorf("%q is read as %q, %v", name.Subject(), got, err)
			}
		}
		if name, err := graph.ParseName(norm); err == nil && name.Subject() != norm {
			t.Errorf("%q is read as %q", norm, name)
		}
	})
}

func TestNamesOfAnElement(t *testing.T) {
	for _, c := range []struct {
		norm, caption string
		aliases       []string
		full          string
		others        int
	}{
		{"pequod", "Pequod", []string{"Pequod", "The Pequod"}, "Pequod", 0},
		{"scardon", "Scardon", []string{"Paul Scardon", "Scardon"}, "Paul Scardon", 1},
		{"vfl", "VFL", []string{"VFL", "Victorian Football League"}, "Victorian Football League", 1},
		{"王明", "王明", []string{"王明", "王明先生"}, "王明先生", 1},
	} {
		e := graph.KeyElement{Norm: c.norm, Name: c.caption, Aliases: c.aliases}
		if got := e.FullName(); got != c.full {
			t.Errorf("%v: full name %q, want %q", c.aliases, got, c.full)
		}
		if got := len(e.OtherNorms()); got != c.others {
			t.Errorf("%v: %d other names, want %d", c.aliases, got, c.others)
		}
	}
}
