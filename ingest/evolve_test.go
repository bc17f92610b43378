package ingest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"grove/ingest"
	"grove/internal/exchange"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/load"
	"grove/internal/sqlite"
	"grove/internal/storetest"
	"grove/internal/text"
	"grove/internal/verify"
	"grove/schema"
)

// plain understands sentences of three words, "Pa steers Sa.": a relation between
// two entities, whose types follow from their first letters; "Pa mood glad." is an
// attribute. It counts its calls.
type plain struct {
	mu    sync.Mutex
	calls int
}

func (*plain) Name() string { return "plain" }

func (m *plain) Complete(_ context.Context, r llm.Request) (llm.Reply, error) {
	m.mu.Lock()
	m.calls++
	m.mu.Unlock()
	body := r.Messages[1].Content
	body = strings.TrimSuffix(body[strings.Index(body, "<text>\n")+len("<text>\n"):], "\n</text>")
	types := map[byte]string{'P': "person", 'S': "ship", 'F': "film"}
	facts, entities, triples, attributes := []any{}, []any{}, []any{}, []any{}
	for _, sentence := range strings.SplitAfter(body, ".") {
		w := strings.Fields(strings.TrimSuffix(strings.TrimSpace(sentence), "."))
		if len(w) != 3 {
			continue
		}
		facts = append(facts, map[string]any{"text": strings.TrimSpace(sentence), "elements": w})
		for _, name := range []string{w[0], w[2]} {
			if typ := types[name[0]]; typ != "" {
				entities = append(entities, map[string]any{"name": name, "type": typ, "description": ""})
			}
		}
		if w[1] == "mood" {
			attributes = append(attributes, map[string]any{"entity": w[0], "key": "mood", "value": w[2]})
		} else {
			triples = append(triples, map[string]any{"head": w[0], "relation": w[1], "tail": w[2]})
		}
	}
	raw, err := json.Marshal(map[string]any{"facts": facts, "entities": entities, "triples": triples, "attributes": attributes})
	return llm.Reply{Text: string(raw)}, err
}

// evolving is a workspace with a small seed.
type evolving struct {
	store *sqlite.Store
	model *plain
	*ingest.Pipeline
}

func newEvolving(t *testing.T, mode schema.Evolution) *evolving {
	t.Helper()
	store := storetest.Open(t)
	counter, err := text.NewCounter()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := schema.Parse([]byte(`{"Nodes":["person"],"Relations":["knows"],"Attributes":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	m := &plain{}
	return &evolving{store, m, &ingest.Pipeline{Store: store, Index: noIndex{}, Counter: counter, Now: time.Now, Pack: 1, Schema: seed, Evolution: mode,
		Client: &llm.Client{Model: m, Kit: offline.New(), Counter: counter}}}
}

// job ingests and evolves.
func (e *evolving) job(t *testing.T, records ...load.Record) ingest.Evolution {
	t.Helper()
	e.Replace = true
	if _, err := e.Run(t.Context(), source(records...)); err != nil {
		t.Fatal(err)
	}
	return e.evolve(t)
}

func (e *evolving) evolve(t *testing.T) ingest.Evolution {
	t.Helper()
	out, err := e.Evolve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (e *evolving) remove(t *testing.T, sources ...string) {
	t.Helper()
	var change graph.Change
	for _, s := range sources {
		change.Remove = append(change.Remove, graph.DocumentID(s))
	}
	if _, err := e.store.Apply(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

func (e *evolving) export(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := exchange.JSONL(t.Context(), e.store, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// names are those that the schema has beside the seed.
func (e *evolving) names(t *testing.T) string {
	t.Helper()
	v, err := e.store.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.ParseStored([]byte(v.Body))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, n := range s.Names() {
		if n.By != "" {
			out = append(out, string(n.Part)+":"+n.Name+" "+string(n.By))
		}
	}
	if !v.Settled {
		t.Error("the schema is not settled")
	}
	return strings.Join(out, ", ")
}

func (e *evolving) triples(t *testing.T) int {
	t.Helper()
	c, err := e.store.Counts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c.Triples
}

// steering are documents that agree on what "steers" joins.
func steering(n int) []load.Record {
	var out []load.Record
	for i := range n {
		out = append(out, record(fmt.Sprint("d", i), fmt.Sprintf("P%d steers S%d. P%d knows P%d.", i, i, i, i+1)))
	}
	return out
}

func TestEvolutionAcceptsAndGoesBack(t *testing.T) {
	e := newEvolving(t, schema.Auto)
	two := e.job(t, steering(2)...)
	if e.names(t) != "" || two.Open != 2 || e.triples(t) != 2 {
		t.Errorf("two documents: %+v, names %q, %d triples", two, e.names(t), e.triples(t))
	}
	three := e.job(t, steering(3)...)
	if got, want := e.names(t), "relation:STEERS evolution, type:Ship evolution"; got != want {
		t.Errorf("three documents: names %q, want %q", got, want)
	}
	if len(three.Accepted) != 2 || three.Accepted[0].Support != 3 || three.Accepted[0].Documents != 3 || three.Accepted[0].Confidence != 1 ||
		three.Accepted[0].Signature != "Person>Ship" || three.Restated != 3 || three.Open != 0 || e.triples(t) != 6 {
		t.Errorf("three documents: %+v, %d triples", three, e.triples(t))
	}
	if e.model.calls != 3 {
		t.Errorf("%d calls for 3 chunks", e.model.calls)
	}
	if again := e.evolve(t); len(again.Accepted)+len(again.Dropped)+again.Restated != 0 {
		t.Errorf("nothing came, and yet: %+v", again)
	}
	e.remove(t, "d0")
	back := e.evolve(t)
	if len(back.Dropped) != 2 || e.names(t) != "" || e.triples(t) != 2 {
		t.Errorf("after a deletion: %+v, %d triples", back, e.triples(t))
	}
}

func TestEvolutionWaitsForDocumentsThatAgree(t *testing.T) {
	for _, c := range []struct{ name, texts, want string }{
		{"one document alone may decide", "Pa steers Sa. Pb steers Sb. Pc steers Sc.", ""}, // one chunk
		{"several meanings", "Pa steers Sa.|Pb steers Fb.|Pc steers Pd.|Pe steers Se.", ""},
		{"ends without a type", "Pa steers home.|Pb steers home.|Pc steers home.", ""},
		{"an attribute", "Pa mood glad.|Pb mood sad.|Pc mood glad.", "attribute:mood evolution"},
	} {
		e := newEvolving(t, schema.Auto)
		var records []load.Record
		for i, s := range strings.Split(c.texts, "|") {
			records = append(records, record(fmt.Sprint("d", i), s))
		}
		e.job(t, records...)
		if got := e.names(t); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A person's word stays, whatever evidence comes and goes.
func TestAPersonsWordStays(t *testing.T) {
	e := newEvolving(t, schema.Auto)
	say := func(kind, part, name string) graph.Decision {
		t.Helper()
		d, err := e.store.PutDecision(t.Context(), kind, []string{part, name}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	e.job(t, steering(3)...)
	rejected := say(schema.RejectKind, "relation", "STEERS")
	e.evolve(t)
	if got := e.names(t); got != "type:Ship evolution" || e.triples(t) != 3 {
		t.Errorf("rejected: %q, %d triples", got, e.triples(t))
	}
	say(schema.AcceptKind, "relation", "STEERS")
	e.evolve(t)
	e.remove(t, "d0", "d1")
	e.evolve(t)
	if got := e.names(t); got != "relation:STEERS person" || e.triples(t) != 2 {
		t.Errorf("accepted: %q, %d triples", got, e.triples(t))
	}
	decisions, err := e.store.Decisions(t.Context(), graph.DecisionsQuery{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range decisions {
		if err := e.store.DropDecision(t.Context(), d.ID); err != nil {
			t.Fatal(err)
		}
	}
	e.evolve(t)
	if got := e.names(t); got != "" || e.triples(t) != 1 || rejected.ID == "" {
		t.Errorf("taken back: %q, %d triples", got, e.triples(t))
	}
}

func TestEvolutionOffAndOn(t *testing.T) {
	off, propose := newEvolving(t, schema.Off), newEvolving(t, schema.Propose)
	off.job(t, steering(4)...)
	propose.job(t, steering(4)...)
	if c, err := off.store.Counts(t.Context()); err != nil || c.Proposals != 0 {
		t.Errorf("off keeps %d proposals, %v", c.Proposals, err)
	}
	if c, err := propose.store.Counts(t.Context()); err != nil || c.Proposals != 2 || propose.names(t) != "" {
		t.Errorf("propose keeps %d proposals, %v", c.Proposals, err)
	}
	auto := newEvolving(t, schema.Auto)
	auto.job(t, steering(4)...)
	for _, e := range []*evolving{off, propose} {
		e.Evolution = schema.Auto
		e.job(t)
		if got, want := e.export(t), auto.export(t); got != want {
			t.Errorf("turned to auto\n%s\nwant\n%s", got, want)
		}
		if e.model.calls != 4 {
			t.Errorf("%d calls for 4 chunks", e.model.calls)
		}
	}
	auto.Evolution = schema.Off
	auto.job(t)
	fresh := newEvolving(t, schema.Off)
	fresh.job(t, steering(4)...)
	if got, want := auto.export(t), fresh.export(t); got != want {
		t.Errorf("turned off\n%s\nwant\n%s", got, want)
	}
}

// randomText is a version of a document of the pool.
func randomText(random *rand.Rand) string {
	var out []string
	for range 1 + random.IntN(3) {
		head, tail := fmt.Sprint("P", random.IntN(4)), fmt.Sprint(string("PSF"[random.IntN(3)]), random.IntN(3))
		out = append(out, head+" "+[]string{"knows", "steers", "directs", "mood"}[random.IntN(4)]+" "+tail+".")
	}
	return strings.Join(out, " ")
}

// Whatever documents came and went, the export is that of a fresh ingest of what
// is left.
func TestHistoryOfEvolutionDoesNotShow(t *testing.T) {
	accepted := 0
	for seed := range uint64(6) {
		random := rand.New(rand.NewPCG(seed, 55))
		e := newEvolving(t, schema.Auto)
		there := map[string]string{}
		for range 6 {
			var records []load.Record
			for range 1 + random.IntN(6) {
				name := fmt.Sprint("d", random.IntN(14))
				if _, ok := there[name]; ok && random.IntN(3) == 0 {
					e.remove(t, name)
					delete(there, name)
					continue
				}
				if slices.ContainsFunc(records, func(r load.Record) bool { return r.Source == name }) {
					continue
				}
				there[name] = randomText(random)
				records = append(records, record(name, there[name]))
			}
			// A document that was removed after it was listed comes after all.
			for _, r := range records {
				there[r.Source] = r.Text
			}
			accepted += len(e.job(t, records...).Accepted)
		}
		fresh := newEvolving(t, schema.Auto)
		var rest []load.Record
		for _, name := range slices.Sorted(maps.Keys(there)) {
			rest = append(rest, record(name, there[name]))
		}
		fresh.job(t, rest...)
		if got, want := e.export(t), fresh.export(t); got != want {
			t.Fatalf("seed %d\n%s\nwant\n%s", seed, got, want)
		}
		checks, err := verify.Run(t.Context(), e.store, verify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range checks {
			if !c.OK {
				t.Errorf("seed %d: %+v", seed, c)
			}
		}
	}
	if accepted == 0 {
		t.Error("no sequence accepted anything")
	}
}

// dying is a store whose writes fail from the n-th on, as after a kill.
type dying struct {
	graph.Store
	left int
}

func (d *dying) write() error {
	if d.left--; d.left < 0 {
		return fault.New(fault.Unavailable, "dying", "", "killed", "")
	}
	return nil
}

func (d *dying) Apply(ctx context.Context, c graph.Change) (graph.Applied, error) {
	if err := d.write(); err != nil {
		return graph.Applied{}, err
	}
	return d.Store.Apply(ctx, c)
}

func (d *dying) PutSchema(ctx context.Context, body string) (graph.SchemaVersion, error) {
	if err := d.write(); err != nil {
		return graph.SchemaVersion{}, err
	}
	return d.Store.PutSchema(ctx, body)
}

func (d *dying) SettleSchema(ctx context.Context, version int) error {
	if err := d.write(); err != nil {
		return err
	}
	return d.Store.SettleSchema(ctx, version)
}

// Killed before any of its writes, a job that is run again ends as if it had not
// been, with other documents meanwhile or without.
func TestEvolutionSurvivesKills(t *testing.T) {
	records := steering(5)
	undisturbed := newEvolving(t, schema.Auto)
	undisturbed.job(t, records...)
	want := undisturbed.export(t)
	kills := 0
	for n := 0; ; n++ {
		e := newEvolving(t, schema.Auto)
		e.job(t, records[:2]...)
		e.Pipeline.Store = &dying{e.store, n}
		_, err := e.Run(t.Context(), source(records[2:]...))
		if err == nil {
			_, err = e.Evolve(t.Context())
		}
		if err == nil {
			break
		}
		kills++
		if !fault.Is(err, fault.Unavailable) {
			t.Fatal(err)
		}
		e.Pipeline.Store = e.store
		if n%2 == 0 {
			e.remove(t, "d0")
			e.evolve(t)
			e.job(t, records[0])
		}
		e.job(t, records...)
		if got := e.export(t); got != want {
			t.Fatalf("killed before write %d\n%s\nwant\n%s", n, got, want)
		}
	}
	if kills < 4 {
		t.Errorf("%d kills, want one before each write of documents, schema, chunks and settling", kills)
	}
}

// Another seed takes the place of the former without a call; asking anew asks
// each chunk once, under the seed as it is now.
func TestSetAndReextract(t *testing.T) {
	e := newEvolving(t, schema.Propose)
	e.job(t, steering(3)...)
	other, err := schema.Parse([]byte(`{"Nodes":["ship","person"],"Relations":["steers"],"Attributes":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.store.PutSchema(t.Context(), other.Body()); err != nil {
		t.Fatal(err)
	}
	e.Schema = nil
	out := e.evolve(t)
	if out.Restated != 3 || e.model.calls != 3 || e.triples(t) != 3 {
		t.Errorf("another seed: %+v, %d calls, %d triples", out, e.model.calls, e.triples(t))
	}
	fresh := newEvolving(t, schema.Propose)
	fresh.Schema = other
	fresh.job(t, steering(3)...)
	if got, want := e.export(t), fresh.export(t); got != want {
		t.Errorf("another seed\n%s\nwant\n%s", got, want)
	}
	for _, want := range []int{3, 0} { // calls
		before := e.export(t)
		estimate, err := e.EstimateReextract(t.Context())
		if err != nil || estimate.Calls != want || estimate.Chunks != 3 || estimate.Journalled != 3-want {
			t.Errorf("estimate %+v, %v; want %d calls", estimate, err, want)
		}
		if e.export(t) != before {
			t.Error("the estimate changed the graph")
		}
		report, err := e.Reextract(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		e.evolve(t)
		if e.model.calls != 6 {
			t.Errorf("asked anew: %d calls, want 6; %+v", e.model.calls, report)
		}
	}
}
