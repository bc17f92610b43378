package ingest_test

import (
	"slices"
	"strings"
	"testing"

	"grove/internal/load"
)

// A run that finds nothing says why, with counts; one that finds something says nothing.
func TestCauses(t *testing.T) {
	russian := "собака бежала по улице и громко лаяла, потому что она не любила кошку."
	for name, c := range map[string]struct {
		reply string // "" for the offline kit
		texts []string
		want  []string // in this order, the first words of each
	}{
		"something is found": {`{"facts":[{"text":"Ahab sails.","elements":["Ahab"]}],"entities":[{"name":"Ahab","type":"person","description":""}],"triples":[],"attributes":[]}`,
			[]string{"Ahab sails."}, nil},
		"nothing is said": {`{"facts":[],"entities":[],"triples":[],"attributes":[]}`, []string{"Ahab sails.", "Bildad counts."},
			[]string{"no entity and no fact was found in 2 documents (2 chunks)", "replies: nothing said about 2 chunks"}},
		"outside of the schema": {`{"facts":[{"text":"Ahab sails.","elements":["sails"]}],"entities":[{"name":"Ahab","type":"submarine","description":""}],"triples":[],"attributes":[]}`,
			[]string{"Ahab sails."}, []string{"no entity was found", "schema: 1 item of types"}},
		"not in the text": {`{"facts":[],"entities":[{"name":"Kapitän Bildad","type":"person","description":""}],"triples":[],"attributes":[]}`,
			[]string{"Ahab sails."}, []string{"no entity and no fact", "names: 1 name neither"}},
		"unreadable": {"I cannot do that.", []string{"Ahab sails."},
			[]string{"no entity and no fact", "replies: none for 1 chunk could be read"}},
		"no cause": {`{"facts":[{"text":"Ahab sails.","elements":["sails"]}],"entities":[],"triples":[],"attributes":[]}`,
			[]string{"Ahab sails."}, []string{"no entity was found in 1 document (1 chunk), and no cause is known"}},
		"no letters":       {"", []string{"--- *** ---"}, []string{"no entity and no fact", "texts: 1 document without"}},
		"another language": {"", []string{russian}, []string{"no ", "language: 1 document in"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			if c.reply == "" {
				b.Client.Model = nil
			} else {
				b.model.fail = func(string) error { return brokenReply(c.reply) }
			}
			var records []load.Record
			for i, body := range c.texts {
				records = append(records, record(string(rune('a'+i)), body))
			}
			got := b.run(t, records...).Causes
			for i, want := range c.want {
				if !slices.ContainsFunc(got[min(i, len(got)):], func(s string) bool { return strings.HasPrefix(s, want) }) {
					t.Errorf("causes %q, want one that begins with %q", got, want)
				}
			}
			if c.want == nil && got != nil {
				t.Errorf("causes %q", got)
			}
			if again := b.run(t, records...).Causes; again != nil {
				t.Errorf("nothing was written the second time, but %q", again)
			}
		})
	}
}
