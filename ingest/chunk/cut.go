package chunk

import (
	"unicode"
	"unicode/utf8"

	"grove/internal/text"
)

// cutter divides a unit that is over the bound: it yields its parts in order,
// by byte offsets, with the cutter for a part that is still over it.
type cutter func(unit string, yield func(start, end int, finer cutter))

// anywhereBytes is the most bytes of a part that is cut anywhere. A token has at
// least one byte, so a part is never over a bound of that many tokens.
const anywhereBytes = minTokens

// sentences cuts behind the white space after each sentence.
func sentences(unit string, yield func(start, end int, finer cutter)) {
	offsets := text.NewOffsets(unit)
	start := 0
	for i, x := range text.Sentences(unit) {
		if i == 0 {
			continue
		}
		end := offsets.Byte(x.Start)
		yield(start, end, words)
		start = end
	}
	yield(start, len(unit), words)
}

// words cuts behind each run of white space.
func words(unit string, yield func(start, end int, finer cutter)) {
	start, space := 0, false
	for i, r := range unit {
		now := unicode.IsSpace(r)
		if space && !now && i > start {
			yield(start, i, anywhere)
			start = i
		}
		space = now
	}
	yield(start, len(unit), anywhere)
}

// anywhere cuts between runes.
func anywhere(unit string, yield func(start, end int, finer cutter)) {
	for start := 0; start < len(unit); {
		end := start
		for end < len(unit) {
			_, n := utf8.DecodeRuneInString(unit[end:])
			if end > start && end+n > start+anywhereBytes {
				break
			}
			end += n
		}
		yield(start, end, nil)
		start = end
	}
}
