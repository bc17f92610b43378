package identity_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"grove/ingest/identity"
	"grove/internal/graph"
	"grove/internal/sqlite"
	"grove/internal/storetest"
	"grove/internal/text"
)

func open(t *testing.T, add ...graph.Bundle) *sqlite.Store {
	t.Helper()
	store := storetest.Open(t)
	if _, err := store.Apply(t.Context(), graph.Change{Add: add}); err != nil {
		t.Fatal(err)
	}
	return store
}

// said is a document that mentions names, "name/Type" each, and states a fact
// about all of them. After the type ">" begins another name that it gives, "<" one that is another's.
func said(source string, names ...string) graph.Bundle {
	p := storetest.Piece{Text: "About"}
	for _, n := range names {
		name, typ := n, ""
		if i := slices.Index([]byte(n), '/'); i >= 0 {
			name, typ = n[:i], n[i+1:]
		}
		typ, apart, _ := strings.Cut(typ, "<")
		typ, same, _ := strings.Cut(typ, ">")
		p.Text += " " + name + ","
		p.Mentions = append(p.Mentions, storetest.Named{Surface: name, Norm: text.Normalise(name), Type: typ, Same: same, Apart: apart})
	}
	about := make([]string, len(p.Mentions))
	for i, m := range p.Mentions {
		about[i] = m.Norm
	}
	p.Facts = []storetest.Said{{Text: p.Text, About: about}}
	p.Relations = []storetest.Link{{Head: about[0], Relation: "KNOWS", Tail: about[len(about)-1]}}
	p.Attributes = []storetest.Has{{Entity: about[0], Key: "k", Value: "v"}}
	return storetest.Bundle(source, "", p)
}

// elements are the names of each key element, as one line.
func elements(t *testing.T, store *sqlite.Store) []string {
	t.Helper()
	all, err := store.PageKeyElements(t.Context(), graph.PageQuery{Bare: true})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range all {
		out = append(out, fmt.Sprint(e.Aliases))
	}
	slices.Sort(out)
	return out
}

func settle(t *testing.T, r identity.Resolver) identity.Report {
	t.Helper()
	_, report, err := r.Settle(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func decide(t *testing.T, store *sqlite.Store, kind string, names ...graph.Name) graph.Decision {
	t.Helper()
	var subjects []string
	for _, n := range names {
		subjects = append(subjects, n.Subject())
	}
	d, err := store.PutDecision(t.Context(), kind, subjects, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSettle(t *testing.T) {
	watson, doctor := graph.Name{Norm: "watson"}, graph.Name{Norm: "doctor"}
	two := graph.DocumentID("two")
	for _, c := range []struct {
		name    string
		manual  bool
		said    []graph.Bundle
		decided func(*testing.T, *sqlite.Store)
		want    []string
	}{
		{"a family name joins the full one", false,
			[]graph.Bundle{said("one", "John Watson/Person", "Watson/Person", "London/Location")}, nil, []string{"[John Watson Watson]", "[London]"}},
		{"not where it stands alone", false,
			[]graph.Bundle{said("one", "John Watson/Person", "Watson/Person"), said("two", "Watson/Person")}, nil, []string{"[John Watson]", "[Watson]"}},
		{"what is not typed stays apart", false,
			[]graph.Bundle{said("one", "John Watson", "Watson"), said("two", "12 men", "12 Men")}, nil, []string{"[12 Men 12 men]", "[John Watson]", "[Watson]"}},
		{"tags are atomic", false,
			[]graph.Bundle{said("one", "[PERSON#27]/Person", "[PERSON#2]/Person", "[PERSON#27] Watson/Person")}, nil,
			[]string{"[[PERSON#27] Watson]", "[[PERSON#27]]", "[[PERSON#2]]"}},
		{"nothing automatic", true,
			[]graph.Bundle{said("one", "John Watson/Person", "Watson/Person")}, nil, []string{"[John Watson]", "[Watson]"}},
		{"nothing automatic but what people say", true,
			[]graph.Bundle{said("one", "John Watson/Person", "Watson/Person", "doctor", "Doctors")},
			func(t *testing.T, s *sqlite.Store) { decide(t, s, graph.MergeDecision, watson, doctor) },
			[]string{"[Doctors]", "[John Watson]", "[Watson doctor]"}},
		{"a person joins what has no type", false,
			[]graph.Bundle{said("one", "John Watson/Person", "Watson/Person", "doctor")},
			func(t *testing.T, s *sqlite.Store) { decide(t, s, graph.MergeDecision, watson, doctor) }, []string{"[John Watson Watson doctor]"}},
		{"a person splits", false,
			[]graph.Bundle{said("one", "John Watson/Person", "Watson/Person")},
			func(t *testing.T, s *sqlite.Store) { decide(t, s, graph.SplitDecision, watson) }, []string{"[John Watson]", "[Watson]"}},
		{"what one document means is split off", false,
			[]graph.Bundle{said("one", "Watson/Person"), said("two", "Watson/Person")},
			func(t *testing.T, s *sqlite.Store) {
				decide(t, s, graph.SplitDecision, graph.Name{Norm: "watson", Part: two})
			}, []string{"[Watson]", "[Watson]"}},
		{"and joined with another thing", false,
			[]graph.Bundle{said("one", "Watson/Person"), said("two", "Watson/Person", "IBM/Organization")},
			func(t *testing.T, s *sqlite.Store) {
				part := graph.Name{Norm: "watson", Part: two}
				decide(t, s, graph.SplitDecision, part)
				decide(t, s, graph.MergeDecision, part, graph.Name{Norm: "ibm"})
			}, []string{"[IBM Watson]", "[Watson]"}},
		{"and alone again", false,
			[]graph.Bundle{said("one", "Watson/Person"), said("two", "Watson/Person", "IBM/Organization")},
			func(t *testing.T, s *sqlite.Store) {
				part := graph.Name{Norm: "watson", Part: two}
				decide(t, s, graph.SplitDecision, part)
				decide(t, s, graph.MergeDecision, part, graph.Name{Norm: "ibm"})
				decide(t, s, graph.SplitDecision, part)
			}, []string{"[IBM]", "[Watson]", "[Watson]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := open(t, c.said...)
			if c.decided != nil {
				c.decided(t, store)
			}
			r := identity.Resolver{Store: store, Automatic: !c.manual}
			settle(t, r)
			if got := elements(t, store); !slices.Equal(got, c.want) {
				t.Error(cmp.Diff(c.want, got))
			}
			if again := settle(t, r); again.Restated+again.Left != 0 {
				t.Errorf("settled twice: %+v", again)
			}
		})
	}
}

// TestTakenBack merges what stands in one chunk and takes that back: without a
// journal the evidence can't tell which name a fact means, and is left as it is.
func TestTakenBack(t *testing.T) {
	b := said("one", "John Watson/Person", "doctor", "London/Location")
	store := open(t, b)
	before := dump(t, store)
	r := identity.Resolver{Store: store, Automatic: true}
	d := decide(t, store, graph.MergeDecision, graph.Name{Norm: "john watson"}, graph.Name{Norm: "doctor"})
	if report := settle(t, r); report.Restated != 1 || report.Merged != 1 {
		t.Errorf("merged: %+v", report)
	}
	merged := dump(t, store)
	if err := store.DropDecision(t.Context(), d.ID); err != nil {
		t.Fatal(err)
	}
	if report := settle(t, r); report.Left != 1 || report.Restated != 0 || dump(t, store) != merged {
		t.Errorf("without a journal: %+v", report)
	}
	r.Journalled = func(_ context.Context, chunks []graph.ID) (map[graph.ID]graph.Evidence, error) {
		return map[graph.ID]graph.Evidence{chunks[0]: b.Evidence}, nil
	}
	if report := settle(t, r); report.Left != 0 || report.Restated != 1 {
		t.Errorf("with the journal: %+v", report)
	}
	if got := dump(t, store); got != before {
		t.Error(cmp.Diff(before, got))
	}
}

func dump(t *testing.T, store *sqlite.Store) string {
	t.Helper()
	text, err := storetest.Dump(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// failing is a store that lets only so many writes through.
type failing struct {
	*sqlite.Store
	left int
}

var errKilled = errors.New("killed")

func (f *failing) Apply(ctx context.Context, c graph.Change) (graph.Applied, error) {
	if f.left--; f.left < 0 {
		return graph.Applied{}, errKilled
	}
	return f.Store.Apply(ctx, c)
}

// TestKilled ends the work after each of its writes: the next run goes on, and
// what it comes to is the same.
func TestKilled(t *testing.T) {
	var all []graph.Bundle
	for i := range 1100 { // of several batches
		all = append(all, said(fmt.Sprint(i), "John Watson/Person", "Watson/Person", fmt.Sprintf("Place %d/Location", i)))
	}
	whole := open(t, all...)
	report := settle(t, identity.Resolver{Store: whole, Automatic: true})
	if report.Restated != len(all) {
		t.Fatalf("restated: %+v", report)
	}
	store := open(t, all...)
	killed := &failing{Store: store, left: 1}
	if _, _, err := (identity.Resolver{Store: killed, Automatic: true}).Settle(t.Context()); !errors.Is(err, errKilled) {
		t.Fatalf("the work was not ended: %v", err)
	}
	rest := settle(t, identity.Resolver{Store: store, Automatic: true})
	if rest.Restated == 0 || rest.Restated >= report.Restated {
		t.Errorf("after the kill: %+v", rest)
	}
	if dump(t, store) != dump(t, whole) {
		t.Error("the kill shows")
	}
}
