package chunk

import (
	"regexp"
	"sort"
	"strings"

	"grove/internal/load"
	"grove/internal/text"
)

// chapterLine is a line that opens a part of a book: "CHAPTER 12. Biographical.",
// "BOOK II", "第三回 史大郎夜走华阴县".
var chapterLine = regexp.MustCompile(`(?m)^[ \t　]*((?:CHAPTER|Chapter|BOOK|Book|PART|Part|VOLUME|Volume)[ \t]+(?:[0-9]{1,4}|[IVXLCDM]{1,8})\b[^\r\n]{0,120}|第[〇零一二三四五六七八九十百千两0-9]{1,8}[回章节卷部][^\r\n]{0,60})[ \t]*\r?$`)

// Chapters are the chapter lines of a text without headings of its own.
func Chapters(s string) []load.Heading {
	found := chapterLine.FindAllStringSubmatchIndex(s, -1)
	if len(found) == 0 {
		return nil
	}
	offsets := text.NewOffsets(s)
	out := make([]load.Heading, len(found))
	for i, m := range found {
		out[i] = load.Heading{Start: offsets.Rune(m[2]), Text: text.Truncate(strings.TrimSpace(s[m[2]:m[3]]), maxHeading)}
	}
	return out
}

// maxHeading is the longest heading kept, in runes.
const maxHeading = 120

// headingAt is the last heading that starts at or before an offset.
func headingAt(headings []load.Heading, offset int) string {
	i := sort.Search(len(headings), func(i int) bool { return headings[i].Start > offset })
	if i == 0 {
		return ""
	}
	return headings[i-1].Text
}
