package longagent

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// maxInstruction bounds an instruction, in runes, so that it has at most instructionTokens.
const maxInstruction = 240

// memberPrompt has a member follow an instruction with one piece, or with the two pieces of a
// conflict. It does not show the question, which only the leader knows.
type memberPrompt struct {
	instruction string
	parsed      offline.Question
	pieces      []query.Piece
	reply       int
}

// memberReply is a member's reply; the zero value is No Mention.
type memberReply struct {
	answer, quote string
}

const memberInstructions = `You read part of a longer text and follow the instruction of somebody who cannot see it. ` +
	`Others read the other parts, so it is likely that yours says nothing of what is asked: then set "no_mention" to true and leave the rest empty. ` +
	`Do not guess, and use nothing but this text. If it does say it, or a part of it, give the answer briefly in "answer", with exact names, dates ` +
	`and numbers, and in "quote" the sentence it stands in, word for word. `

const pairRule = `You see two parts because their readers gave different answers: compare them, and give the one answer that the texts support. `

// Form returns the prompt's name, decoding settings and reply schema.
func (p memberPrompt) Form() llm.Form {
	return llm.Form{Name: "longagent.member/1", Limits: llm.Limits{Temperature: temperature, MaxTokens: p.reply},
		Schema: `{"type":"object","properties":{"no_mention":{"type":"boolean"},"answer":{"type":"string"},"quote":{"type":"string"}},` +
			`"required":["no_mention","answer","quote"],"additionalProperties":false}`}
}

// Messages returns the chat messages.
func (p memberPrompt) Messages() []llm.Message {
	rules := query.Rules(p.reply)
	if len(p.pieces) > 1 {
		rules = pairRule + rules
	}
	var shown []string
	for i, piece := range p.pieces {
		shown = append(shown, llm.Fenced(fmt.Sprintf("part %d, of: %s", i+1, piece.Caption()), piece.Text))
	}
	return []llm.Message{llm.System(memberInstructions, rules),
		llm.User(strings.Join(shown, "\n") + "\nInstruction: " + llm.Defused(p.instruction))}
}

// saysNothing matches replies that say in words that the text does not mention it.
var saysNothing = regexp.MustCompile(`(?i)^\W*(no mention|not mentioned|n/?a|none|unknown|未提及|没有提到|未提到)\W*$`)

// Parse parses the reply.
func (p memberPrompt) Parse(reply string) (memberReply, error) {
	r, err := query.ParseObject[struct {
		None   bool            `json:"no_mention"`
		Answer query.LooseText `json:"answer"`
		Quote  query.LooseText `json:"quote"`
	}](reply, "no_mention", "answer")
	switch {
	case err != nil:
		return memberReply{}, err
	case r.None || saysNothing.MatchString(string(r.Answer)):
		return memberReply{}, nil
	case strings.TrimSpace(string(r.Answer)) == "":
		return memberReply{}, errors.New("neither an answer nor no_mention")
	}
	return memberReply{query.OneLine(string(r.Answer)), strings.TrimSpace(string(r.Quote))}, nil
}

// Offline answers from the pieces.
func (p memberPrompt) Offline(kit *offline.Kit) memberReply {
	passages := lists.Flat(p.pieces, func(x query.Piece) []offline.Passage { return x.Passages() })
	a := kit.Answer(p.parsed, passages)
	if a.Abstained || len(a.Support) == 0 {
		return memberReply{}
	}
	return memberReply{a.Text, offline.Sentence(passages, a.Support[len(a.Support)-1])}
}

// instruct has every member follow an instruction. Copies of a text are read once.
func (r *run) instruct(ctx context.Context, instruction string) error {
	members := lists.Filter(lists.Indices(len(r.copies)), func(i int) bool { return r.copies[i] == i })
	replies, unread, err := r.ask(ctx, instruction, lists.Map(members, func(i int) []int { return []int{i} }))
	if err != nil {
		return err
	}
	by := llm.Limit("")
	if r.SpareCalls() < 1 {
		by = llm.LimitCalls
	}
	r.Unread(by, unread, len(members))
	x := round{instruction: instruction, unread: unread}
	for i, reply := range replies {
		if reply.answer == "" {
			x.silent++
			continue
		}
		x.mentions = append(x.mentions, mention{members[i], reply})
	}
	x.silent -= unread
	r.rounds = append(r.rounds, x)
	return nil
}

// ask asks about groups of one or two members' pieces, concurrently. unread counts the groups
// whose reply was unusable or that a limit left no call for; their reply is empty.
func (r *run) ask(ctx context.Context, instruction string, groups [][]int) (replies []memberReply, unread int, err error) {
	parsed := r.Kit.Question(instruction, r.Question.Language)
	replies = make([]memberReply, len(groups))
	calls := 2 * len(groups) // each reply may be corrected once
	if most := r.Options.MaxCalls; most > 0 {
		calls = min(calls, most-r.Session.Usage().Calls-1)
	}
	share := query.Share{Calls: calls, AtOnce: r.Number(optionAtOnce), Args: func(i int) map[string]any {
		return map[string]any{"round": len(r.rounds) + 1, "members": lists.Map(groups[i], func(m int) int { return m + 1 })}
	}}
	failures := query.Fan(ctx, r.Frame, share, groups, func(ctx context.Context, b query.Branch, group []int) error {
		p := memberPrompt{instruction: instruction, parsed: parsed, reply: r.reply}
		for _, m := range group {
			p.pieces = append(p.pieces, r.pieces[m])
		}
		if b.Calls == 0 {
			return fault.New(fault.LimitReached, "", "", "no call is left for this member", "raise --max-calls")
		}
		reply, _, err := query.AskWithin(ctx, r.Session, p, min(b.Calls, 2))
		if err == nil {
			replies[b.Index] = reply
			b.Trace.Add(query.Step{Action: "member", Rows: 1, Args: map[string]any{"answer": reply.answer, "quote": reply.quote,
				"no_mention": reply.answer == ""}})
		}
		return err
	})
	for i, err := range failures {
		if err == nil {
			continue
		}
		if !query.Soft(err) {
			return nil, 0, query.Worst(failures)
		}
		unread++
		r.Trace.Add(query.Step{Action: "member_failed", Args: map[string]any{
			"members": lists.Map(groups[i], func(m int) int { return m + 1 }), "error": fault.Brief(err)}})
	}
	return replies, unread, fault.Wrap(ctx.Err(), Name+".ask", "")
}
