package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"grove/internal/eval/dataset"
	"grove/internal/eval/metric"
	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/llm/replies"
	"grove/internal/traces"
	"grove/internal/workspace"
	"grove/query"
	"grove/query/longagent"
)

// ChatOptions select the turns of ExportChat.
type ChatOptions struct {
	// Role is whose turns are written; "" is both.
	Role longagent.Role
	// Right, unless "", is the path of a set of questions: only questions of it are written whose answer is a gold answer.
	Right string
}

// ChatReport counts what ExportChat wrote.
type ChatReport struct {
	// Questions were written; Skipped were not, as they have no stored replies or other answers than gold.
	Questions int `json:"questions"`
	Skipped   int `json:"skipped"`
	// Leader counts the leader's turns, Mentions and Silent those of members with and without an answer. Left counts
	// members' turns that were left out for the proportion.
	Leader   int `json:"leader"`
	Mentions int `json:"mentions"`
	Silent   int `json:"silent"`
	Left     int `json:"left"`
}

// The proportion of members' turns with an answer to those without, and the most of either kind that wait for the other.
// LongAgent: 10,000 answerable and 15,000 not.
const (
	mentionsShare, silentShare = 2, 3
	mostWaiting                = 5000
)

// ExportChat writes the turns of LongAgent's leader and members in the stored traces as lines {"messages": [...]}, for
// fine-tuning. The turns are those of the stored replies: each question is answered again from them, without a call. Questions
// of which a reply is gone, as the graph has changed or it was never stored, are skipped.
func (a *App) ExportChat(ctx context.Context, w io.Writer, o ChatOptions) (ChatReport, error) {
	const op = "app.ExportChat"
	gold, err := goldOf(o.Right)
	if err != nil {
		return ChatReport{}, err
	}
	c := &chatWriter{w: w, role: o.Role, seen: map[[sha256.Size]byte]bool{}}
	folder := a.Traces()
	for before := ""; ; {
		list, err := folder.List(ctx, before, 100)
		if err != nil || len(list) == 0 {
			c.report.Left = len(c.mentions) + len(c.silent) + c.dropped
			return c.report, fault.Wrap(err, op, "")
		}
		before = list[len(list)-1].ID
		for _, s := range list {
			if s.Agent != longagent.Name || s.Failed {
				continue
			}
			turns, err := a.turns(ctx, folder, s, gold)
			if err == nil {
				err = c.write(turns)
			}
			if err != nil {
				return c.report, fault.Wrap(err, op, s.ID)
			}
		}
	}
}

// goldOf returns the gold answers of a set by question; nil for no set. A question that the set has twice has none, as a trace
// does not tell which was asked.
func goldOf(path string) (map[string][]string, error) {
	if path == "" {
		return nil, nil
	}
	set, err := dataset.Read(path)
	if err != nil {
		return nil, err
	}
	gold := map[string][]string{}
	for _, q := range set.Questions {
		if _, twice := gold[q.Question]; twice {
			gold[q.Question] = nil
			continue
		}
		gold[q.Question] = q.Answers
	}
	return gold, nil
}

// turns returns the usable turns of a question; none if it is to be skipped.
func (a *App) turns(ctx context.Context, folder *traces.Folder, s traces.Summary, gold map[string][]string) ([]chatTurn, error) {
	if gold != nil && (s.Abstained || len(gold[s.Question]) == 0 || metric.ExactMatch(s.Reply, gold[s.Question]) < 1) {
		return nil, nil
	}
	t, err := folder.Get(s.ID)
	if fault.Is(err, fault.NotFound) {
		return nil, nil // it was deleted meanwhile
	}
	if err != nil {
		return nil, err
	}
	stored, err := replies.Open(filepath.Join(a.Config.Folder(), workspace.RepliesFolder), noModel{t.Model}, a.Config.LLM.Effort)
	if err != nil {
		return nil, err
	}
	recorder := &chatRecorder{Model: stored}
	o := t.Options
	answer, err := a.answer(ctx, AskOptions{Agent: o.Agent, Client: a.Client.With(recorder),
		Question: query.Question{Text: t.Question, Mode: t.Mode, Scope: o.Scope, History: o.History},
		Options:  query.Options{Without: o.Without, Own: o.Options, Window: o.Window, MaxCalls: o.MaxCalls}})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case fault.Is(err, fault.NotFound), fault.Is(err, fault.Conflict), recorder.gone:
		return nil, nil
	case err != nil:
		return nil, err
	case answer.Answer != t.Answer.Answer:
		return nil, nil // replies were made anew since
	}
	return recorder.sorted(), nil
}

// noModel answers nothing: what is not stored is gone.
type noModel struct{ name string }

// Name returns the name of the model that replied.
func (m noModel) Name() string { return m.name }

// Complete returns fault.NotFound.
func (m noModel) Complete(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{}, fault.New(fault.NotFound, "app.ExportChat", m.name, "the reply is not stored", "")
}

// chatTurn is a line for fine-tuning.
type chatTurn struct {
	role     longagent.Role
	mentions bool
	line     []byte
}

// chatRecorder is a model that notes LongAgent's turns.
type chatRecorder struct {
	llm.Model
	mu    sync.Mutex
	turns []chatTurn
	gone  bool
}

// Complete returns the stored reply.
func (r *chatRecorder) Complete(ctx context.Context, q llm.Request) (llm.Reply, error) {
	q.Fresh = false
	reply, err := r.Model.Complete(ctx, q)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.gone = true
		return reply, err
	}
	role, mentions, ok := longagent.RoleOf(q.Name, reply.Text)
	if !ok {
		return reply, nil
	}
	var line bytes.Buffer
	// A corrected request has a third message, about the reply before it.
	messages := append(slices.Clone(q.Messages[:min(2, len(q.Messages))]),
		llm.Message{Role: "assistant", Content: strings.TrimSpace(reply.Text)})
	err = dataset.WriteLine(&line, map[string]any{"messages": messages})
	r.turns = append(r.turns, chatTurn{role, mentions, line.Bytes()})
	return reply, err
}

// sorted returns the turns: the leader's in their order, then those of the members, who are asked at once, in a fixed order.
func (r *chatRecorder) sorted() []chatTurn {
	slices.SortStableFunc(r.turns, func(a, b chatTurn) int {
		if a.role != b.role || a.role == longagent.Leader {
			return strings.Compare(string(a.role), string(b.role))
		}
		return bytes.Compare(a.line, b.line)
	})
	return r.turns
}

// chatWriter writes turns, those of members in the proportion.
type chatWriter struct {
	w                io.Writer
	role             longagent.Role
	report           ChatReport
	mentions, silent [][]byte
	dropped          int
	// seen are the digests of members' turns: several questions may have the same.
	seen map[[sha256.Size]byte]bool
}

// write writes the turns of a question.
func (c *chatWriter) write(turns []chatTurn) error {
	if len(turns) == 0 {
		c.report.Skipped++
		return nil
	}
	c.report.Questions++
	for _, t := range turns {
		switch {
		case c.role != "" && t.role != c.role:
		case t.role == longagent.Leader:
			if _, err := c.w.Write(t.line); err != nil {
				return err
			}
			c.report.Leader++
		case c.repeated(t.line):
		case t.mentions:
			c.wait(&c.mentions, t.line)
		default:
			c.wait(&c.silent, t.line)
		}
	}
	for len(c.mentions) >= mentionsShare && len(c.silent) >= silentShare {
		for _, line := range slices.Concat(c.mentions[:mentionsShare], c.silent[:silentShare]) {
			if _, err := c.w.Write(line); err != nil {
				return err
			}
		}
		c.mentions, c.silent = c.mentions[mentionsShare:], c.silent[silentShare:]
		c.report.Mentions += mentionsShare
		c.report.Silent += silentShare
	}
	return nil
}

// repeated reports whether a turn was there before.
func (c *chatWriter) repeated(line []byte) bool {
	digest := sha256.Sum256(line)
	before := c.seen[digest]
	c.seen[digest] = true
	return before
}

// wait keeps a turn until there are enough of the other kind.
func (c *chatWriter) wait(list *[][]byte, line []byte) {
	if len(*list) == mostWaiting {
		c.dropped++
		return
	}
	*list = append(*list, line)
}
