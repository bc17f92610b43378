package reversion

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"grove/internal/eval/dataset"
	"grove/internal/lists"
	"grove/internal/text"
)

// Chapter is a part of the book.
type Chapter struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// DocumentsOf returns chapters as the documents of a data set.
func DocumentsOf(chapters []Chapter, language string) []dataset.Document {
	return lists.Map(chapters, func(c Chapter) dataset.Document {
		return dataset.Document{ID: c.ID, Title: c.Title, Lang: language, Text: c.Text}
	})
}

// heading matches a line that begins a chapter.
var heading = regexp.MustCompile(
	`(?m)^[ \t　]*(?:(?:CHAPTER|Chapter|BOOK|Book|PART|Part)[ \t]+[0-9IVXLC]+\b.*|第[〇零一二三四五六七八九十百千0-9]+[回章節节卷].*)$`)

const (
	// leastChapter is the least number of characters of a chapter; what is shorter is a line of a
	// table of contents.
	leastChapter = 500
	// partSize is the size of the parts of a book without headings, in characters.
	partSize = 12_000
)

// Chapters divides a book at its headings, or without any into parts of equal size at paragraph
// ends. Lines that are broken within a paragraph are joined.
func Chapters(book string) (out []Chapter) {
	book = strings.ReplaceAll(book, "\r\n", "\n")
	add := func(title, body string) {
		if body = unwrap(body); len([]rune(body)) >= leastChapter {
			out = append(out, Chapter{fmt.Sprintf("chapter-%03d", len(out)+1), text.OneLine(title), body})
		}
	}
	at := heading.FindAllStringIndex(book, -1)
	for i, span := range at {
		end := len(book)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		add(book[span[0]:span[1]], book[span[1]:end])
	}
	if len(out) >= 3 {
		return out
	}
	out = nil
	var part strings.Builder
	for _, p := range strings.SplitAfter(book, "\n\n") {
		part.WriteString(p)
		if part.Len() >= partSize {
			add("", part.String())
			part.Reset()
		}
	}
	add("", part.String())
	return out
}

// unwrap joins the lines of each paragraph. In a text without blank lines, each line is a paragraph.
func unwrap(body string) string {
	var out []string
	if !strings.Contains(strings.TrimSpace(body), "\n\n") {
		for _, line := range strings.Split(body, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				out = append(out, line)
			}
		}
		return strings.Join(out, "\n\n")
	}
	for _, p := range strings.Split(body, "\n\n") {
		separator := " "
		if text.Language(p) == "zh" {
			separator = ""
		}
		if p = strings.Join(strings.Fields(p), separator); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}

// split draws a third of the chapters as the reference, by the seed; the order of the book stays.
func split(chapters []Chapter, seed uint64) (rest, reference []Chapter) {
	drawn := lists.Set(dataset.Draws(seed, "chapters").Perm(len(chapters))[:len(chapters)/3])
	for i, c := range chapters {
		if drawn[i] {
			reference = append(reference, c)
		} else {
			rest = append(rest, c)
		}
	}
	return rest, reference
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
