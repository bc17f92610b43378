package graphreader

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/query"
)

// note is one entry of a notebook and the chunks it came from.
type note struct {
	text   string
	chunks []graph.ID
}

// replyNote is a note as models write it; chunks are labels.
type replyNote struct {
	Note   string   `json:"note"`
	Chunks []string `json:"chunks"`
}

// noteSchema is the JSON Schema of a notebook in a reply.
const noteSchema = `"notebook":{"type":"array","items":{"type":"object","properties":{"note":{"type":"string"},"chunks":{"type":"array","items":{"type":"string"}}},"required":["note","chunks"],"additionalProperties":false}}`

// labels give chunks short names in prompts, c1 and on, in the order of their
// first use on a path.
type labels struct {
	ids   []graph.ID
	known map[graph.ID]string
}

func newLabels() *labels { return &labels{known: map[graph.ID]string{}} }

// of is the label of a chunk.
func (l *labels) of(id graph.ID) string {
	if s, ok := l.known[id]; ok {
		return s
	}
	l.ids = append(l.ids, id)
	l.known[id] = "c" + strconv.Itoa(len(l.ids))
	return l.known[id]
}

// chunk is the chunk with a label. A model may write the label in brackets or quotes.
func (l *labels) chunk(label string) (graph.ID, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToLower(strings.Trim(label, "[]()#\"' ")), "c"))
	if err != nil || n < 1 || n > len(l.ids) {
		return "", false
	}
	return l.ids[n-1], true
}

// labelIn finds labels in what a model wrote for one: "c1", "c1, c2", "chunk c3".
var labelIn = regexp.MustCompile(`(?i)\bc?\d+\b`)

// notes reads a notebook from a reply. Unknown labels are dropped, empty notes too.
func (l *labels) notes(reply []replyNote) []note {
	var out []note
	for _, r := range reply {
		if strings.TrimSpace(r.Note) == "" {
			continue
		}
		n := note{text: strings.TrimSpace(r.Note)}
		for _, c := range labelIn.FindAllString(strings.Join(r.Chunks, " "), -1) {
			if id, ok := l.chunk(c); ok && !slices.Contains(n.chunks, id) {
				n.chunks = append(n.chunks, id)
			}
		}
		out = append(out, n)
	}
	return out
}

// write is a note as prompts show it: "[c1, c2] text".
func (l *labels) write(n note) string {
	var list []string
	for _, c := range n.chunks {
		list = append(list, l.of(c))
	}
	return query.Defused(fmt.Sprintf("- [%s] %s", strings.Join(list, ", "), strings.Join(strings.Fields(n.text), " ")))
}

// bounded keeps the notes that fit into so many tokens: the most relevant to
// the question where not all do. It gives them in order and tells how many went.
func bounded(s *llm.Session, kit *offline.Kit, question string, notes []note, tokens int, write func(note) string) (kept []note, cut int) {
	texts := make([]string, len(notes))
	for i, n := range notes {
		texts[i] = write(n)
	}
	for _, i := range query.BestFit(s, texts, tokens, func() []float64 { return kit.Rank(question, texts) }) {
		kept = append(kept, notes[i])
	}
	return kept, len(notes) - len(kept)
}
