package chunk

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"grove/internal/load"
	"grove/internal/text"
)

// maxHeadingParagraph is the most runes of a paragraph that can be a chapter heading.
const maxHeadingParagraph = 120

var (
	// englishChapter: "CHAPTER I.", "Chapter 12. Loomings.", "BOOK THE FIRST", "Epilogue".
	englishChapter = regexp.MustCompile(`^(?:(?:CHAPTER|Chapter|BOOK|Book|PART|Part|VOLUME|Volume|ACT|Act|SCENE|Scene|CANTO|Canto|STAVE|Stave|LETTER|Letter|SECTION|Section)\s+` +
		`(?:[IVXLCDM]+|\d+|(?i:(?:the\s+)?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)))` +
		`(?:\s*[.:,;—–-].*|\s+\p{Lu}.*)?|(?:PROLOGUE|Prologue|EPILOGUE|Epilogue|PREFACE|Preface|INTRODUCTION|Introduction|CONCLUSION|Conclusion|APPENDIX|Appendix)[.:]?)$`)
	// chineseChapter: "第一回　张天师祈禳瘟疫", "第12章", "楔子 ...".
	chineseChapter = regexp.MustCompile(`^(?:第[0-9０-９〇零一二三四五六七八九十百千两]+[回章卷节部篇集]|楔子|引子|序章|序言|尾声|后记)(?:[\s　：:].*)?$`)
)

// chapters finds the chapter headings of a plain text: the first line of a
// short paragraph that says chapter, book, part and the like with a number, 第…回
// or 第…章, or prologue and the like alone.
func chapters(s string, paragraphs []text.Span, offsets *text.Offsets) []load.Heading {
	var out []load.Heading
	for _, x := range paragraphs {
		paragraph := s[offsets.Byte(x.Start):offsets.Byte(x.End)]
		body := strings.TrimSpace(paragraph)
		if len(body) > maxHeadingParagraph*utf8.UTFMax || utf8.RuneCountInString(body) > maxHeadingParagraph {
			continue
		}
		line := body
		if i := strings.IndexAny(body, "\r\n"); i >= 0 {
			line = strings.TrimSpace(body[:i])
		}
		if !englishChapter.MatchString(line) && !chineseChapter.MatchString(line) {
			continue
		}
		start := x.Start + utf8.RuneCountInString(paragraph[:strings.Index(paragraph, body)])
		out = append(out, load.Heading{Start: start, Text: line})
	}
	return out
}
