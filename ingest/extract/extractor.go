package extract

import (
	"context"
	"strings"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/repair"
	"grove/internal/text"
	"grove/schema"
)

// Extractor extracts chunks by calls to a model. An unreadable reply is repaired, else
// requested once more with the error, else the call is split into smaller ones, and in
// the end the chunk is given up.
type Extractor struct {
	Session *llm.Session
	Schema  *schema.Schema
	// Separate extracts facts and the graph by two calls.
	Separate bool
}

// Way is how the extraction of a chunk was obtained.
type Way string

// The ways, the worst of which counts for a chunk.
const (
	AsIs       Way = "as_is"
	Repaired   Way = "repaired"
	Salvaged   Way = "salvaged"
	AskedAgain Way = "asked_again"
	Split      Way = "split"
	GivenUp    Way = "given_up"
)

// Outcome is the result for one piece.
type Outcome struct {
	// Done is false for a piece without a call, because of an outage or a limit.
	Done       bool
	Extraction Extraction
	Way        Way
	// Attempts is the number of calls for the piece.
	Attempts int
	// Reason and Raw are why the last reply could not be read, and that reply;
	// "" unless Way is GivenUp.
	Reason, Raw string
}

const (
	// maxSplits is how often a piece without a readable reply is halved.
	maxSplits = 2
	// maxLost is the same for one whose unreadable reply reached its limit: less text
	// seldom helps such a model, and these replies cost the most.
	maxLost = 1
)

// Extract extracts the pieces by one call and its repairs. The error is for what prevents
// calls; outcomes that are Done are valid with an error too.
func (e Extractor) Extract(ctx context.Context, pieces []Piece) ([]Outcome, error) {
	var out []Outcome
	for i, part := range e.parts() {
		got, err := e.ask(ctx, pieces, part, 0)
		if i == 0 {
			out = got
		} else {
			for j := range out {
				out[j].and(got[j])
			}
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// and merges the outcome of another part of the same piece.
func (o *Outcome) and(other Outcome) {
	o.Attempts += other.Attempts
	o.Done = o.Done && other.Done
	if o.Way == GivenUp || other.Way == GivenUp {
		if o.Way != GivenUp {
			o.Reason, o.Raw = other.Reason, other.Raw
		}
		o.Way, o.Extraction = GivenUp, Extraction{}
		return
	}
	o.Extraction.add(other.Extraction)
	if ranks[other.Way] > ranks[o.Way] {
		o.Way = other.Way
	}
}

var ranks = map[Way]int{AsIs: 0, Repaired: 1, Salvaged: 2, AskedAgain: 3, Split: 4, GivenUp: 5}

// ask extracts the pieces, with repairs; splits is how often they were halved.
func (e Extractor) ask(ctx context.Context, pieces []Piece, part Part, splits int) ([]Outcome, error) {
	out := make([]Outcome, len(pieces))
	if len(pieces) == 0 {
		return out, nil
	}
	prompt := Prompt{Pieces: pieces, Schema: e.Schema, Part: part}
	reply, raw, err := llm.AskReply(ctx, e.Session, prompt)
	calls, again := 1, false
	// A reply that reached its limit would do so again: smaller calls may not.
	if fault.Is(err, fault.BadReply) && !raw.Truncated {
		prompt.Unread, prompt.Reason = raw.Text, fault.Brief(err)
		retry, retryRaw, retryErr := llm.AskReply(ctx, e.Session, prompt)
		if !fault.Is(retryErr, fault.WindowTooSmall) {
			reply, raw, err, again = retry, retryRaw, retryErr, true
			calls++
		}
	}
	for i := range out {
		out[i].Attempts = calls
	}
	switch {
	case fault.Is(err, fault.BadReply), fault.Is(err, fault.WindowTooSmall):
		return e.split(ctx, pieces, part, splits, out, raw, err)
	case err != nil:
		return out, err
	}
	cut := reply.Cut || raw.Truncated
	var rest []int
	last := -1
	for i, found := range reply.Pieces {
		if found != nil {
			last = i
		}
	}
	for i, found := range reply.Pieces {
		// The last text of a reply that broke off may lack items.
		if found == nil || cut && i == last && len(pieces) > 1 {
			rest = append(rest, i)
			continue
		}
		out[i].Done, out[i].Extraction, out[i].Way = true, *found, way(reply.Rung, again)
	}
	if cut && len(pieces) == 1 {
		return e.finish(ctx, pieces[0], part, splits, out)
	}
	for _, i := range rest {
		one, err := e.ask(ctx, pieces[i:i+1], part, splits)
		one[0].Attempts += out[i].Attempts
		if one[0].Done && one[0].Way != GivenUp {
			one[0].Way = Split
		}
		out[i] = one[0]
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

func way(rung repair.Rung, again bool) Way {
	switch {
	case again:
		return AskedAgain
	case rung == repair.Salvaged:
		return Salvaged
	case rung == repair.Repaired, rung == repair.CutOut:
		return Repaired
	}
	return AsIs
}

// split makes smaller calls: for halves of a packet's pieces, or for each alone where the
// reply reached its limit; for halves of a single piece's text. A piece that cannot be
// halved is given up.
func (e Extractor) split(ctx context.Context, pieces []Piece, part Part, splits int, out []Outcome, raw llm.Reply,
	cause error) ([]Outcome, error) {
	if n := len(pieces); n > 1 {
		size := (n + 1) / 2
		if raw.Truncated {
			size = 1 // the packet was too much for the model
		}
		for start := 0; start < n; start += size {
			got, err := e.ask(ctx, pieces[start:min(start+size, n)], part, splits)
			for j, o := range got {
				o.Attempts += out[start+j].Attempts
				if o.Done && o.Way != GivenUp {
					o.Way = Split
				}
				out[start+j] = o
			}
			if err != nil {
				return out, err
			}
		}
		return out, nil
	}
	first, second, ok := halves(pieces[0])
	tooLarge := fault.Is(cause, fault.WindowTooSmall)
	most := maxSplits
	if raw.Truncated {
		most = maxLost
	}
	if !ok || splits >= most && !tooLarge {
		if tooLarge {
			return out, cause
		}
		out[0].Done, out[0].Way, out[0].Reason, out[0].Raw = true, GivenUp, fault.Brief(cause), clip(raw.Text)
		return out, nil
	}
	return e.both(ctx, first, second, part, splits, out)
}

// finish extracts the halves of a piece whose reply was cut off; where it cannot be
// halved, the part that was read counts.
func (e Extractor) finish(ctx context.Context, piece Piece, part Part, splits int, out []Outcome) ([]Outcome, error) {
	first, second, ok := halves(piece)
	if !ok || splits >= maxSplits {
		out[0].Way = Salvaged
		return out, nil
	}
	partial := out[0]
	both, err := e.both(ctx, first, second, part, splits, []Outcome{{Attempts: partial.Attempts}})
	if err == nil && both[0].Way == GivenUp {
		partial.Way, partial.Attempts = Salvaged, both[0].Attempts
		return []Outcome{partial}, nil
	}
	return both, err
}

func (e Extractor) both(ctx context.Context, first, second Piece, part Part, splits int, out []Outcome) ([]Outcome, error) {
	sum := out[0]
	for i, half := range []Piece{first, second} {
		got, err := e.ask(ctx, []Piece{half}, part, splits+1)
		if i == 0 {
			got[0].Attempts += sum.Attempts
			sum = got[0]
		} else {
			sum.and(got[0])
		}
		if err != nil {
			sum.Done = false
			return []Outcome{sum}, err
		}
		if sum.Way == GivenUp {
			break // the other half would be discarded
		}
	}
	if sum.Way != GivenUp {
		sum.Way = Split
	}
	return []Outcome{sum}, nil
}

// leastHalf is the smallest piece, in tokens, that is halved.
const leastHalf = 40

// halves cuts a piece at the sentence end nearest its middle.
func halves(p Piece) (first, second Piece, ok bool) {
	if p.Tokens < leastHalf {
		return p, p, false
	}
	sentences := text.Sentences(p.Text)
	if len(sentences) < 2 {
		return p, p, false
	}
	end := sentences[len(sentences)-1].End
	at, best := 0, end
	for _, s := range sentences[1:] {
		distance := 2*s.Start - end
		if distance < 0 {
			distance = -distance
		}
		if distance < best {
			at, best = s.Start, distance
		}
	}
	if at == 0 {
		return p, p, false
	}
	runes := []rune(p.Text)
	first, second = p, p
	first.Text, second.Text = string(runes[:at]), string(runes[at:])
	first.Tokens = p.Tokens * at / len(runes)
	second.Tokens = p.Tokens - first.Tokens
	return first, second, true
}

// clip cuts a stored reply to graph.MaxRawReply bytes.
func clip(s string) string {
	if len(s) <= graph.MaxRawReply {
		return s
	}
	return strings.ToValidUTF8(s[:graph.MaxRawReply], "")
}
