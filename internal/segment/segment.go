// Package segment divides Chinese text into words as jieba 0.42.1 does, whose dictionary and model it has (words.py): the way through
// the words of the dictionary with the highest product of frequencies; a hidden Markov model divides what is left in single characters.
package segment

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed words.gz
var packed []byte

// entry is a word of the dictionary with its tag and the logarithm of its share of running text.
type entry struct {
	text, tag string
	share     float64
}

// model is the dictionary by the first two letters of its words, so that few are compared at a place, the shorter of two that begin alike
// first, and the logarithms of the emission probabilities of characters in the states B, M, E and S of the hidden Markov model.
type model struct {
	begin   map[uint64][]entry
	unknown float64
	emit    map[rune][states]float64
}

// never is the logarithm that stands for a probability of 0.
const never = -3.14e100

// The states of a character: the begin, the middle and the end of a word, and a word of one character.
const (
	stateB = iota
	stateM
	stateE
	stateS
	states
)

// The logarithms of the hidden Markov model: of the first state, and of a state behind each of the two that may stand before it; of
// equal ones the second counts.
var (
	start    = [states]float64{stateB: -0.26268660809250016, stateM: never, stateE: never, stateS: -1.4652633398537678}
	previous = [states][2]step{
		stateB: {{stateE, -0.5897149736854513}, {stateS, -0.7211965654669841}},
		stateM: {{stateB, -0.916290731874155}, {stateM, -1.2603623820268226}},
		stateE: {{stateB, -0.510825623765990}, {stateM, -0.33344856811948514}},
		stateS: {{stateE, -0.8085250474669937}, {stateS, -0.6658631448798212}},
	}
)

// step is a state before another one, with the logarithm of the probability of the way.
type step struct {
	from int
	log  float64
}

// load reads the model, once.
var load = sync.OnceValue(func() *model {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // of the embedded file: a test reads it
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		panic(err)
	}
	head, rest, _ := strings.Cut(string(raw), "\n")
	list, characters, _ := strings.Cut(rest, "\n\n")
	total := number(head)
	m := &model{unknown: math.Log(1) - math.Log(total), begin: map[uint64][]entry{}, emit: map[rune][states]float64{}}
	all := make([]entry, 0, strings.Count(list, "\n")+1)
	for line := range strings.Lines(list) {
		word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		count, tag, _ := strings.Cut(rest, " ")
		all = append(all, entry{word, tag, math.Log(number(count)) - math.Log(total)})
	}
	for from, to := 0, 0; from < len(all); from = to {
		k := key(all[from].text)
		for to < len(all) && key(all[to].text) == k {
			to++
		}
		m.begin[k] = all[from:to]
	}
	for line := range strings.Lines(characters) {
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		of := [states]float64{}
		for i, p := range parts[1:] {
			if of[i] = never; p != "" {
				of[i] = number(p)
			}
		}
		m.emit[[]rune(parts[0])[0]] = of
	}
	return m
})

func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err)
	}
	return x
}

// Words returns the words of a text, which concatenate to it; white space and punctuation are words of one character.
func Words(s string) (out []string) {
	m, from := load(), 0
	for i, r := range s {
		if !(han(r) || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("+#&._%-", r)) {
			_, size := utf8.DecodeRuneInString(s[i:]) // 1 for invalid UTF-8
			out, from = append(m.cut(out, s[from:i]), s[i:i+size]), i+size
		}
	}
	return m.cut(out, s[from:])
}

// Rarity is the negative logarithm of a word's share of running text, 0 of a sign; a word that the dictionary lacks has that of a
// frequency of 1.
func Rarity(word string) float64 {
	if !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return 0
	}
	m := load()
	if e, known := m.find(word); known {
		return -e.share
	}
	return -m.unknown
}

// Tag is the part of speech that the dictionary has for a word, "" for none: nr is a person, ns a place, nt an organisation.
func Tag(word string) string {
	e, _ := load().find(word)
	return e.tag
}

func han(r rune) bool { return '\u4e00' <= r && r <= '\u9fd5' }

// key is a number for the first two letters of a word; the second is 0 of a word of one letter.
func key(word string) uint64 {
	first, n := utf8.DecodeRuneInString(word)
	second, size := utf8.DecodeRuneInString(word[n:])
	if size == 0 {
		second = 0
	}
	return uint64(first)<<32 | uint64(second)
}

// find returns the entry of a word.
func (m *model) find(word string) (e entry, known bool) {
	list := m.begin[key(word)]
	at, known := slices.BinarySearchFunc(list, word, func(e entry, word string) int { return strings.Compare(e.text, word) })
	if known {
		e = list[at]
	}
	return e, known
}

// cut appends the words of a block.
func (m *model) cut(out []string, block string) []string {
	best, ends := make([]float64, len(block)+1), make([]int, len(block)) // by bytes, of the words from there on
	for i := len(block); i > 0; {
		_, size := utf8.DecodeLastRuneInString(block[:i])
		i -= size
		rest := block[i:]
		best[i], ends[i] = math.Inf(-1), i+size
		for _, begun := range [][]entry{m.begin[key(rest[:size])], m.begin[key(rest)]} {
			for _, e := range begun {
				if j := i + len(e.text); strings.HasPrefix(rest, e.text) && e.share+best[j] >= best[i] {
					best[i], ends[i] = e.share+best[j], j
				}
			}
		}
		if math.IsInf(best[i], -1) {
			best[i] = m.unknown + best[i+size]
		}
	}
	alone := 0 // where characters that stand alone begin
	for i := 0; i < len(block); i = ends[i] {
		if _, size := utf8.DecodeRuneInString(block[i:]); ends[i] > i+size {
			out, alone = append(m.divide(out, block[alone:i]), block[i:ends[i]]), ends[i]
		}
	}
	return m.divide(out, block[alone:])
}

// latin matches a word or number of other scripts.
var latin = regexp.MustCompile(`[a-zA-Z0-9]+(?:\.\d+)?%?`)

// divide appends the words of characters that stood alone.
func (m *model) divide(out []string, alone string) []string {
	if _, known := m.find(alone); known {
		return append(out, strings.Split(alone, "")...)
	}
	for alone != "" {
		first, _ := utf8.DecodeRuneInString(alone)
		end := strings.IndexFunc(alone, func(r rune) bool { return han(r) != han(first) })
		if end < 0 {
			end = len(alone)
		}
		part := alone[:end]
		alone = alone[end:]
		if han(first) {
			out = append(out, m.tag([]rune(part))...)
			continue
		}
		from := 0
		for _, at := range append(latin.FindAllStringIndex(part, -1), []int{len(part), len(part)}) {
			for _, piece := range []string{part[from:at[0]], part[at[0]:at[1]]} {
				if piece != "" {
					out = append(out, piece)
				}
			}
			from = at[1]
		}
	}
	return out
}

// tag returns the words of characters by the likeliest states (Viterbi).
func (m *model) tag(s []rune) (out []string) {
	var last [states]float64
	from := make([][states]int, len(s))
	for i, r := range s {
		emitted, ok := m.emit[r]
		if !ok {
			emitted = [states]float64{never, never, never, never}
		}
		var now [states]float64
		for state := range states {
			if i == 0 {
				now[state] = start[state] + emitted[state]
				continue
			}
			now[state] = math.Inf(-1)
			for _, p := range previous[state] {
				if x := last[p.from] + p.log + emitted[state]; x >= now[state] {
					now[state], from[i][state] = x, p.from
				}
			}
		}
		last = now
	}
	state := stateE
	if last[stateS] >= last[stateE] {
		state = stateS
	}
	end := len(s)
	for i := len(s) - 1; i >= 0; i-- {
		if state == stateB || state == stateS {
			out, end = append(out, string(s[i:end])), i
		}
		state = from[i][state]
	}
	if end > 0 {
		out = append(out, string(s[:end]))
	}
	slices.Reverse(out)
	return out
}
