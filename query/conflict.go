package query

import (
	"context"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/llm"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Conflict is what two sources say differently of the same thing.
type Conflict struct {
	A Claim `json:"a"`
	B Claim `json:"b"`
}

// Claim is an answer and the number of the verified citation that states it.
type Claim struct {
	Answer   string `json:"answer"`
	Citation int    `json:"citation"`
}

// contradict shows the rival of an answer, with a citation of its own. A model says
// in its reply what the rival is; offline it is looked for. A rival counts where
// it says something else, and stands in a verified quote from another document
// than the quote that the answer stands in.
func (f *Frame) contradict(ctx context.Context, g Graph, a *Answer, rival string, places []Reference, evidence []graph.ChunkRow, widely bool) error {
	own := slices.IndexFunc(a.Citations, func(c Citation) bool { return c.Verified && states(c.Quote, a.Answer) })
	if own < 0 {
		return nil
	}
	if a.Model == llm.OfflineName {
		if rival, places = f.rival(a.Citations[own], evidence); rival == "" || agree(rival, a.Answer) {
			var err error
			if rival, places, err = f.framed(ctx, g, a.Citations[own], a.Answer, evidence, widely); err != nil {
				return err
			}
		}
	}
	if rival == "" || agree(rival, a.Answer) || len(places) == 0 {
		return nil
	}
	cited, err := Cite(ctx, g, places)
	if err != nil {
		return err
	}
	for _, c := range cited {
		if c.Verified && c.Document.ID != a.Citations[own].Document.ID && states(c.Quote, rival) {
			n := slices.IndexFunc(a.Citations, func(o Citation) bool { return o.Chunk == c.Chunk && o.Start == c.Start && o.End == c.End })
			if n < 0 {
				n = len(a.Citations)
				c.N = n + 1
				a.Citations = append(a.Citations, c)
			}
			a.Conflicts = append(a.Conflicts, Conflict{Claim{a.Answer, own + 1}, Claim{rival, n + 1}})
			return nil
		}
	}
	return nil
}

// rival is what the kit answers without the document that an answer comes from,
// where both are found in a form that states them and the relation asked for has
// one value only; "" where it is anything else.
func (f *Frame) rival(own Citation, evidence []graph.ChunkRow) (string, []Reference) {
	q := f.Parsed
	if len(q.Lookups) != 1 || q.Choice != "" || !single(q.Lookups[0]) {
		return "", nil
	}
	title := ""
	var rows []graph.ChunkRow
	var passages []offline.Passage
	for _, row := range evidence {
		if row.Document == own.Document.ID {
			title = row.Title
		} else {
			rows, passages = append(rows, row), append(passages, offline.Passage{Title: row.Title, Text: row.Text})
		}
	}
	other := f.Kit.Answer(q, passages)
	if other.Abstained || !other.Sure {
		return "", nil
	}
	var places []Reference
	for _, s := range other.Support {
		row := rows[s.Passage]
		place := Reference{row.ID, row.Start + s.Start, row.Start + s.End, text.Slice(row.Text, s.Start, s.End)}
		if oneSubject(title, row.Title) || states(own.Quote, q.Lookups[0].Name) && states(place.Quote, q.Lookups[0].Name) {
			places = append(places, place)
		}
	}
	return other.Text, places
}

// oneSubject tells whether two documents can be about one thing by their titles:
// "Prince Georg of Halland" and "Prince Carl of Halland" are not. A document
// without a title speaks of what its text names.
func oneSubject(a, b string) bool { return a == "" || b == "" || agree(a, b) }

// single tells whether what is asked for in the end has one value: most people
// have more than one award, and some more than one spouse.
func single(l offline.Lookup) bool {
	switch l.Path[len(l.Path)-1] {
	case "date of birth", "date of death", "date of founding", "place of birth", "place of death", "place of burial", "cause of death",
		"director", "author", "founder", "mother", "father",
		"出生日期", "去世日期", "逝世日期", "出生地", "导演", "作者", "母亲", "父亲":
		return true
	}
	return false
}

// states tells whether a quote has an answer's terms in a row.
func states(quote, answer string) bool {
	return inRow(text.Terms(answer), text.Terms(quote)) || len(text.Terms(answer)) == 0 && strings.Contains(quote, strings.TrimSpace(answer))
}

// agree tells whether one answer has all terms of the other: "1890" and "4 May
// 1890" differ in detail alone.
func agree(a, b string) bool {
	inA, inB := termSet(a), termSet(b)
	all := func(part, whole map[string]bool) bool {
		for t := range part {
			if !whole[t] {
				return false
			}
		}
		return true
	}
	return all(inA, inB) || all(inB, inA)
}
