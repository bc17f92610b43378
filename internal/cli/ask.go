package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grove/ingest"
	"grove/internal/app"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/gist"
	"grove/internal/jobs"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/internal/traces"
	"grove/query"
	"grove/query/agents"
	"grove/query/auto"
	"grove/query/readagent"
)

func (c *command) ask() *cobra.Command {
	var o app.AskOptions
	var history, page string
	var trace bool
	var within scopeFlags
	cmd := &cobra.Command{
		Use: "ask QUESTION", Short: "Answer a question from the graph, with citations",
		Long: `Answer a question with quotes from the text. The agent auto searches once and answers
in one call; with a language model, other agents go on from there if the text that was
found lacks something: tree searches for what is missing by names, relations and
communities, and graphreader walks from key elements to their facts, chunks and
neighbours. --agent takes one agent alone; grove agents list has them all, grove agents
show the options and parts of one. --paper keeps an agent to its published method.

Each sentence of an answer is held against the quotes under it, and marked where they
do not bear it out. --mode reject abstains rather than say what has no source. With
--history, a JSON file of earlier turns [{"question", "answer"}] or messages [{"role",
"content"}], a follow-up is first made to stand alone.

--page FILE has an agent carry out a task on a web page: the answer is the element, by
its backend_node_id or its number in the page, and CLICK, TYPE or SELECT with a value.

The question - is read from standard input.

An abstention is an answer: it exits with 0, and shows the reason, the closest text and,
without a language model, the best candidate (in JSON, abstained is true, and they are in
answer, nearest and unsure). Where --max-calls, --max-tokens, --budget or --timeout ended
the search, the best answer so far is given, and the exit code is 3. --json always has the
steps too, in trace.`,
		Example: "  grove ask \"Where was the leader of the Kestrel Expedition born?\"\n  grove ask \"青屿潮汐站在哪里？\" --mode reject --trace\n" +
			"  grove ask \"When was the author of Mosses of the Northern Skerries born?\" --agent tree --without communities\n" +
			"  grove ask \"Who built it?\" --document notes.md --since 2026-01-31",
		Args: words(),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.Text, err = questionOf(args, cmd.InOrStdin()); err != nil {
				return err
			}
			if o.Scope, err = within.scope(); err != nil {
				return err
			}
			if o.History, err = readHistory(history); err != nil {
				return err
			}
			if o.Page, err = readPage(page); err != nil {
				return err
			}
			if page != "" && !cmd.Flags().Changed("agent") {
				o.Agent = readagent.Parallel
			}
			if trace && !c.JSON {
				o.Watch = c.live()
			}
			o.Watch = c.estimates(o.Watch)
			if o.Check && c.Model == config.Offline {
				c.warnf("without a language model --check does nothing: give one with --model\n")
			}
			hold := c.holder
			if page != "" { // nothing of a workspace is read; it keeps the trace
				hold = c.writer
			}
			return hold(func(ctx context.Context, a *app.App, _ []string) error {
				o.Gists = c.makingGists(a)
				answer, err := a.Ask(ctx, o)
				if err != nil {
					return err
				}
				c.show(answer, func() { c.showAnswer(o.Text, answer, trace) })
				if answer.StoppedByUser() {
					return errPartly
				}
				return nil
			})(cmd, args)
		},
	}
	within.add(cmd, true)
	askFlags(cmd.Flags(), &o, &page, &history, &trace)
	return cmd
}

// askFlags adds the flags of a question.
func askFlags(f *pflag.FlagSet, o *app.AskOptions, page, history *string, trace *bool) {
	f.StringVar(&o.Agent, "agent", agents.Names()[0], "agent that answers: "+strings.Join(agents.Names(), ", "))
	agentFlags(f, &o.Without, &o.Own)
	f.StringVar((*string)(&o.Mode), "mode", "open", "open, or reject: abstain when the text is not enough")
	f.BoolVar(&o.Check, "check", false, "one more call for each answer, in which the model judges which quotes state each of its sentences")
	f.IntVar(&o.Window, "window", 0, "tokens that one call may have (0: 4096)")
	f.IntVar(&o.MaxCalls, "max-calls", 0, "calls that the question may cost (0: no bound)")
	f.IntVar(&o.Limits.MaxTokens, "max-tokens", 0, "tokens that all calls together may be paid for (0: no bound)")
	f.Float64Var(&o.Limits.Budget, "budget", 0,
		"US dollars that the calls may cost, by --price-prompt and --price-completion (0: no bound)")
	f.DurationVar(&o.Limits.Timeout, "timeout", 0, "time for the calls, such as 30s or 2m (0: no bound)")
	f.StringVar(page, "page", "", "HTML file: the question is a task on this web page, with the actions so far; "+
		"the answer is the next action (readagent-p, readagent-s, gistmem)")
	f.StringVar(history, "history", "", "JSON file with the earlier turns of the conversation")
	f.BoolVar(trace, "trace", false, "show the steps after the answer, each with its Cypher")
}

// estimates returns a function that tells what an agent is about to spend on a long input, before next takes the step.
func (c *command) estimates(next func(query.Step)) func(query.Step) {
	return func(s query.Step) {
		calls, ok := s.Args["calls"].([]int)
		tokens, _ := s.Args["prompt_tokens"].([]int)
		if ok && s.Action == "estimate" && len(calls) == 2 && len(tokens) == 2 {
			c.notef("note: pages and gists for this question take %d to %d calls with %d to %d tokens of prompt, less what is cached\n",
				calls[0], calls[1], tokens[0], tokens[1])
		}
		if next != nil {
			next(s)
		}
	}
}

// makingGists returns a function that makes the gists that an agent needs, after it has said what they cost.
func (c *command) makingGists(a *app.App) func(context.Context, jobs.GistsOptions, gist.Cost) (ingest.Report, error) {
	return func(ctx context.Context, g jobs.GistsOptions, e gist.Cost) (ingest.Report, error) {
		c.notef("note: the agent reads gists; those of %s are made first, by %s\n", text.Count(len(g.Documents), "document"), e)
		progress := c.steps("gists")
		g.Progress = func(now ingest.Progress) { progress.step(int(now.Pages), e.Pages.High) }
		defer progress.done()
		return a.Jobs().Gists(ctx, g)
	}
}

// maxQuestion is the size of the largest question that is read, in bytes.
const maxQuestion = 40_000

// questionOf returns the question on the command line; "-" reads it from standard input.
func questionOf(args []string, input io.Reader) (string, error) {
	if len(args) != 1 || args[0] != "-" {
		return strings.Join(args, " "), nil
	}
	raw, err := io.ReadAll(io.LimitReader(input, maxQuestion+1))
	if err == nil && len(raw) > maxQuestion {
		return "", fault.New(fault.Invalid, "ask", "-", fmt.Sprintf("the question has more than %d bytes", maxQuestion),
			"ask a shorter one")
	}
	return strings.TrimSpace(string(raw)), fault.Wrap(err, "ask", "-")
}

// showAnswer shows an answer; its captions are in the language of the question.
func (c *command) showAnswer(question string, a query.Answer, trace bool) {
	words := wordsFor(question)
	if a.Abstained {
		fmt.Fprintln(c.out, words.abstention(a.Answer))
	} else {
		fmt.Fprintln(c.out, c.citations(printable(marked(a, words.noSource))))
	}
	c.showCitations(a.Citations, words)
	if a.Unsure != "" {
		c.printf(words.unsure, line(a.Unsure))
	}
	for _, h := range a.Hops {
		if h.Recalled() && !a.Abstained {
			c.printf(map[bool]string{false: words.recalled, true: words.combined}[h.From == query.FromBoth], line(h.Needs), line(h.Found))
		}
	}
	if a.Missing != "" && !a.Abstained {
		c.printf(words.lacking, line(a.Missing))
	}
	c.showNearest(a.Nearest, words.nearest)
	for _, x := range a.Conflicts {
		c.printf(words.differ, line(x.A.Answer), x.A.Citation, line(x.B.Answer), x.B.Citation)
	}
	if a.Model == llm.OfflineName {
		note := words.extracted
		if a.Abstained {
			note = words.noModel
		}
		c.printf("\n%s\n", note)
	}
	if a.Limited != "" && !(a.Abstained && strings.Contains(a.Answer, a.Limited)) {
		c.printf(words.ended, printable(a.Limited))
	}
	if a.Asked != "" {
		c.notef(words.understood, line(a.Asked))
	}
	for _, s := range a.Trace {
		if s.Action == auto.Name {
			c.notef("%s: %s\n", s.Args["agent"], s.Args["why"])
		}
		if s.Action == "check" && s.Args["error"] != nil {
			c.warnf("the model did not check the answer: %s\n", line(fmt.Sprint(s.Args["error"])))
		}
	}
	if n := len(a.Trace); n > 0 && a.Trace[n-1].Action == app.NotKept {
		c.warnf("the trace was not kept: %s\n", line(fmt.Sprint(a.Trace[n-1].Args["error"])))
	}
	calls := ""
	if a.Model != llm.OfflineName || a.Limited != "" { // steps of the offline model are no calls for a reader
		calls = text.Count(a.Usage.Calls, "call") + ", "
	}
	c.notef("%s, %s%d ms\n", a.Agent, calls, a.Ms)
	if trace {
		c.showSteps(a.Trace)
	}
}

// marked returns an answer with a mark behind each sentence that no quote supports.
func marked(a query.Answer, noSource string) string {
	runes, from := []rune(a.Answer), 0
	var b strings.Builder
	for _, s := range a.Sentences {
		if !s.Supported && from <= s.End && s.End <= len(runes) {
			b.WriteString(string(runes[from:s.End]) + noSource)
			from = s.End
		}
	}
	return b.String() + string(runes[from:])
}

// showNearest shows the text closest to a question without an answer under a heading.
func (c *command) showNearest(list []query.Near, heading string) {
	if len(list) > 0 {
		fmt.Fprintln(c.out, c.heading(heading))
	}
	for _, n := range list {
		c.printf("  %s, %d-%d\n      \"%s\"\n", line(n.Document.Title), n.Start, n.End, line(n.Text))
	}
}

// showCitations shows citations, those that could not be verified with a mark.
func (c *command) showCitations(list []query.Citation, words askWords) {
	for _, cite := range list {
		mark := ""
		if !cite.Verified {
			mark = words.unverified
		} else if cite.Weak {
			mark = words.weak
		}
		c.printf("  %s %s, %d-%d%s\n      \"%s\"\n", c.citations(fmt.Sprintf("[%d]", cite.N)), line(cite.Document.Title),
			cite.Start, cite.End, mark, line(cite.Quote))
	}
}

// askWords are the captions of an answer in one language.
type askWords struct {
	noAnswer, nearest, noSource, unverified, weak string
	// differ names two sources that disagree: an answer and its citation, twice.
	differ string
	// noModel notes an abstention, extracted an answer, that no language model wrote.
	noModel, extracted string
	// ended notes what ended the search early; unsure is the best candidate of an abstention;
	// lacking is what the model says the text does not state, recalled a thing that it knew itself, combined one for which it
	// needed the text too; understood is how a follow-up question reads alone.
	ended, unsure, lacking, recalled, combined, understood string
}

var (
	askEnglish = askWords{"No answer: ", "Closest text, not an answer:", " [no source]", "  (could not be verified)", "  (closest text)",
		"Sources differ: \"%s\" by [%d], \"%s\" by [%d]\n",
		"(offline: no language model was asked)", "(offline: no language model wrote this; it is taken from the text)",
		"(ended early: %s)\n", "Best candidate, unsure: %s\n", "The text does not say: %s\n",
		"From the model's own knowledge: %s: %s\n", "From the text and the model's own knowledge: %s: %s\n", "understood as: %s\n"}
	askChinese = askWords{"没有答案：", "最接近的段落（不是答案）：", " [无出处]", "  （无法核实）", "  （最接近的文字）",
		"来源不一致：[%[2]d] 为“%[1]s”，[%[4]d] 为“%[3]s”\n",
		"（离线：没有询问语言模型）", "（离线：并非语言模型所写，取自原文）", "（提前结束：%s）\n", "最佳候选（不确定）：%s\n", "文本未说明：%s\n", "来自模型自身的知识：%s：%s\n",
		"来自原文和模型自身的知识：%s：%s\n", "问题理解为：%s\n"}
)

// abstention returns what is missing for an answer, as a sentence after its caption: a model may begin it as it likes.
func (w askWords) abstention(missing string) string {
	runes := []rune(missing)
	if len(runes) > 0 {
		runes[0] = unicode.ToUpper(runes[0])
	}
	return w.noAnswer + printable(string(runes))
}

// wordsFor returns the captions in the language of a question: Chinese where it has a Han letter
// and no kana, else English.
func wordsFor(question string) askWords {
	han := false
	for _, r := range question {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			return askEnglish
		}
		han = han || unicode.Is(unicode.Han, r)
	}
	if han {
		return askChinese
	}
	return askEnglish
}

// maxHistory is the largest file of earlier turns, in bytes.
const maxHistory = 1 << 20

// readBounded reads a file of at most most bytes. The hints are for a file that cannot be read, and for one that is larger.
func readBounded(op, name string, most int64, unread, larger string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fault.From(fault.Unreadable, op, name, err, unread)
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, fault.From(fault.Unreadable, op, name, err, unread)
	}
	if int64(len(body)) > most {
		return nil, fault.New(fault.Invalid, op, name, fmt.Sprintf("the file has more than %d bytes", most), larger)
	}
	return body, nil
}

// readPage reads a web page; "" is none.
func readPage(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	const op = "cli.readPage"
	body, err := readBounded(op, name, query.MaxPage, "give a page in HTML", "give a smaller part of the page")
	if err != nil {
		return "", err
	}
	page, _ := text.Clean(body)
	if strings.TrimSpace(page) == "" {
		return "", fault.New(fault.Invalid, op, name, "the page is empty", "give a page in HTML")
	}
	return page, nil
}

// readHistory reads the earlier turns of a conversation; "" is no file.
func readHistory(name string) ([]query.Turn, error) {
	if name == "" {
		return nil, nil
	}
	const op, form = "cli.readHistory", `give a JSON list: [{"question": "...", "answer": "..."}], ` +
		`or [{"role": "user", "content": "..."}, {"role": "assistant", "content": "..."}]`
	body, err := readBounded(op, name, maxHistory, form, fmt.Sprintf("the last %d turns are enough", query.MaxTurns))
	if err != nil {
		return nil, err
	}
	turns, err := turnsOf(body)
	return turns, fault.From(fault.Invalid, op, name, err, form)
}

// entry is an element of a history: a turn, or a message in the form of chat interfaces.
type entry struct {
	Question, Answer, Role, Content *string
}

// turnsOf reads a list of turns, or of messages of a user and an assistant. Messages of
// the system are skipped.
func turnsOf(body []byte) ([]query.Turn, error) {
	var list []entry
	err := json.Unmarshal(body, &list)
	if errors.As(err, new(*json.UnmarshalTypeError)) {
		return nil, errors.New("the file is not a list of turns, each a question and an answer in words")
	}
	if err != nil {
		return nil, err
	}
	var turns []query.Turn
	open := false // the last turn has no answer yet
	for i, s := range list {
		switch {
		case s.Question != nil && s.Role == nil && strings.TrimSpace(*s.Question) != "":
			turns, open = append(turns, query.Turn{Question: *s.Question, Answer: orNone(s.Answer)}), false
		case s.is("system"), s.is("developer"):
		case s.is("user"):
			turns, open = append(turns, query.Turn{Question: *s.Content}), true
		case s.is("assistant") && open:
			turns[len(turns)-1].Answer, open = *s.Content, false
		case s.is("assistant"):
			return nil, fmt.Errorf("number %d is an answer without a question before it", i+1)
		default:
			return nil, fmt.Errorf("number %d is neither a turn with a question nor a message of a user or an assistant", i+1)
		}
	}
	return turns, nil
}

// is reports whether the entry is a message with text of that role.
func (s entry) is(role string) bool {
	return s.Question == nil && orNone(s.Role) == role && strings.TrimSpace(orNone(s.Content)) != ""
}

// orNone returns a text, "" where there is none.
func orNone(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// eventWidth is the number of runes of an event's details that a line shows.
const eventWidth = 160

// live shows the progress of a question by the number and action of the latest step; the trace
// with all of them follows the answer.
func (c *command) live() func(query.Step) {
	var made atomic.Int64
	p := c.progressOf("ask")
	return func(s query.Step) { p.describe(fmt.Sprintf("step %d, %s", made.Add(1), s.Action)) }
}

// showEvent writes an event of a question on one line.
func showEvent(w io.Writer, e query.Event) {
	details := ""
	switch data := e.Data.(type) {
	case query.Step:
		details = fmt.Sprintf("%d. %s %s", data.Step, data.Action, cut(compact(data.Args), eventWidth))
		if data.Cypher != "" || data.Rows > 0 {
			details += " -> " + text.Count(data.Rows, "row")
		}
	case query.References:
		details = text.Count(len(data.Citations), "citation")
		for _, cite := range data.Citations {
			details += fmt.Sprintf("; [%d] %s %d-%d", cite.N, line(cite.Document.Title), cite.Start, cite.End)
		}
	case query.Token:
		details = line(data.Text)
	case query.Answer:
		details = fmt.Sprintf("%s, %d ms", data.Agent, data.Ms)
	case traces.Error:
		details = string(data.Code) + ": " + line(data.Message)
	default:
		details = cut(compact(data), eventWidth)
	}
	fmt.Fprintf(w, "%-10s  %s\n", e.Kind, details)
}

// compact returns a value as JSON.
func compact(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}

// showSteps shows steps under the path that they are on, each with its arguments, and its Cypher
// in the form that Neo4j Browser takes.
func (c *command) showSteps(steps []query.Step) {
	for i, s := range steps {
		if path, on := s.Args["path"]; on && (i == 0 || !same(steps[i-1].Args["path"], path)) {
			c.printf("\n%s\n", c.heading(fmt.Sprintf("Path %v, from %s", path, line(fmt.Sprint(s.Args["start"])))))
		}
		rows := ""
		if s.Cypher != "" || s.Rows > 0 {
			rows = " -> " + text.Count(s.Rows, "row")
		}
		c.printf("\n%d. %s%s\n", s.Step, s.Action, rows)
		for _, name := range slices.Sorted(maps.Keys(s.Args)) {
			if v := argument(s.Args[name]); v != "" && name != "path" && name != "start" {
				c.printf("   %s: %s\n", name, cut(v, c.width()-len(name)-len("   :  ...")))
			}
		}
		if s.Cypher != "" {
			c.printf("   %s\n", strings.ReplaceAll(strings.TrimRight(printable(query.BrowserCypher(s)), "\n"), "\n", "\n   "))
		}
	}
}

// same reports whether two arguments are written alike: a stored trace has other types of numbers.
func same(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }

// argument returns a step's argument as a person writes it; "" for nothing.
func argument(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case []any:
		return strings.Join(lists.Map(v, argument), "; ")
	case bool, float64, map[string]any:
		return compact(v)
	}
	var stored any // as it is in a stored trace
	if written := compact(v); json.Unmarshal([]byte(written), &stored) != nil {
		return written
	}
	return argument(stored)
}
