package graphreader

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"grove/internal/fault"
	"grove/internal/llm"
	"grove/internal/text"
)

// temperature is that of the published agent.
const temperature = 0.2

// ask asks a prompt, and once more with what was wrong if the reply cannot be
// used and most, the number of calls allowed, is above 1. used is the number made.
func ask[T any](ctx context.Context, s *llm.Session, p llm.Prompt[T], most int) (answer T, used int, err error) {
	answer, err = llm.Ask(ctx, s, p)
	if most < 2 || !fault.Is(err, fault.BadReply) {
		return answer, 1, err
	}
	answer, err = llm.Ask(ctx, s, llm.Prompt[T](corrected[T]{p, reason(err)}))
	return answer, 2, err
}

// corrected is a prompt asked again, with what was wrong with the first reply.
type corrected[T any] struct {
	llm.Prompt[T]
	reason string
}

// Messages adds the reason.
func (c corrected[T]) Messages() []llm.Message {
	return append(c.Prompt.Messages(), llm.User("Your reply could not be used: "+c.reason+". Reply again, with one JSON object of the given form and nothing else."))
}

// reason is the innermost cause as plain ASCII, short enough for the room left for it.
func reason(err error) string {
	for e := errors.Unwrap(err); e != nil; e = errors.Unwrap(e) {
		err = e
	}
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, err.Error())
	return text.Truncate(plain, 60)
}

// parseObject reads the JSON object in a reply, whatever stands around it:
// reasoning, a fence, prose.
func parseObject(reply string, into any) error {
	var first error
	for at := strings.IndexByte(reply, '{'); at >= 0; {
		d := json.NewDecoder(strings.NewReader(reply[at:]))
		var raw json.RawMessage
		err := d.Decode(&raw)
		if err == nil {
			if err = json.Unmarshal(raw, into); err == nil {
				return nil
			}
		}
		if first == nil {
			first = err
		}
		next := strings.IndexByte(reply[at+1:], '{')
		if next < 0 || at > 1<<16 {
			break
		}
		at += 1 + next
	}
	if first != nil {
		return fmt.Errorf("not the JSON asked for: %w", first)
	}
	return errors.New("no JSON object in the reply")
}

// fenced puts text between two lines that it does not hold itself, so that
// nothing inside can pretend to end it.
func fenced(name, body string) string {
	fence := "====="
	for strings.Contains(body, fence) {
		fence += "="
	}
	return fence + " " + name + "\n" + body + "\n" + fence
}

// oneLine is a name or a fact as a single line of at most 300 runes.
func oneLine(s string) string { return text.Truncate(strings.Join(strings.Fields(s), " "), 300) }
