//go:build data

package repair

import (
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"
)

// damage is a way in which models spoil JSON.
type damage struct {
	name string
	// do spoils a well-formed reply.
	do func(reply string) string
	// exact and part are floors in percent: of the replies read with their very
	// value, and with that or nothing but a part of it.
	exact, part float64
}

// damages go from what stands around JSON to what is wrong in it. The floors are
// a little under what was measured.
var damages = []damage{
	{"fence and prose", func(r string) string { return "Here is the JSON:\n```json\n" + r + "\n```\nI hope this helps!" }, 99.5, 99.5},
	{"reasoning with a draft", func(r string) string {
		return "<think>First {\"draft\": [1], then {this}. " + r[:len(r)/2] + "</think>\n" + r
	}, 99.5, 99.5},
	{"the prompt's example before", func(r string) string { return `For {"title": ["..."]} I get: ` + r }, 99.5, 99.5},
	{"packed in a string", func(r string) string {
		packed, _ := json.Marshal(r)
		return string(packed)
	}, 99.5, 99.5},
	{"Markdown's backslashes", func(r string) string { return strings.ReplaceAll(r, "_", `\_`) }, 99.5, 99.5},
	{"trailing commas", func(r string) string { return style{tail: ","}.render(r) }, 99.5, 99.5},
	{"missing commas", func(r string) string { return style{comma: "\n"}.render(r) }, 99.5, 99.5},
	{"single quotes", func(r string) string { return style{quotes: "''"}.render(r) }, 99.5, 99.5},
	{"single quotes, no escapes", func(r string) string { return style{quotes: "''", raw: true}.render(r) }, 99, 99},
	{"no escapes in texts", func(r string) string { return style{raw: true}.render(r) }, 99.5, 99.5},
	{"bare keys", func(r string) string { return style{bare: true}.render(r) }, 99.5, 99.5},
	{"comments", func(r string) string { return style{comma: ", // the next, \"if any\" {\n"}.render(r) }, 99.5, 99.5},
	{"full-width commas and colons", func(r string) string { return style{comma: "，", colon: "："}.render(r) }, 99.5, 99.5},
	{"all full-width", wide, 99, 99},
	{"corner brackets", func(r string) string { return style{quotes: "「」", raw: true}.render(r) }, 99.5, 99.5},
	{"last bracket missing", func(r string) string { return strings.TrimRight(r, " \n]}") + lastInner(r) }, 99.5, 99.5},
	{"cut at 60 %", cut60, 0, 75},
	{"the example, then cut at 60 %", func(r string) string { return "{\"title\": [\"...\"]}\n" + cut60(r) }, 0, 75},
	{"single quotes, cut at 60 %", func(r string) string { return cut60(style{quotes: "''"}.render(r)) }, 0, 57},
	{"no escapes, cut at 60 %", func(r string) string { return cut60(style{raw: true}.render(r)) }, 0, 57},
	{"bare keys, cut at 60 %", func(r string) string { return cut60(style{bare: true, tail: ","}.render(r)) }, 0, 57},
	{"all full-width, cut at 60 %", func(r string) string { return cut60(wide(r)) }, 0, 57},
}

func cut60(reply string) string { return reply[:len(reply)*6/10] }

// wide writes everything in full-width marks, with none escaped in the texts.
func wide(reply string) string {
	marks := style{quotes: "“”", comma: "，", colon: "：", brackets: "\x01\x02\x03\x04", raw: true}
	return strings.NewReplacer("\x01", "｛", "\x02", "｝", "\x03", "［", "\x04", "］").Replace(marks.render(reply))
}

// lastInner are the brackets at the end of a reply but for the last.
func lastInner(reply string) string {
	end := reply[len(strings.TrimRight(reply, " \n]}")):]
	return end[:len(end)-1]
}

// style writes a value in a notation that is not quite JSON's; the zero style is JSON.
type style struct {
	quotes, comma, colon, brackets string
	// tail stands before a closing bracket.
	tail string
	// bare writes keys without quotes, raw texts without escapes.
	bare, raw bool
}

func (s style) render(reply string) string {
	var v any
	if err := json.Unmarshal([]byte(reply), &v); err != nil {
		panic(err)
	}
	for _, d := range []struct {
		field *string
		value string
	}{{&s.quotes, `""`}, {&s.comma, ", "}, {&s.colon, ": "}, {&s.brackets, "{}[]"}} {
		if *d.field == "" {
			*d.field = d.value
		}
	}
	return s.value(v)
}

func (s style) value(v any) string {
	switch v := v.(type) {
	case map[string]any:
		var members []string
		for k, member := range v {
			members = append(members, s.key(k)+s.colon+s.value(member))
		}
		sort.Strings(members)
		return s.brackets[:1] + strings.Join(members, s.comma) + s.tailOf(members) + s.brackets[1:2]
	case []any:
		var elements []string
		for _, e := range v {
			elements = append(elements, s.value(e))
		}
		return s.brackets[2:3] + strings.Join(elements, s.comma) + s.tailOf(elements) + s.brackets[3:]
	case string:
		return s.text(v)
	}
	return fmt.Sprint(v)
}

func (s style) tailOf(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return s.tail
}

var word = regexp.MustCompile(`^\w+$`)

func (s style) key(k string) string {
	if s.bare && word.MatchString(k) {
		return k
	}
	return s.text(k)
}

func (s style) text(v string) string {
	q := []rune(s.quotes)
	if !s.raw {
		raw, _ := json.Marshal(v)
		v = string(raw[1 : len(raw)-1])
		if q[0] == '\'' {
			v = strings.ReplaceAll(strings.ReplaceAll(v, `\"`, `"`), `'`, `\'`)
		}
	}
	return string(q[0]) + v + string(q[1])
}
