package graphreader

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/search"
	"grove/internal/text"
	"grove/query"
)

// allAtMost is the largest number of key elements that are all offered if they fit one
// call [G].
const allAtMost = 600

// offlineStarts is the number of start nodes that the offline agent chooses [G].
const offlineStarts = 5

// shownStarts is the most key elements that are offered as start nodes [G].
const shownStarts = 60

// fewStarts is the number of start nodes that are offered whatever their relevance; leastShare is the least relevance of the others,
// as a share of the best; nearShare is the weight of mentions near to the question, beside that of the name [G].
const (
	fewStarts  = 20
	leastShare = 0.2
	nearShare  = 0.1
)

// node is a key element with the unique name under which it is offered; note says what it is.
type node struct {
	id         graph.ID
	name, note string
}

// line returns the node as prompts show it.
func (n node) line() string {
	if n.note == "" {
		return n.name
	}
	return n.name + " [" + n.note + "]"
}

// startNodes returns the nodes to start from: the best of those that the model names, ties
// by id, completed by the highest ranked.
func (r *run) startNodes(ctx context.Context, quota *quota) ([]node, error) {
	started := time.Now()
	nodes, total, err := r.candidates(ctx)
	if err != nil || len(nodes) == 0 {
		r.Trace.Add(query.Step{Action: "initial_nodes", Args: map[string]any{"offered": 0, "of": total}, Ms: query.Since(started)})
		return nil, err
	}
	if r.Without(partSelection) {
		chosen := drawn(nodes, r.Question.Text, r.Number(optionStarts))
		r.Trace.Add(startStep(chosen, map[string]any{"of": total, "candidates": len(nodes), "drawn": true}, started))
		return chosen, nil
	}
	if !r.Paper() {
		if nodes, err = r.withFacts(ctx, nodes); err != nil {
			return nil, err
		}
	}
	prompt := initialPrompt{question: r.Question, parsed: r.Parsed, plan: r.plan, reply: max(r.sizes.reply, 320), paper: r.Paper()}
	offers := batches(r.Session, lists.Map(nodes, node.line), query.Room(r.Session, prompt), maxBatches)
	scores := map[graph.ID]int{}
	offered := 0
	args := map[string]any{"of": total, "candidates": len(nodes)}
	for _, batch := range offers {
		if !quota.take(quota.starts) {
			break
		}
		prompt.nodes = nil
		for _, i := range batch {
			prompt.nodes = append(prompt.nodes, nodes[i])
		}
		named, used, err := query.AskWithin(ctx, r.Session, prompt, min(2, quota.left-quota.starts+2))
		quota.left -= used - 1
		if err != nil {
			if !query.Soft(err) {
				return nil, err
			}
			args["error"] = err.Error()
			continue
		}
		offered += len(batch)
		for _, s := range named {
			scores[nodes[batch[s.name]].id] = s.score
		}
	}
	args["offered"], args["named"] = offered, len(scores)
	chosen := best(nodes, scores, r.Number(optionStarts))
	// The ranking completes the nodes that the model names, as it is asked for more than are walked.
	for _, n := range nodes {
		if len(chosen) > 0 && !r.Paper() {
			break
		}
		if len(chosen) == min(r.Number(optionStarts), len(nodes)) {
			break
		}
		if !slices.Contains(chosen, n) {
			chosen = append(chosen, n)
		}
	}
	r.Trace.Add(startStep(chosen, args, started))
	return chosen, nil
}

// withFacts returns the first shownStarts nodes that have facts, with their types and numbers of
// facts; all nodes if none has.
func (r *run) withFacts(ctx context.Context, nodes []node) ([]node, error) {
	first := nodes[:min(len(nodes), 2*shownStarts)]
	facts := map[graph.ID]int{}
	if err := r.countFacts(ctx, first, facts); err != nil {
		return nil, err
	}
	var out []node
	for _, n := range first {
		if k := facts[n.id]; k > 0 && len(out) < shownStarts {
			n.note = strings.TrimPrefix(n.note+", "+text.Count(k, "fact"), ", ")
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return nodes, nil
	}
	return out, nil
}

// countFacts counts the facts of nodes, those of one node up to graph.MaxRows. What one read does not hold is read in halves, so
// that nodes with many facts hide none behind them.
func (r *run) countFacts(ctx context.Context, nodes []node, counts map[graph.ID]int) error {
	rows, err := r.Graph.Facts(ctx,
		graph.FactsQuery{Elements: lists.Map(nodes, func(n node) graph.ID { return n.id }), Limit: graph.MaxRows})
	if half := len(nodes) / 2; err == nil && half > 0 && len(rows) == graph.MaxRows {
		if err = r.countFacts(ctx, nodes[:half], counts); err == nil {
			err = r.countFacts(ctx, nodes[half:], counts)
		}
		return err
	}
	type pair struct{ element, fact graph.ID }
	for _, row := range lists.OnceBy(rows, func(row graph.FactRow) pair { return pair{row.Element, row.Fact} }) {
		counts[row.Element]++
	}
	return err
}

// startStep returns the trace step with the start nodes.
func startStep(chosen []node, args map[string]any, started time.Time) query.Step {
	args["starts"] = namesOf(chosen)
	return query.Step{Action: "initial_nodes", Args: args, Rows: len(chosen), Ms: query.Since(started),
		IDs: lists.Map(chosen, func(n node) string { return string(n.id) })}
}

// drawn returns up to n random nodes, the same for the same seed.
func drawn(nodes []node, seed string, n int) []node {
	h := fnv.New64a()
	h.Write([]byte(seed)) // never fails
	out := slices.Clone(nodes)
	rand.New(rand.NewPCG(h.Sum64(), 0)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(n, len(out))]
}

// best returns the n nodes with the highest scores, ties by id.
func best(nodes []node, scores map[graph.ID]int, n int) []node {
	chosen := lists.Filter(nodes, func(c node) bool { _, ok := scores[c.id]; return ok })
	slices.SortFunc(chosen, func(a, b node) int {
		return cmp.Or(cmp.Compare(scores[b.id], scores[a.id]), cmp.Compare(a.id, b.id))
	})
	return chosen[:min(n, len(chosen))]
}

// candidates returns the key elements to offer, most relevant first, and the number of all:
// all of them if they fit one call, else those that the question names and those that the
// best chunks mention.
func (r *run) candidates(ctx context.Context) ([]node, int, error) {
	counts, err := r.Graph.Counts(ctx)
	if err != nil {
		return nil, 0, err
	}
	if counts.KeyElements <= allAtMost {
		all, err := r.Graph.PageKeyElements(ctx, graph.PageQuery{Limit: allAtMost})
		if err != nil {
			return nil, 0, err
		}
		prompt := initialPrompt{question: r.Question, plan: r.plan, reply: max(r.sizes.reply, 320)}
		nodes := nodesOf(lists.Map(all, func(e graph.KeyElementPage) graph.KeyElement { return e.KeyElement }))
		if query.Fit(r.Session, namesOf(nodes), query.Room(r.Session, prompt)) == len(nodes) {
			return r.rank(nodes, nil), counts.KeyElements, nil
		}
	}
	norms := query.Grams(r.Question.Text)
	if !r.Paper() {
		ofPlan := query.Grams(wanted(r.plan))
		norms = append(norms, ofPlan[:min(len(ofPlan), graph.MaxIDs-len(norms))]...) // those of the question come first
		norms = lists.Sorted(norms)
	}
	named, err := r.Graph.Find(ctx, graph.FindQuery{Norms: norms, Limit: graph.MaxRows})
	if err != nil {
		return nil, 0, err
	}
	mentioned, near, err := r.mentioned(ctx)
	if err != nil {
		return nil, 0, err
	}
	return r.rank(nodesOf(append(named, mentioned...)), near), counts.KeyElements, nil
}

// mentioned returns the key elements of the chunks that match the question best, and how near to the question these mentions
// place each: the sum over its chunks of 1 for the best, 1/2 for the second, and so on.
func (r *run) mentioned(ctx context.Context) ([]graph.KeyElement, map[graph.ID]float64, error) {
	started := time.Now()
	hits, err := r.Index.BM25(ctx, search.Query{Text: r.Question.Text, K: startHits})
	if err != nil {
		return nil, nil, fault.Wrap(err, "graphreader.mentioned", "")
	}
	chunks := lists.Map(hits, func(h search.Hit) graph.ID { return h.Chunk })
	r.Trace.Add(query.Step{Action: "search", Args: map[string]any{"query": r.Question.Text, "method": query.BM25, "k": startHits},
		Rows: len(hits), IDs: query.IDs(chunks), Ms: query.Since(started)})
	if len(chunks) == 0 {
		return nil, nil, nil
	}
	rows, err := r.Graph.Mentions(ctx, graph.MentionsQuery{Chunks: chunks, Limit: graph.MaxRows})
	if err != nil {
		return nil, nil, err
	}
	near := map[graph.ID]float64{}
	for _, m := range rows {
		near[m.ID] += 1 / float64(1+slices.Index(chunks, m.Chunk))
	}
	return lists.Map(rows, func(m graph.MentionRow) graph.KeyElement { return m.KeyElement }), near, nil
}

// rank sorts nodes by relevance to question and plan, ties by id; except for the published method, mentions near to the question
// count too, and it leaves out the nodes far below the best, but for the first fewStarts.
func (r *run) rank(nodes []node, near map[graph.ID]float64) []node {
	slices.SortFunc(nodes, func(a, b node) int { return cmp.Compare(a.id, b.id) })
	scores := r.Kit.Relevance(r.Parsed, namesOf(nodes))
	if len(r.plan) > 0 {
		for i, s := range r.Kit.Rank(wanted(r.plan), namesOf(nodes)) {
			scores[i] += s / 2
		}
	}
	for i, n := range nodes {
		if !r.Paper() {
			scores[i] += nearShare * near[n.id]
		}
	}
	nodes, scores = query.ByScore(nodes, scores), query.ByScore(scores, scores)
	n := len(nodes)
	for !r.Paper() && n > fewStarts && scores[n-1] < leastShare*scores[0] {
		n--
	}
	return nodes[:n]
}

// nodesOf returns each element once, under a unique name: its full name, with the
// element's id if another element has the same.
func nodesOf(elements []graph.KeyElement) []node {
	taken := map[string]bool{}
	var out []node
	for _, e := range lists.OnceBy(elements, func(e graph.KeyElement) graph.ID { return e.ID }) {
		name := query.OneLine(llm.Defused(e.FullName())) // as prompts show it
		if name == "" || taken[name] {
			name = strings.TrimSpace(name + " (" + string(e.ID) + ")")
		}
		taken[name] = true
		out = append(out, node{id: e.ID, name: name, note: e.Type})
	}
	return out
}

func namesOf(nodes []node) []string { return lists.Map(nodes, func(n node) string { return n.name }) }

// initialPrompt asks for the key elements to start from.
type initialPrompt struct {
	question query.Question
	parsed   offline.Question
	plan     []string
	// nodes are the key elements offered, with distinct names.
	nodes []node
	reply int
	// paper keeps to the published instructions.
	paper bool
}

// start is a chosen key element, by its index among those offered.
type start struct {
	name  int
	score int
}

const initialInstructions = `You choose where to start a search through a graph of facts. ` +
	`Each node is a key element; the list offers them, one a line`

// The choices: the published method names at least ten and walks from the five best.
const (
	initialChoice = `, with type and number of facts. ` +
		`Choose as few as needed, at most 5: for each part of the plan that can be looked up, the node most likely to state it, ` +
		`and score each from 0 to 100 by how relevant it is. Copy each name exactly as it stands before the bracket. `
	initialChoicePaper = `. ` +
		`Choose at least 10 different ones (all, if there are fewer) from which the information in the plan is most likely to be reached, ` +
		`and score each from 0 to 100 by how relevant it is to the question. Copy each name exactly as it stands in the list. `
)

// Form returns the prompt's name, decoding settings and reply schema.
func (p initialPrompt) Form() llm.Form {
	name := "graphreader.initial/2"
	if p.paper {
		name = "graphreader.initial/1"
	}
	return llm.Form{Name: name, Limits: llm.Limits{Temperature: temperature, MaxTokens: p.reply},
		Schema: `{"type":"object","properties":{"nodes":{"type":"array","items":{"type":"object","properties":{` +
			`"name":{"type":"string"},"score":{"type":"integer"}},"required":["name","score"],"additionalProperties":false}}},` +
			`"required":["nodes"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p initialPrompt) Messages() []llm.Message {
	var b strings.Builder
	b.WriteString("Question: " + strings.TrimSpace(p.question.Text) + "\n")
	query.WriteSection(&b, "Plan", p.plan)
	lines, choice := lists.Map(p.nodes, node.line), initialChoice
	if p.paper {
		lines, choice = namesOf(p.nodes), initialChoicePaper
	}
	b.WriteString("\n" + llm.Fenced("key elements", strings.Join(lines, "\n")))
	return []llm.Message{llm.System(initialInstructions+choice, query.DataRule+query.JSONRule), llm.User(b.String())}
}

// Parse parses the choice. Unknown names are dropped; a duplicate counts once, with its
// highest score.
func (p initialPrompt) Parse(reply string) ([]start, error) {
	type form struct {
		Nodes []struct {
			Name  string            `json:"name"`
			Score query.LooseNumber `json:"score"`
		} `json:"nodes"`
	}
	r, err := query.ParseWhole[form](reply, "nodes")
	if err != nil {
		return nil, err
	}
	scores := map[int]int{}
	for _, n := range r.Nodes {
		if i := placeIn(p.nodes, n.Name); i >= 0 {
			scores[i] = max(scores[i], min(max(int(n.Score), 0), 100))
		}
	}
	if len(scores) == 0 {
		return nil, errors.New("none of the names is one of those offered")
	}
	var out []start
	for i := range p.nodes {
		if s, ok := scores[i]; ok {
			out = append(out, start{i, s})
		}
	}
	return out, nil
}

// Offline scores names by their relevance to the question.
func (p initialPrompt) Offline(kit *offline.Kit) []start {
	scores := kit.Relevance(p.parsed, namesOf(p.nodes))
	most := offlineStarts
	if p.paper {
		most = 2 * leastNamed
	}
	return lists.Map(query.Ranked(scores)[:min(len(scores), most)], func(i int) start { return start{i, int(math.Round(100 * scores[i]))} })
}
