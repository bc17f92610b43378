package graphreader

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
)

// note is an entry of a notebook with its source chunks.
type note struct {
	text   string
	chunks []graph.ID
}

func (n note) equal(o note) bool { return o.text == n.text && slices.Equal(o.chunks, n.chunks) }

// replyNote is a note in a reply; chunks are labels.
type replyNote struct {
	Note   string   `json:"note"`
	Chunks []string `json:"chunks"`
}

// noteSchema is the JSON Schema of a notebook in a reply.
const noteSchema = `"notebook":{"type":"array","items":{"type":"object",` +
	`"properties":{"note":{"type":"string"},"chunks":{"type":"array","items":{"type":"string"}}},` +
	`"required":["note","chunks"],"additionalProperties":false}}`

// labels maps chunks to short labels in prompts: c1, c2 and so on, in the order of their
// first use on a path.
type labels struct {
	ids    []graph.ID
	labels map[graph.ID]string
}

func newLabels() *labels { return &labels{labels: map[graph.ID]string{}} }

// of returns the label of a chunk.
func (l *labels) of(id graph.ID) string {
	if s, ok := l.labels[id]; ok {
		return s
	}
	l.ids = append(l.ids, id)
	l.labels[id] = "c" + strconv.Itoa(len(l.ids))
	return l.labels[id]
}

// chunk returns the chunk with a label, which may be in brackets or quotes.
func (l *labels) chunk(label string) (graph.ID, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToLower(strings.Trim(label, "[]()#\"' ")), "c"))
	if err != nil || n < 1 || n > len(l.ids) {
		return "", false
	}
	return l.ids[n-1], true
}

// labelIn matches the labels in a reply's label field: "c1", "c1, c2", "chunk c3".
var labelIn = regexp.MustCompile(`(?i)\bc?\d+\b`)

// notes converts the notebook of a reply. Unknown labels and empty notes are dropped.
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

// write formats a note for prompts: "[c1, c2] text".
func (l *labels) write(n note) string {
	chunks := strings.Join(lists.Map(n.chunks, l.of), ", ")
	return llm.Defused(fmt.Sprintf("- [%s] %s", chunks, text.OneLine(n.text)))
}
