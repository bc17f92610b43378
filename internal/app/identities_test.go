package app

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/lookup"
)

// TestIdentitiesForgetHistory plays random additions, deletions, merges, splits
// and undone decisions. What is left is held to a fresh workspace with the same
// documents and decisions, which had the decisions first.
func TestIdentitiesForgetHistory(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			newLife(t, seed).play(t, 14)
		})
	}
}

// life is a workspace that lives through a random history of named people.
type life struct {
	random *rand.Rand
	app    *App
	folder string
	there  map[int]string // the file of each document
	log    []string
}

func newLife(t *testing.T, seed uint64) *life {
	return &life{random: rand.New(rand.NewPCG(seed, 221)), app: opened(t, settings(t, "lived")), folder: t.TempDir(), there: map[int]string{}}
}

func (l *life) play(t *testing.T, steps int) {
	l.add(t)
	l.add(t)
	for range steps {
		[]func(*testing.T){l.add, l.add, l.remove, l.merge, l.merge, l.split, l.part, l.apart, l.undo}[l.random.IntN(9)](t)
		if _, r, err := l.app.Resolver().Settle(t.Context()); err != nil || r.Restated+r.Left != 0 {
			t.Fatalf("%+v is left after %s: %v", r, strings.Join(l.log, "; "), err)
		}
	}
	for len(l.there) == 0 { // a workspace that never held a document has no schema
		l.add(t)
	}
	got, want := exportOf(t, l.app), exportOf(t, l.again(t))
	if got != want {
		t.Fatalf("%s\nshows in the export: %s", strings.Join(l.log, "\n"), cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
	checked, err := l.app.Verify(t.Context())
	if err != nil || !checked.OK {
		t.Errorf("after %s: %v %+v", strings.Join(l.log, "; "), err, checked)
	}
}

// again is a fresh workspace with what is left.
func (l *life) again(t *testing.T) *App {
	c := settings(t, "fresh")
	fresh := opened(t, c)
	decisions, err := l.app.Store.Decisions(t.Context(), graph.DecisionsQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range decisions {
		if _, err := fresh.Store.PutDecision(t.Context(), d.Kind, d.Subjects, d.At); err != nil {
			t.Fatal(err)
		}
	}
	files := slices.Sorted(maps.Values(l.there))
	l.random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	for _, f := range files {
		if _, err := fresh.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{f}}); err != nil {
			t.Fatal(err)
		}
	}
	return fresh
}

var people = []string{"Mary Watson", "John Watson", "Sherlock Holmes", "James Moriarty", "Irene Adler"}

func (l *life) add(t *testing.T) {
	number := l.random.IntN(7)
	if l.there[number] != "" {
		return
	}
	random := rand.New(rand.NewPCG(uint64(number), 3))
	one := func(list []string) string { return list[random.IntN(len(list))] }
	some := []string{one(people), one(people)}
	var text strings.Builder
	for range 2 + random.IntN(3) {
		full := one(some)
		short := full[strings.Index(full, " ")+1:]
		fmt.Fprintf(&text, "%s was born in %s. ", full, one([]string{"London", "Port Selwick, Devon", "Port Selwick"}))
		fmt.Fprintf(&text, "%s%s married %s. ", one([]string{"", "Dr. ", "Mr. "}), short, one(people))
	}
	l.there[number] = filepath.Join(l.folder, fmt.Sprint(number, ".txt"))
	write(t, l.there[number], text.String())
	l.log = append(l.log, fmt.Sprintf("add %d: %s", number, text.String()))
	if _, err := l.app.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{l.there[number]}}); err != nil {
		t.Fatal(err)
	}
}

func (l *life) remove(t *testing.T) {
	if len(l.there) == 0 {
		return
	}
	number := slices.Sorted(maps.Keys(l.there))[l.random.IntN(len(l.there))]
	l.log = append(l.log, fmt.Sprint("delete ", number))
	if _, err := l.app.Jobs().Delete(t.Context(), lookup.Selector{Sources: []string{filepath.Base(l.there[number])}}); err != nil {
		t.Fatal(err)
	}
	delete(l.there, number)
}

// entity is some entity of the workspace, or none.
func (l *life) entity(t *testing.T) (graph.KeyElement, bool) {
	t.Helper()
	all, err := l.app.Store.PageEntities(t.Context(), graph.PageQuery{})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		return graph.KeyElement{}, false
	}
	return all[l.random.IntN(len(all))], true
}

func (l *life) merge(t *testing.T) {
	a, _ := l.entity(t)
	b, ok := l.entity(t)
	if !ok || a.ID == b.ID {
		return
	}
	l.log = append(l.log, fmt.Sprintf("merge %v and %v", a.Aliases, b.Aliases))
	d, err := l.app.Curate().Merge(t.Context(), []string{string(a.ID), string(b.ID)})
	if err != nil || len(d.Entities) != 1 {
		t.Fatalf("merged %v and %v: %+v, %v", a.Aliases, b.Aliases, d, err)
	}
}

func (l *life) split(t *testing.T) {
	e, ok := l.entity(t)
	if !ok || len(e.OtherNorms()) == 0 {
		return
	}
	name := e.OtherNorms()[0]
	l.log = append(l.log, fmt.Sprintf("split %s off %v", name, e.Aliases))
	if _, err := l.app.Curate().Split(t.Context(), string(e.ID), []string{name}, ""); err != nil {
		t.Fatal(err)
	}
	now, err := l.app.Store.Find(t.Context(), graph.FindQuery{Norms: []string{name}})
	if err != nil || !slices.ContainsFunc(now, func(k graph.KeyElement) bool { return len(k.OtherNorms()) == 0 }) {
		t.Fatalf("%s was split off: %+v, %v", name, now, err)
	}
}

// apart keeps two entities apart.
func (l *life) apart(t *testing.T) {
	a, _ := l.entity(t)
	b, ok := l.entity(t)
	if !ok || a.ID == b.ID {
		return
	}
	l.log = append(l.log, fmt.Sprintf("keep %v and %v apart", a.Aliases, b.Aliases))
	if d, err := l.app.Curate().Distinct(t.Context(), string(a.ID), string(b.ID)); err != nil || len(d.Entities) != 2 {
		t.Fatalf("%v and %v apart: %+v, %v", a.Aliases, b.Aliases, d, err)
	}
}

// part splits off what one document means by an entity.
func (l *life) part(t *testing.T) {
	e, ok := l.entity(t)
	if !ok {
		return
	}
	v, err := l.app.Browse().Entity(t.Context(), string(e.ID), 100)
	if err != nil {
		t.Fatal(err)
	}
	from := v.Evidence[l.random.IntN(len(v.Evidence))].Document
	l.log = append(l.log, fmt.Sprintf("split %v in %s", e.Aliases, from.Source))
	if _, err := l.app.Curate().Split(t.Context(), string(e.ID), nil, string(from.ID)); err != nil {
		l.log = append(l.log, "which was refused") // no other document has the name
	}
}

func (l *life) undo(t *testing.T) {
	all, err := l.app.Curate().Decisions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		return
	}
	d := all[l.random.IntN(len(all))]
	l.log = append(l.log, fmt.Sprintf("undo %s %v", d.Kind, d.Names))
	if _, err := l.app.Curate().Undo(t.Context(), d.ID); err != nil {
		t.Fatal(err)
	}
}
