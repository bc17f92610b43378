package readagent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/embed"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
	"grove/query"
)

// lookUpPrompt shows the memory, and asks which pages to look up: several at once, or the next one.
type lookUpPrompt struct {
	question string
	parsed   offline.Question
	memory   []*entry
	// most is the number of pages that may still be looked up; single asks for one of them.
	most   int
	single bool
	// merged is true if an entry stands for several pages; web, if the text is a web page.
	merged, web bool
}

// lookUpReply is the choice of a model.
type lookUpReply struct {
	thought string
	// numbers are those of entries not shown in full, the most important first; empty to stop.
	numbers []int
}

// lookUpTokens bounds the reply.
const lookUpTokens = 256

const lookUpInstructions = `You answer a question about a long text. You see its pages in their order, each with its number; ` +
	`"shortened" pages tell in brief what the page tells, pages "in full" are the text itself. ` +
	`Before you answer, you can look up shortened pages in full. ` +
	`Say in "thought", in a sentence, what the question needs that you do not see yet. `

const webInstructions = `You carry out a task on a web page, one action at a time. You see its parts in their order, each with its number; ` +
	`"shortened" parts tell in brief what is there, parts "in full" are HTML. The element that comes next for the task has to be found: ` +
	`look up the parts, here called pages, in which it may be. Say in "thought", in a sentence, what has to be done next. `

const severalRule = `List in "pages" the numbers of the pages to look up, the most important first: as few as needed, at most %d; ` +
	`none, if what you see is enough or no page is likely to tell more. `

const singleRule = `Give in "page" the number of the one page to look up next, or 0 to stop: ` +
	`if what you see is enough, or no page is likely to tell more. You can look up %s more. `

const mergedRule = `Where several pages are "shortened together" they have one number; ` +
	`looking it up shows each of them shortened, to choose from. `

// Form returns the prompt's name, decoding settings and reply schema.
func (p lookUpPrompt) Form() llm.Form {
	name, field := "readagent.pages/1", `"pages":{"type":"array","items":{"type":"integer"}}},"required":["thought","pages"]`
	if p.single {
		name, field = "readagent.next_page/1", `"page":{"type":"integer"}},"required":["thought","page"]`
	}
	switch {
	case p.web && p.single:
		name = "readagent.next_web_page/1"
	case p.web:
		name = "readagent.web_pages/1"
	}
	return llm.Form{Name: name, Limits: llm.Limits{MaxTokens: lookUpTokens},
		Schema: `{"type":"object","properties":{"thought":{"type":"string"},` + field + `,"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p lookUpPrompt) Messages() []llm.Message {
	instructions, noun := lookUpInstructions, "Question"
	if p.web {
		instructions, noun = webInstructions, "Task"
	}
	rules := fmt.Sprintf(severalRule, p.most)
	if p.single {
		rules = fmt.Sprintf(singleRule, text.Count(p.most, "page"))
	}
	if p.merged {
		rules += mergedRule
	}
	return []llm.Message{llm.System(instructions, rules+query.Rules(lookUpTokens)),
		llm.User(noun + ": " + strings.TrimSpace(p.question) + "\n" + llm.Fenced("pages", strings.Join(lines(p.memory), "\n")))}
}

// Parse parses the choice. Of several pages, those that are unknown, repeated or in full are dropped, unless all are.
func (p lookUpPrompt) Parse(reply string) (lookUpReply, error) {
	r, err := query.ParseObject[struct {
		Thought query.LooseText     `json:"thought"`
		Pages   []query.LooseNumber `json:"pages"`
		Page    *query.LooseNumber  `json:"page"`
	}](reply, "pages", "page")
	if err != nil {
		return lookUpReply{}, err
	}
	out := lookUpReply{thought: query.OneLine(string(r.Thought))}
	if r.Page != nil && *r.Page != 0 {
		r.Pages = append(r.Pages, *r.Page)
	}
	var refused error
	for _, n := range r.Pages {
		e := find(p.memory, int(n))
		switch {
		case e == nil:
			refused = fmt.Errorf("there is no page %d", n)
		case e.whole:
			refused = fmt.Errorf("page %d is shown in full already", n)
		case !slices.Contains(out.numbers, int(n)) && len(out.numbers) < p.most:
			out.numbers = append(out.numbers, int(n))
		}
	}
	if len(out.numbers) == 0 && refused != nil {
		return lookUpReply{}, refused
	}
	if p.single && len(r.Pages) == 0 && r.Page == nil {
		return lookUpReply{}, errors.New("no page is named; 0 stops")
	}
	if p.single {
		out.numbers = out.numbers[:min(len(out.numbers), 1)]
	}
	return out, nil
}

// Offline chooses the entries nearest to the question. One page at a time, it stops once the pages in full surely
// answer it.
func (p lookUpPrompt) Offline(kit *offline.Kit) (out lookUpReply) {
	var texts []string
	var numbers []int
	var full []offline.Passage
	for _, e := range p.memory {
		if e.whole {
			full = append(full, offline.Passage{Title: e.page.title, Text: e.page.text})
			continue
		}
		texts, numbers = append(texts, e.gist), append(numbers, e.evidence().Number)
	}
	if p.single && len(full) > 0 && kit.Answer(p.parsed, full).Sure {
		return out
	}
	most := p.most
	if p.single {
		most = 1
	}
	scores := kit.Rank(p.question, texts)
	for at, i := range query.Ranked(scores)[:min(most, len(texts))] {
		if at == 0 || scores[i] > 0 {
			out.numbers = append(out.numbers, numbers[i])
		}
	}
	return out
}

// find returns the entry of a number, nil if there is none.
func find(memory []*entry, number int) *entry {
	if i := slices.IndexFunc(memory, func(e *entry) bool { return e.evidence().Number == number }); i >= 0 {
		return memory[i]
	}
	return nil
}

// maxLevels bounds the requests of one look-up in merged pages [G].
const maxLevels = 8

// lookUpAtOnce looks up the pages that the model asks for in one request. If it asks for pages that
// were merged, these are shown apart, and it is asked once more [G].
func (r *run) lookUpAtOnce(ctx context.Context) error {
	for range maxLevels {
		numbers, err := r.ask(ctx, false)
		if err != nil || len(numbers) == 0 {
			return err
		}
		opened := false
		for _, n := range numbers {
			e := find(r.memory, n)
			if e == nil { // it was merged to make room
				r.Trace.Add(query.Step{Action: "page_left", Args: map[string]any{"reason": "it does not fit the window"}})
				continue
			}
			opened = r.show(e) && e.members != nil || opened
		}
		if !opened {
			return nil
		}
	}
	return nil
}

// lookUpEach looks up one page after the other until the model stops, none is left or the next does not fit.
func (r *run) lookUpEach(ctx context.Context) error {
	for range r.Number(optionLookUps) * maxLevels {
		numbers, err := r.ask(ctx, true)
		if err != nil || len(numbers) == 0 || !r.show(find(r.memory, numbers[0])) {
			return err
		}
	}
	return nil
}

// ask asks for pages; none after an unusable reply, or if none can be looked up.
func (r *run) ask(ctx context.Context, single bool) ([]int, error) {
	p := lookUpPrompt{question: r.Question.Text, parsed: r.Parsed, memory: r.memory, single: single,
		most:   r.Number(optionLookUps) - r.lookUps,
		web:    r.Question.Page != "",
		merged: slices.ContainsFunc(r.memory, func(e *entry) bool { return e.members != nil })}
	if p.most <= 0 || !slices.ContainsFunc(r.memory, func(e *entry) bool { return !e.whole }) {
		return nil, nil
	}
	started := time.Now()
	calls := 2 // an unusable reply may be corrected once
	if most := r.Options.MaxCalls; most > 0 {
		calls = min(calls, most-r.Session.Usage().Calls-1)
	}
	var reply lookUpReply
	var err error
	if calls > 0 {
		reply, _, err = query.AskWithin(ctx, r.Session, p, calls)
	}
	switch {
	case ctx.Err() != nil:
		return nil, fault.Wrap(ctx.Err(), "readagent.ask", "")
	case calls <= 0 || fault.Is(err, fault.LimitReached):
		r.EndedBy(llm.LimitCalls, "no call was left to choose pages")
		reply = p.Offline(r.Kit) // as the answer is read without a model, too
	case err != nil && !query.Soft(err):
		return nil, err
	case err != nil:
		r.Trace.Add(query.Step{Action: "look_up_failed", Args: map[string]any{"error": fault.Brief(err)}, Ms: query.Since(started)})
		r.EndedBy("", fault.Brief(err))
		return nil, nil
	}
	named := lists.Map(reply.numbers, func(n int) string { return find(r.memory, n).span() })
	r.Trace.Add(query.Step{Action: "look_up", Rows: len(named), Ms: query.Since(started),
		Args: map[string]any{"pages": named, "thought": reply.thought}})
	return reply.numbers, nil
}

// show replaces the gist of an entry by the page, or by the gists of its members; it returns false if that does not fit. A memory
// that had to be merged is merged further around the entry, if need be, to make room [G].
func (r *run) show(e *entry) bool {
	instead := e.members
	if instead == nil {
		instead = []*entry{{page: e.page, gist: e.gist, whole: true}}
	}
	shown := func(memory []*entry) []*entry {
		at := slices.Index(memory, e)
		return slices.Concat(memory[:at], instead, memory[at+1:])
	}
	memory := shown(r.memory)
	if r.merged > 0 && r.cost(memory...) > r.room() {
		memory = shown(r.condensed(e))
	}
	if r.cost(memory...) > r.room() {
		r.Trace.Add(query.Step{Action: "page_left", Args: map[string]any{"pages": e.span(), "reason": "it does not fit the window"}})
		return false
	}
	r.memory = memory
	step := query.Step{Action: "page", Rows: len(instead), Args: map[string]any{"pages": e.span()}}
	if e.members == nil {
		r.lookUps++
		step.IDs = lists.Map(chunks(e.pages()), func(c graph.ChunkRow) string { return string(c.ID) })
	}
	r.Trace.Add(step)
	return true
}

// condensedTokens bounds the gist of entries that are merged to make room [G].
const condensedTokens = 64

// condensed returns the memory with all neighbours that are shortened, but for one entry, merged.
func (r *run) condensed(kept *entry) (out []*entry) {
	var run []*entry
	merge := func() {
		if len(run) > 1 {
			r.merged++
			all := strings.Join(lists.Map(run, r.joined), "\n\n")
			e := &entry{members: run, number: len(r.pages) + r.merged, gist: r.bounded(gist.Extract(all), condensedTokens)}
			r.Trace.Add(query.Step{Action: "merge", Rows: len(run), Args: map[string]any{"pages": e.span(), "gist": e.gist}})
			run = []*entry{e}
		}
		out, run = append(out, run...), nil
	}
	for _, e := range r.memory {
		if e != kept && !e.whole {
			run = append(run, e)
			continue
		}
		merge()
		out = append(out, e)
	}
	merge()
	return out
}

// longPage is the number of words above which a page is compared by its gist, as published for embedders
// of 2,000 tokens.
const longPage = 1500

// lookUpNearest looks up the pages nearest to the question by vectors, or by words without an embedder.
func (r *run) lookUpNearest(ctx context.Context) error {
	started := time.Now()
	texts := lists.Map(r.pages, func(p *page) string {
		if p.words > longPage {
			return p.gist
		}
		return p.text
	})
	by, scores := "words", []float64(nil)
	if r.Embedder == nil {
		scores = r.Kit.Rank(r.Question.Text, texts)
	} else {
		vectors, err := r.Embedder.Embed(ctx, append(texts, r.Question.Text))
		if err != nil {
			return err
		}
		by = "vectors"
		for _, v := range vectors[:len(texts)] {
			scores = append(scores, embed.Dot(v, vectors[len(texts)]))
		}
	}
	best := query.Ranked(scores)[:min(r.Number(optionLookUps), len(r.pages))]
	r.Trace.Add(query.Step{Action: "look_up", Rows: len(best), Ms: query.Since(started), Args: map[string]any{"by": by,
		"pages": lists.Map(best, func(i int) string { return fmt.Sprint(i + 1) })}})
	for _, i := range best {
		for {
			at := slices.IndexFunc(r.memory, func(e *entry) bool { return slices.Contains(e.pages(), r.pages[i]) })
			if e := r.memory[at]; e.whole || !r.show(e) {
				break
			}
		}
	}
	return nil
}
