package load

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"grove/internal/fault"
)

// TestStandardInput: it is read by the ending of its source, and has no origin.
func TestStandardInput(t *testing.T) {
	for _, c := range []struct{ source, collection, in, want string }{
		{"report.txt", "", "Ahab sails.", "report.txt|Ahab sails.|standard input"},
		{"report.md", "sea", "# Log\n\nAhab sails.", "sea/report.md|# Log\n\nAhab sails.|"},
		{"wiki.jsonl", "", `{"id":"a","text":"Ahab"}` + "\n" + `{"id":"b","text":"Pip"}`, "wiki.jsonl#a|Ahab|standard input#a;wiki.jsonl#b|Pip|standard input#b"},
		{"notes", "", "Ahab sails.", "notes|Ahab sails.|"},
		{"long.txt", "", strings.Repeat("ab ", inputBuffer), "long.txt|" + strings.Repeat("ab ", inputBuffer) + "|"},
		{"empty.txt", "", "", "standard input: the file is empty"},
		{"picture.txt", "", "\x89PNG\r\n\x1a\n\x00\x00", "standard input: the file is an image"},
	} {
		var got []string
		err := Walk(t.Context(), []string{StandardInput}, Options{Source: c.source, Collection: c.collection, Input: strings.NewReader(c.in)},
			func(r Record, err error) error {
				if err != nil {
					got = append(got, fault.Brief(err))
					return nil
				}
				got = append(got, r.Source+"|"+r.Text+"|"+r.Origin)
				return nil
			})
		if all := strings.Join(got, ";"); err != nil || !strings.HasPrefix(all, c.want) {
			t.Errorf("%s: %.100q, %v", c.source, all, err)
		}
	}
	for _, o := range []Options{{Input: strings.NewReader("x")}, {Source: "a.txt"}} {
		if err := Walk(t.Context(), []string{StandardInput}, o, nil); !fault.Is(err, fault.Invalid) || !strings.Contains(fault.Hint(err), "--source") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if err := Walk(t.Context(), []string{StandardInput, "b.txt"}, Options{Source: "a.txt", Input: strings.NewReader("x")}, nil); !fault.Is(err, fault.Invalid) {
		t.Errorf("beside a file: %v", err)
	}
}

// TestNobodyTypes: who waits for input that does not come can be ended.
func TestNobodyTypes(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	silent, typist := io.Pipe()
	defer typist.Close()
	cancel()
	err := Walk(ctx, []string{StandardInput}, Options{Source: "a.txt", Input: silent}, func(_ Record, err error) error { return err })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	waiting, stop := context.WithCancel(t.Context())
	r := &contextReader{ctx: waiting, from: silent}
	go stop()
	if n, err := r.Read(make([]byte, 9)); n != 0 || !errors.Is(err, context.Canceled) {
		t.Error(n, err)
	}
}
