// Package readagent implements ReadAgent: a long input is divided into pages, each page is shortened
// to a gist, and pages are looked up in full where the gists leave the question open. Agent
// [Parallel] chooses the pages in one request, [Sequential] one at a time, [GistMemory] looks up none.
//
// Values marked [G] are Grove's, where the published method says nothing.
package readagent

import (
	"cmp"
	"context"
	"fmt"

	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/query"
)

// The names of the agents.
const (
	Parallel   = "readagent-p"
	Sequential = "readagent-s"
	GistMemory = "gistmem"
)

const (
	// LeastWindow is the smallest window the agents work in, in tokens, for a question of up to an
	// eighth of it and pages of the default size [G].
	LeastWindow = 2048
	// atOnce is the number of concurrent calls for pages and gists [G].
	atOnce = 8
	// shortPage is the number of words up to which a page stands for itself, without a gist [G].
	shortPage = 60
	// leastRoom is the smallest number of tokens of gists worth a call [G].
	leastRoom = 256
)

// The agents' options and their values.
const (
	optionMax      = "max-words"
	optionMin      = "min-words"
	optionPages    = "pages"
	optionPaging   = "paging"
	optionPrevious = "previous-page"
	optionGists    = "gists"
	optionDomain   = "domain"
	optionLookUps  = "look-ups"
	optionLookUp   = "look-up"
	optionDepth    = "depth"

	byModel, byLength, byVectors = "model", "uniform", "dense"
	unconditional, conditional   = "unconditional", "conditional"
)

// Agents returns the agents.
func Agents() []query.Agent {
	shared := []query.Option{
		{Name: optionMax, Purpose: "most words of a page; a character of Chinese is a word", Default: "600", Least: 50,
			Most: gist.MostWords, Source: "ReadAgent: 600 for QuALITY and QMSum; 3000, 1000 for books and scripts"},
		{Name: optionMin, Purpose: "words after which a page may end", Default: "280", Least: 10, Most: gist.MostWords - 1,
			Source: "ReadAgent: 280; 500, 600 for books and scripts"},
		{Name: optionPaging, Purpose: "pages end where the model pauses, or have the same length", Default: byModel,
			Choices: []string{byModel, byLength}, Source: "ReadAgent"},
		{Name: optionPrevious, Purpose: "the page before is shown where the model chooses a pause", Default: "no",
			Choices: []string{"no", "yes"}, Source: "ReadAgent: yes for QMSum"},
		{Name: optionGists, Purpose: "gists are made for any question, or for this one", Default: unconditional,
			Choices: []string{unconditional, conditional}, Source: "ReadAgent"},
		{Name: optionDomain, Purpose: "instructions for gists of this kind of text", Longest: 500, Source: "ReadAgent"},
		{Name: optionDepth, Purpose: "depth in the DOM of the parts of a web page", Default: "6", Least: 1, Most: 50,
			Source: "ReadAgent: 5 to 7"},
		query.ScopeOption,
	}
	whole := query.Suit{Kind: query.KindWhole, Needs: []query.Need{query.NeedModel, query.NeedScope, query.NeedGists},
		Why: "the question is about the whole of what it names: its gists are stored, and the pages that matter are looked up"}
	agent := func(name, purpose, calls string, least int, own ...query.Option) query.Agent {
		return query.Agent{Name: name, Purpose: purpose, Calls: calls, LeastWindow: LeastWindow, LeastCalls: least,
			Needs: []query.Need{query.NeedText}, Options: append(own, shared...), Check: check(name), Work: answer(name), Web: true,
			Episodes: func(o query.Options) bool {
				return readsStored(o.Own) && o.Own[optionMax] == "" && o.Own[optionMin] == ""
			}}
	}
	lookUps := func(most int, def, source string) query.Option {
		return query.Option{Name: optionLookUps, Purpose: "pages that may be looked up", Default: def, Least: 1, Most: most, Source: source}
	}
	parallel := agent(Parallel, "reads a long input as gists of its pages, and looks up the pages that matter in one request",
		"two for each page of 600 words where no gists are stored, and 2", 2, lookUps(20, "5", "ReadAgent: 1 to 6; the default is Grove's"),
		query.Option{Name: optionLookUp, Purpose: "the model chooses pages by their gists, or those nearest by vectors are looked up",
			Default: byModel, Choices: []string{byModel, byVectors}, Source: "ReadAgent"})
	parallel.Suits = []query.Suit{whole}
	return []query.Agent{
		parallel,
		agent(Sequential, "reads a long input as gists of its pages, and looks up one page after the other",
			"two for each page of 600 words where no gists are stored, one for each look-up, and 1", 2,
			lookUps(20, "6", "ReadAgent: up to 6")),
		agent(GistMemory, "answers from the gists of a long input's pages alone",
			"two for each page of 600 words where no gists are stored, and 1", 1),
	}
}

// check rejects pages whose bounds contradict each other.
func check(agent string) func(query.Question, query.Options) error {
	return func(_ query.Question, o query.Options) error {
		_, err := presetOf(agent, o.Own)
		return err
	}
}

// readsStored reports whether the pages and gists that the graph stores are those that the options ask for,
// apart from the size of pages.
func readsStored(own map[string]string) bool {
	for option, stored := range map[string]string{optionPaging: byModel, optionPrevious: "no", optionGists: unconditional,
		optionDomain: ""} {
		if v, given := own[option]; given && v != stored {
			return false
		}
	}
	return true
}

// page is a page of the input.
type page struct {
	// number is its place in the input, from 1.
	number int
	title  string
	text   string
	words  int
	gist   string
	chunks []graph.ChunkRow
	// elements are those of a part of a web page.
	elements []gist.Element
}

// run is the work on one question.
type run struct {
	*query.Frame
	preset gist.Preset
	style  gist.Style
	reply  int
	// pageTokens bounds a page, so that it fits into each call that shows it whole.
	pageTokens int
	pages      []*page
	memory     []*entry
	// merged is the number of entries that stand for several pages.
	merged  int
	lookUps int
}

// answer returns the work of an agent.
func answer(name string) func(context.Context, *query.Frame) (query.Answer, error) {
	return func(ctx context.Context, f *query.Frame) (query.Answer, error) {
		r, err := begin(f, name)
		if err != nil {
			return query.Answer{}, err
		}
		web := f.Question.Page != ""
		if web {
			r.style.Domain = webDomain + r.style.Domain
			err = r.readPage()
		} else {
			err = r.read(ctx)
		}
		if err != nil {
			return query.Answer{}, err
		}
		if err := r.shorten(ctx, name); err != nil {
			return query.Answer{}, err
		}
		switch {
		case len(r.memory) == 0 || name == GistMemory:
		case name == Sequential:
			err = r.lookUpEach(ctx)
		case f.Choice(optionLookUp) == byVectors:
			err = r.lookUpNearest(ctx)
		default:
			err = r.lookUpAtOnce(ctx)
		}
		if err != nil {
			return query.Answer{}, err
		}
		if web {
			a, err := r.act(ctx)
			a.Memory = r.gistMemory()
			return a, err
		}
		return r.conclude(ctx)
	}
}

// begin computes the sizes that the window permits.
func begin(f *query.Frame, name string) (*run, error) {
	r := &run{Frame: f, reply: query.ReplyFor(f.Options.Window, 512)}
	var err error
	if r.preset, err = presetOf(name, map[string]string{optionMax: f.Choice(optionMax), optionMin: f.Choice(optionMin)}); err != nil {
		return nil, err
	}
	r.style.Domain = f.Choice(optionDomain)
	if f.Choice(optionGists) == conditional {
		r.style.Task = f.Question.Text
	}
	r.pageTokens = min(r.room()*2/3, gist.PageTokens(f.Session, r.style, f.Choice(optionPrevious) == "yes"))
	// A word has about four thirds of a token, and a page has at least preset.Min of them.
	if lacks := r.preset.Min*4/3 - r.pageTokens; lacks > 0 {
		least := (f.Options.Window + 2*lacks + 255) / 256 * 256
		return nil, fault.New(fault.WindowTooSmall, name+".Answer", fmt.Sprintf("window %d", f.Options.Window),
			fmt.Sprintf("a page of %d words does not fit into the calls", r.preset.Min),
			fmt.Sprintf("use --window %d or smaller pages (--option %s=N)", least, optionMin))
	}
	return r, nil
}

// presetOf returns the bounds of a page.
func presetOf(agent string, own map[string]string) (gist.Preset, error) {
	most, least := cmp.Or(own[optionMax], "600"), cmp.Or(own[optionMin], "280")
	p, err := gist.Parse(most + "/" + least)
	if err != nil {
		return p, fault.New(fault.Invalid, agent+".Answer", optionMin+"="+least,
			fmt.Sprintf("a page of at most %s words cannot have at least %s", most, least),
			fmt.Sprintf("use --option %s=N and --option %s=M with M below N", optionMax, optionMin))
	}
	return p, nil
}

// callsLeft returns the number of calls that pages and gists may take together, once those for the look-up
// and the answer are set aside; ok is false without a bound.
func (r *run) callsLeft() (calls int, ok bool) {
	if r.Options.MaxCalls == 0 {
		return 0, false
	}
	return max(r.Options.MaxCalls-r.Session.Usage().Calls-2, 0), true
}

// Prompts describes the prompts of the agents.
func Prompts() []llm.Listed {
	return []llm.Listed{
		llm.List("which pages to look up", lookUpPrompt{most: 5}),
		llm.List("which page to look up next", lookUpPrompt{most: 5, single: true}),
		llm.List("which parts of a web page to look up", lookUpPrompt{most: 5, web: true}),
		llm.List("which part of a web page to look up next", lookUpPrompt{most: 5, single: true, web: true}),
		llm.List("next action on a web page", actionPrompt{reply: 512}),
		llm.List("answer from shortened pages and pages in full", answerPrompt(512)),
	}
}
