package curate

import (
	"context"
	"slices"

	"grove/ingest/identity"
	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/workspace"
)

// The embedder compares the pairs with the most similar spelling: leastPool of them, or
// poolFactor times the limit if that is more.
const (
	leastPool  = 200
	poolFactor = 4
)

// poolSize returns the number of pairs compared to find the limit likeliest ones.
func poolSize(limit int) int { return max(leastPool, poolFactor*limit) }

// Duplicates returns at most limit pairs of names that may denote one entity, the likeliest
// first: by spelling, and by the embedder's similarity of their summaries. An error of the
// embedder is an error of Duplicates.
func (c *Curator) Duplicates(ctx context.Context, limit int) ([]identity.Duplicate, error) {
	names, err := c.allNames(ctx)
	if err != nil {
		return nil, err
	}
	return c.likeliest(ctx, names.Duplicates(poolSize(limit)), limit)
}

// keptPairs is the most pairs of the list that DuplicatePage pages through.
const keptPairs = 1000

// DuplicatePage returns at most limit pairs of the keptPairs likeliest ones from an index on, and
// how many of these there are. The list is computed once per change of the graph.
func (c *Curator) DuplicatePage(ctx context.Context, from, limit int) (page []identity.Duplicate, total int, err error) {
	compute := func(ctx context.Context) ([]identity.Duplicate, error) { return c.Duplicates(ctx, keptPairs) }
	all, err := c.Kept.Get(ctx, c.Workspace.Store, compute)
	return all[min(from, len(all)):min(from+limit, len(all))], len(all), err
}

// allNames returns the names, joined by rules even if the settings disable that.
func (c *Curator) allNames(ctx context.Context) (*identity.Names, error) {
	r := c.Workspace.Resolver()
	r.Automatic = true
	return r.Names(ctx)
}

// likeliest compares the first pairs of a pool, and returns the limit likeliest.
func (c *Curator) likeliest(ctx context.Context, pool []identity.Duplicate, limit int) ([]identity.Duplicate, error) {
	pool = pool[:min(poolSize(limit), len(pool))]
	summaries, err := c.summaries(ctx, pool)
	if err != nil {
		return nil, err
	}
	if err := c.compare(ctx, pool, summaries); err != nil {
		return nil, err
	}
	identity.Rank(pool)
	return pool[:min(limit, len(pool))], nil
}

// compare sets the similarity of each pair of names that both have a summary.
func (c *Curator) compare(ctx context.Context, pairs []identity.Duplicate, summaries identity.Summaries) error {
	var texts []string
	compared := make([][2]string, len(pairs))
	for i, d := range pairs {
		if a, b := summaries.Texts(d); a != "" && b != "" {
			compared[i] = [2]string{a, b}
			texts = append(texts, a, b)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	texts = lists.Sorted(texts)
	embedder := c.Workspace.Vectors.Embedder
	if embedder == nil { // a workspace opened for reading has none
		var err error
		if embedder, err = workspace.Embedder(c.Workspace.Config); err != nil {
			return err
		}
	}
	rows, err := embedder.Embed(ctx, texts)
	if err != nil {
		return embedderFailed(err)
	}
	vectors := make(map[string]embed.Quantised, len(rows))
	for i, row := range rows {
		vectors[texts[i]] = embed.Quantise(row)
	}
	for i, s := range compared {
		pairs[i].Similarity = float64(vectors[s[0]].Likeness(vectors[s[1]])) / 1000
	}
	return nil
}

// embedderFailed adds a hint on the built-in embedder to an embedder's error.
func embedderFailed(err error) error {
	if fault.Is(err, fault.Canceled) {
		return err
	}
	hint := "the embedder compares the pairs; --embedder builtin needs no service"
	if h := fault.Hint(err); h != "" {
		hint = h + "; " + hint
	}
	return fault.From(fault.KindOf(err), "curate.Duplicates", "", err, hint)
}

// A summary has the first maxFacts facts about an entity in the order of documents. A query
// about several entities reads factsPerEntity rows for each.
const (
	maxFacts       = 12
	factsPerEntity = 32
)

// summaries returns the summaries of the names of pairs, from the graph.
func (c *Curator) summaries(ctx context.Context, pairs []identity.Duplicate) (identity.Summaries, error) {
	var candidates []identity.Candidate
	var ids []graph.ID
	for _, d := range pairs {
		candidates = append(candidates, d.A, d.B)
		ids = append(ids, d.A.Element, d.B.Element)
	}
	elements, facts := map[graph.ID]graph.KeyElement{}, map[graph.ID][]string{}
	for some := range slices.Chunk(lists.Sorted(ids), identity.NamesAtOnce) {
		found, err := c.Workspace.Store.Find(ctx, graph.FindQuery{IDs: some, Limit: len(some)})
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			elements[e.ID] = e
		}
		if err := c.facts(ctx, some, facts); err != nil {
			return nil, err
		}
	}
	out := identity.Summaries{}
	for _, k := range candidates {
		e := elements[k.Element]
		aliases := slices.DeleteFunc(slices.Clone(e.Aliases), func(s string) bool { return s == k.Name })
		out[k.Own] = identity.Summary{Name: k.Name, Type: k.Type, Description: e.Description, Aliases: aliases, Facts: facts[k.Element]}
	}
	return out, nil
}

// facts adds the first facts about each of some entities to into. If a query reaches its
// limit, it reads the two halves of the entities separately.
func (c *Curator) facts(ctx context.Context, entities []graph.ID, into map[graph.ID][]string) error {
	limit := min(factsPerEntity*len(entities), graph.MaxRows)
	if len(entities) == 1 {
		limit = maxFacts
	}
	rows, err := c.Workspace.Store.Facts(ctx, graph.FactsQuery{Elements: entities, Limit: limit})
	if err != nil {
		return err
	}
	if half := len(entities) / 2; half > 0 && len(rows) == limit {
		if err := c.facts(ctx, entities[:half], into); err != nil {
			return err
		}
		return c.facts(ctx, entities[half:], into)
	}
	read := map[graph.ID]int{}
	for _, f := range rows {
		if read[f.Element]++; read[f.Element] <= maxFacts && !slices.Contains(into[f.Element], f.Text) {
			into[f.Element] = append(into[f.Element], f.Text)
		}
	}
	return nil
}
