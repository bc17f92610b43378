package app

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grove/internal/config"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/lookup"
	"grove/internal/storetest/neo4jtest"
)

// TestTagsAreAtomic: a thousand people and places that are tags (on Neo4j, which takes longer, a hundred) are never cut, found for each other, made one or offered as
// duplicates, and each is of its type.
func TestTagsAreAtomic(t *testing.T) {
	people := 1000
	if testing.Short() {
		people = 100
	}
	t.Run("embedded", func(t *testing.T) { tagsAreAtomic(t, settings(t, "w"), people) })
	t.Run("neo4j", func(t *testing.T) {
		c := settings(t, neo4jtest.Workspace())
		c.Store = config.Neo4j
		uri, user, password := neo4jtest.Server(t)
		c.Neo4jURI, c.Neo4jUser, c.Neo4jPassword = config.NewAddress(uri), user, password
		t.Cleanup(func() { drop(t, c) })
		tagsAreAtomic(t, c, 100)
	})
}

// tagged is a text of one paragraph in which each person meets the next one in a place.
func tagged(people int) string {
	var b strings.Builder
	for i := range people {
		fmt.Fprintf(&b, "[PERSON#%d] met [PERSON#%d] in [LOCATION#%d]. ", i+1, (i+1)%people+1, i+1)
	}
	return b.String()
}

func tagsAreAtomic(t *testing.T, c config.Config, people int) {
	whole := regexp.MustCompile(`\[(PERSON|LOCATION)#\d+\]`)
	file := t.TempDir() + "/tags.txt"
	write(t, file, tagged(people))
	use(t, c, func(a *App) {
		if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{file}, Source: "tags", ChunkTokens: 40}); err != nil {
			t.Fatal(err)
		}
		var chunks []string
		for page, err := range graph.Pages(t.Context(), a.Store.PageChunks, graph.PageQuery{}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range page {
				chunks = append(chunks, c.Text)
				if rest := whole.ReplaceAllString(c.Text, ""); strings.ContainsAny(rest, "[]#0123456789") {
					t.Errorf("a tag is cut: %q", c.Text)
				}
			}
		}
		if len(chunks) < people/2 {
			t.Errorf("%d chunks", len(chunks))
		}
		entities := map[string]string{}
		for page, err := range graph.Pages(t.Context(), a.Store.PageKeyElements, graph.PageQuery{}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range page {
				if tag := whole.FindString(k.Name); tag != "" {
					if entities[tag] != "" || k.Name != tag || slices.ContainsFunc(k.Aliases, func(s string) bool { return s != tag }) {
						t.Errorf("%q is not an entity by itself: %q", k.Name, k.Aliases)
					}
					entities[tag] = k.Type
				}
			}
		}
		for i := range people {
			for kind, typ := range map[string]string{"PERSON": "Person", "LOCATION": "Location"} {
				tag := fmt.Sprintf("[%s#%d]", kind, i+1)
				if entities[tag] != typ {
					t.Errorf("%s is of type %q", tag, entities[tag])
				}
			}
		}
		if list, err := a.Curate().Duplicates(t.Context(), 100); err != nil || len(list) > 0 {
			t.Errorf("offered as duplicates: %+v, %v", list, err)
		}
		tagsAreFoundAlone(t, a, chunks)
	})
}

// tagsAreFoundAlone: a search for a tag finds exactly the chunks that have it, and a look-up its entity.
func tagsAreFoundAlone(t *testing.T, a *App, chunks []string) {
	for _, n := range []int{1, 2, 10, 99, 100} {
		tag := fmt.Sprintf("[PERSON#%d]", n)
		hits, err := a.Search(t.Context(), tag, "bm25", 20, graph.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		have := 0
		for _, c := range chunks {
			if strings.Contains(c, tag) {
				have++
			}
		}
		if have == 0 || len(hits) != have {
			t.Errorf("%s is found in %d of %d chunks", tag, len(hits), have)
		}
		for _, h := range hits {
			if !strings.Contains(h.Text, tag) {
				t.Errorf("%s finds %q", tag, h.Text)
			}
		}
		if e, err := lookup.Entity(t.Context(), a.Store, "test", tag); err != nil || e.Name != tag {
			t.Errorf("%s is looked up as %q, %v", tag, e.Name, err)
		}
	}
}
