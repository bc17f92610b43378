package cypher

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

// Statement is one Cypher statement with its parameters. No name, text or other
// value from outside is ever part of Text; checked labels and relation types are.
type Statement struct {
	Text   string         `json:"text"`
	Params map[string]any `json:"params"`
}

// Render returns the statement of a read operation on a workspace, whichever
// store carries the operation out. query is one of the query types of package
// graph, or CountsQuery, SchemaQuery, VocabularyQuery, EmbedderQuery, ChangeNumberQuery,
// Page or Drawing of this one.
func Render(workspace string, query any) (Statement, error) {
	w, err := scopeOf(workspace)
	if err != nil {
		return Statement{}, err
	}
	return render(w, query)
}

// render is Render for a checked workspace. A Statement stays as it is.
func render(w scope, query any) (Statement, error) {
	if q, ok := query.(interface{ Check() error }); ok {
		if err := q.Check(); err != nil {
			return Statement{}, err
		}
	}
	switch q := query.(type) {
	case Statement:
		return q, nil
	case graph.DocumentsQuery:
		return renderDocuments(w, q), nil
	case graph.ChunksQuery:
		return renderChunks(w, q), nil
	case graph.FactsQuery:
		return renderFacts(w, q), nil
	case graph.KeyElementsQuery:
		return renderKeyElements(w, q), nil
	case graph.FindQuery:
		return renderFind(w, q), nil
	case graph.AttributesQuery:
		return renderAttributes(w, q), nil
	case graph.MentionsQuery:
		return renderMentions(w, q), nil
	case graph.NeighboursQuery:
		return renderNeighbours(w, q), nil
	case graph.RelationsQuery:
		return renderRelations(w, q)
	case graph.PathsQuery:
		return renderPaths(w, q)
	case graph.ChangesQuery:
		return renderChanges(w, q), nil
	case graph.ExtractionsQuery:
		return renderExtractions(w, q), nil
	case graph.CommunitiesQuery:
		return renderCommunities(w, q), nil
	case graph.MembersQuery:
		return renderMembers(w, q), nil
	case graph.QuarantinedQuery:
		return renderQuarantined(w, q), nil
	case graph.DecisionsQuery:
		return renderDecisions(w, q), nil
	case graph.ProposalsQuery:
		return renderProposals(w, q), nil
	case graph.ProposingQuery:
		return renderProposing(w, q), nil
	case graph.SchemaVersionsQuery:
		return renderSchemaVersions(w, q), nil
	case graph.EmbeddingsQuery:
		return renderEmbeddings(w, q), nil
	case graph.EpisodesQuery:
		return renderEpisodes(w, q), nil
	case graph.EpisodeRepliesQuery:
		return renderEpisodeReplies(w, q), nil
	case graph.JobsQuery:
		return renderJobs(w, q), nil
	case CountsQuery:
		return renderCounts(w), nil
	case SchemaQuery:
		return renderSchema(w), nil
	case EmbedderQuery:
		return renderEmbedder(w), nil
	case VocabularyQuery:
		return renderVocabulary(w), nil
	case ChangeNumberQuery:
		return renderChangeNumber(w), nil
	case Page:
		return renderPage(w, q)
	case Drawing:
		return renderDrawing(w, q), nil
	}
	return Statement{}, fault.New(fault.Internal, "cypher.Render", fmt.Sprintf("%T", query), "not a read operation", "")
}

// Browser returns the statement as text to paste into Neo4j Browser or
// cypher-shell: a ":param" line for each parameter, sorted by name, then the
// text. Values are written as literals that nothing inside them can leave.
func (s Statement) Browser() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		b.WriteString(":param " + quoteName(name) + " => ")
		writeLiteral(&b, s.Params[name])
		b.WriteString(";\n")
	}
	b.WriteString(s.Text)
	b.WriteString(";\n")
	return b.String()
}

// writeLiteral writes a parameter's value as a Cypher literal on one line.
func writeLiteral(b *strings.Builder, value any) {
	switch v := value.(type) {
	case nil:
		b.WriteString("null")
	case string:
		writeString(b, v)
	case int, int64, bool, json.Number: // a Number: parameters that were stored as JSON and read again
		fmt.Fprint(b, v)
	case float64:
		b.WriteString(strconv.FormatFloat(v, 'f', -1, 64))
	case time.Time:
		b.WriteString("datetime('" + v.UTC().Format(time.RFC3339) + "')")
	case []any:
		writeList(b, v)
	case []string:
		writeList(b, v)
	case []int64:
		writeList(b, v)
	case []map[string]any:
		writeList(b, v)
	case map[string]any:
		b.WriteByte('{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quoteName(key) + ": ")
			writeLiteral(b, v[key])
		}
		b.WriteByte('}')
	default:
		// Only the types above are ever put into Params; a new one shows in the golden files.
		writeString(b, fmt.Sprint(v))
	}
}

func writeList[E any](b *strings.Builder, list []E) {
	b.WriteByte('[')
	for i, e := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		writeLiteral(b, e)
	}
	b.WriteByte(']')
}

// writeString writes a string literal. Everything that could end the literal or
// the line is escaped; control and format characters are, so that they are seen.
func writeString(b *strings.Builder, s string) {
	b.WriteByte('\'')
	for _, r := range s {
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r <= 0xFFFF && !strconv.IsPrint(r):
			fmt.Fprintf(b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('\'')
}
