package query

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/graph"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

// Two documents differ where they say the same sentence with another value: "The
// office is located in Delft" beside "The office is located in Utrecht".

// sentenceFrame is a sentence without the value that answers: what stands before it,
// or, where the value opens the sentence, what stands behind it.
type sentenceFrame struct {
	before, after []string
	chinese       bool
	// again is true where the sentence opens with a word for something named elsewhere.
	again bool
}

var (
	// oneValue ends before what can have one value only.
	oneValue   = regexp.MustCompile(`(?i)\b(?:(?:is|are)(?: [a-z]+)?|(?:was|were)(?: [a-z]+(?:ed|en|born|built|led|held|made|set|won))?|lies|stands|costs|weighs|measures|opens|closes|starts|started|begins|began|ends|ended)(?: (?:in|on|at|by|from|near|to|of))?(?: (?:the|an?|dr|mr|mrs))?$`)
	wasAt      = regexp.MustCompile(`(?i)\b(?:was|were) (?:in|on|at|by|from|near|to|of)$`)
	oneDoer    = regexp.MustCompile(`(?i)^(?:(?:is|was|are|were) the|leads|led|heads|headed|owns|founded|designed|built|wrote|composed|directed|invented|discovered)\b`)
	oneValueZh = regexp.MustCompile(`(?:位于|坐落于|坐落在|在|是|为|由|于|叫|共有?|达到?|设在)$`)
	standingIn = regexp.MustCompile(`(?i)^(?:he|she|it|they|his|her|its|their|this|that|these|those|i|we|my|our)$|^[他她它其该此这那本]`)
	valueEnd   = regexp.MustCompile(`[,.;:()!?，。；：！？、（）]|\s(?:and|but|in|on|at|by|from|near|to|with|for|since|until|which|who|where|when|after|before)\s`)
	clauseEnds = "。；！？，,;!?"
)

// leastFrame is the least number of words of a frame, in Chinese of characters.
const (
	leastFrame   = 3
	leastFrameZh = 4
)

// frameOf takes the answer out of the sentence that states it. ok is false where what is
// left may be said of several things.
func frameOf(quote, answer string, counted bool) (sentenceFrame, bool) {
	quote = strings.TrimSpace(quote)
	at := strings.Index(quote, answer)
	if at < 0 || answer == "" {
		return sentenceFrame{}, false
	}
	before, after := quote[:at], quote[at+len(answer):]
	if han, _ := letters(quote); han > 0 {
		before = before[lastClause(before):]
		f := sentenceFrame{before: runes(before), chinese: true, again: standingIn.MatchString(before)}
		return f, len(f.before) >= leastFrameZh && oneValueZh.MatchString(before)
	}
	f := sentenceFrame{before: words(before)}
	if len(f.before) == 0 {
		f.after = words(after)
		return f, len(f.after) >= leastFrame && oneDoer.MatchString(strings.Join(f.after, " "))
	}
	lead := strings.Join(f.before, " ")
	f.again = standingIn.MatchString(f.before[0])
	return f, len(f.before) >= leastFrame && (oneValue.MatchString(lead) && !wasAt.MatchString(lead) || counted)
}

func lastClause(s string) int {
	i := strings.LastIndexAny(s, clauseEnds)
	if i < 0 {
		return 0
	}
	_, n := utf8.DecodeRuneInString(s[i:])
	return i + n
}

func runes(s string) []string { return strings.Split(strings.Join(strings.Fields(s), ""), "") }

// words are the words of a text in lower case.
func words(s string) []string {
	var out []string
	for _, w := range text.Words(s) {
		out = append(out, strings.ToLower(w.Text))
	}
	return out
}

// value is what a sentence has in the place of the answer, "" where it is another sentence.
func (f sentenceFrame) value(sentence, answer string) string {
	sentence = strings.TrimSpace(sentence)
	if f.chinese {
		lead := strings.Join(f.before, "")
		for from := 0; from < len(sentence); {
			if rest, ok := strings.CutPrefix(sentence[from:], lead); ok {
				return alike(cutAt(rest), answer)
			}
			next := strings.IndexAny(sentence[from:], clauseEnds)
			if next < 0 {
				break
			}
			_, n := utf8.DecodeRuneInString(sentence[from+next:])
			from += next + n
		}
		return ""
	}
	said := text.Words(sentence)
	offsets := text.NewOffsets(sentence)
	if n := len(f.before); n > 0 {
		if len(said) <= n || !slices.Equal(words(sentence)[:n], f.before) {
			return ""
		}
		return alike(cutAt(sentence[offsets.Byte(said[n-1].End):]), answer)
	}
	n := len(said) - len(f.after)
	if n < 1 || n > 5 || !slices.Equal(words(sentence)[n:], f.after) {
		return ""
	}
	return alike(strings.TrimSpace(sentence[:offsets.Byte(said[n-1].End)]), answer)
}

// cutAt is a text up to where a value ends in it.
func cutAt(s string) string {
	s = strings.TrimSpace(s)
	for _, m := range valueEnd.FindAllStringIndex(s, -1) {
		if s[m[0]] == '.' && m[1] < len(s) && s[m[1]] != ' ' || s[m[0]] == ',' && m[1] < len(s) && unicode.IsDigit(rune(s[m[1]])) {
			continue // 2.4, 1,200
		}
		return strings.TrimSpace(s[:m[0]])
	}
	return s
}

// alike is a value that is of the answer's kind, else "": a name beside a name, a number
// beside a number.
func alike(value, answer string) string {
	kind := func(s string) int {
		r, _ := utf8.DecodeRuneInString(s)
		switch {
		case strings.ContainsFunc(s, unicode.IsDigit):
			return 1
		case unicode.Is(unicode.Han, r):
			return 2
		case unicode.IsUpper(r):
			return 3
		}
		return 0
	}
	value = strings.TrimPrefix(value, "the ")
	if value == "" || kind(value) == 0 || kind(value) != kind(answer) || len(text.Words(value)) > 6 && kind(value) != 2 || utf8.RuneCountInString(value) > 40 {
		return ""
	}
	return value
}

// framed is another value for the answer in the same sentence of another document: of
// those that were read, else, if widely, of those that the graph has facts from about
// the same things.
func (f *Frame) framed(ctx context.Context, g Graph, own Citation, answer string, evidence []graph.ChunkRow, widely bool) (string, []Reference, error) {
	frame, ok := frameOf(own.Quote, answer, f.Parsed.Type == offline.HowMany)
	if !ok || f.Parsed.Choice != "" || len(f.Parsed.Lookups) > 0 && len(f.Parsed.Lookups[0].Path) > 1 {
		return "", nil, nil
	}
	frame.again = frame.again || !frame.names(f.Parsed.Wanted())
	title := ""
	for _, row := range evidence {
		if row.Document == own.Document.ID {
			title = row.Title
		}
	}
	if rival, places := frame.among(evidence, own, title, answer); rival != "" || !widely {
		return rival, places, nil
	}
	rows, err := f.stating(ctx, g, frame, own, answer)
	if err != nil {
		return "", nil, err
	}
	rival, places := frame.among(rows, own, title, answer)
	return rival, places, nil
}

// names tells whether the frame itself says what a question is about: a name in it, where
// the question has names, else any of its words. "The price is" says of no pump.
func (s sentenceFrame) names(wanted []string) bool {
	proper := func(w string) bool {
		return strings.ContainsFunc(w, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) || unicode.Is(unicode.Han, r) })
	}
	if slices.ContainsFunc(wanted, proper) {
		wanted = slices.DeleteFunc(slices.Clone(wanted), func(w string) bool { return !proper(w) })
	}
	own := " " + strings.Join(slices.Concat(s.before, s.after), " ") + " "
	said := func(w string) bool {
		w = strings.TrimPrefix(strings.TrimPrefix(w, "the "), "The ")
		if s.chinese {
			return strings.Contains(strings.ReplaceAll(own, " ", ""), w)
		}
		return strings.Contains(own, " "+strings.Join(words(w), " ")+" ")
	}
	return len(wanted) == 0 || slices.ContainsFunc(wanted, said)
}

// among looks for the frame in chunks of other documents.
func (s sentenceFrame) among(rows []graph.ChunkRow, own Citation, title, answer string) (string, []Reference) {
	for _, row := range rows {
		if row.Document == own.Document.ID || s.again && (title == "" || row.Title == "" || !agree(title, row.Title)) {
			continue
		}
		for _, span := range text.Sentences(row.Text) {
			said := text.Slice(row.Text, span.Start, span.End)
			if v := s.value(said, answer); v != "" && !agree(v, answer) {
				return v, []Reference{{row.ID, row.Start + span.Start, row.Start + span.End, said}}
			}
		}
	}
	return "", nil
}

// The most key elements, facts and chunks that are looked through for a second source.
const (
	maxFramed      = 8
	maxFramedFacts = 200
)

// stating reads the chunks of other documents that have a fact with the frame.
func (f *Frame) stating(ctx context.Context, g Graph, frame sentenceFrame, own Citation, answer string) ([]graph.ChunkRow, error) {
	norms := f.framedNorms(frame)
	if frame.again || len(norms) == 0 {
		return nil, nil
	}
	elements, err := g.Find(ctx, graph.FindQuery{Norms: norms, Limit: maxFramed})
	if err != nil || len(elements) == 0 {
		return nil, err
	}
	ids := make([]graph.ID, len(elements))
	for i, e := range elements {
		ids[i] = e.ID
	}
	facts, err := g.Facts(ctx, graph.FactsQuery{Elements: ids, Limit: maxFramedFacts})
	if err != nil {
		return nil, err
	}
	var chunks []graph.ID
	for _, fact := range facts {
		if v := frame.value(fact.Text, answer); v != "" && !agree(v, answer) && fact.Document != own.Document.ID && len(chunks) < maxFramed && !slices.Contains(chunks, fact.Chunk) {
			chunks = append(chunks, fact.Chunk)
		}
	}
	if len(chunks) == 0 {
		return nil, nil
	}
	slices.Sort(chunks)
	return g.Chunks(ctx, graph.ChunksQuery{IDs: chunks, Limit: len(chunks)})
}

// framedNorms are the names under which what the frame speaks of may stand in the graph.
func (f *Frame) framedNorms(frame sentenceFrame) []string {
	var norms []string
	add := func(s string) {
		if n := text.Normalise(s); n != "" && !slices.Contains(norms, n) && len(norms) < maxFramed {
			norms = append(norms, n)
		}
	}
	for _, n := range f.Parsed.Wanted() {
		add(strings.TrimPrefix(strings.TrimPrefix(n, "the "), "The "))
	}
	for _, w := range slices.Concat(frame.before, frame.after) {
		if !frame.chinese && !text.IsStop(w) && len(w) > 3 {
			add(w)
		}
	}
	return norms
}
