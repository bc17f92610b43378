package eval

import (
	"context"
	"strings"
	"testing"

	"grove/internal/fault"
)

func TestAliases(t *testing.T) {
	novel := Novel{ID: "n", Characters: []Character{
		{Aliases: []string{"a", "b", "c", "both"}}, {Aliases: []string{"d", "both"}},
	}}
	for _, c := range []struct {
		name      string
		said      [][]string
		seen      int
		pairs, b3 PRF
	}{
		// By hand: pairs ab, cd of ab, ac, bc. B-cubed: P 1, 1, 1/2, 1/2; R 2/3, 2/3, 1/3, 1.
		{"some", [][]string{{"a", "b"}, {"c", "d", "stranger"}}, 4, prf(1./2, 1./3), prf(3./4, 2./3)},
		{"right", [][]string{{"d"}, {"c", "b", "a"}}, 4, prf(1, 1), prf(1, 1)},
		{"nothing seen", nil, 0, prf(0, 0), prf(1, 2./4)},
		{"one unseen", [][]string{{"a", "b"}}, 2, prf(1, 1./3), prf(1, (2./3+2./3+1./3+1)/4)},
		{"all together", [][]string{{"a", "b", "c", "d"}}, 4, prf(3./6, 1), prf((3*3./4+1./4)/4, 1)},
		{"in two groups", [][]string{{"a", "b"}, {"a", "c"}, {"d"}}, 4, prf(1, 1./3), prf(1, (2./3+2./3+1./3+1)/4)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Aliases(context.Background(), []Novel{novel}, func(_ context.Context, _ Novel, names []string) ([][]string, error) {
				if strings.Join(names, "") != "abcd" {
					t.Errorf("asked about %v", names)
				}
				return c.said, nil
			})
			if err != nil || got.Pairwise != c.pairs || got.BCubed != c.b3 {
				t.Errorf("pairwise %v, want %v; b-cubed %v, want %v; %v", got.Pairwise, c.pairs, got.BCubed, c.b3, err)
			}
			if got.Names != 4 || got.Characters != 2 || got.Ambiguous != 1 || got.Seen != c.seen {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestReadNovels(t *testing.T) {
	dir := folder(t, map[string]string{
		"good.jsonl": `{"id":"n","text_file":"n.txt","characters":[{"name":"A","aliases":["A"]}]}`,
		"out.jsonl":  `{"id":"n","text_file":"../n.txt","characters":[{"name":"A","aliases":["A"]}]}`,
		"gone.jsonl": `{"id":"n","text_file":"gone.txt","characters":[{"name":"A","aliases":["A"]}]}`,
		"none.jsonl": `{"id":"n","text_file":"n.txt"}`,
		"n.txt":      "A sails.",
	})
	got, err := ReadNovels(dir + "/good.jsonl")
	if err != nil || len(got) != 1 || got[0].Text != "A sails." {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{"out", "gone", "none", "missing"} {
		if _, err := ReadNovels(dir + "/" + bad + ".jsonl"); !fault.Is(err, fault.Unreadable) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
