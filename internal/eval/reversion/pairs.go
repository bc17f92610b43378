package reversion

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/internal/eval/dataset"
	"grove/internal/lists"
	"grove/internal/text"
)

// Item is a question on the anonymised text.
type Item struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Answer   string `json:"answer"`
	// Type is inference, bridge, comparison or composition.
	Type string `json:"type"`
	// Hops is the number of shared facts from the question to the answer; up to SimpleHops is simple.
	Hops int `json:"hops"`
	// Form is reversion or choice. A reversion item asks for the names of the tags in Asked, the
	// question and answer that were made; its answer has a line TAG——name for each.
	Form  string `json:"form"`
	Asked string `json:"asked,omitempty"`
	// Options are those of a multiple choice; Answer is one of them.
	Options []string `json:"options,omitempty"`
	// Facts are the anonymised facts that the answer rests on.
	Facts []string `json:"facts"`
}

// The forms and types of items.
const (
	FormReversion = "reversion"
	FormChoice    = "choice"

	inference   = "inference"
	bridge      = "bridge"
	comparison  = "comparison"
	composition = "composition"
)

// SimpleHops is the most hops of a simple item (Youtu-GraphRAG, table 5).
const SimpleHops = 4

// Class returns simple or complex.
func (i Item) Class() string {
	if i.Hops <= SimpleHops {
		return "simple"
	}
	return "complex"
}

// MostOf is the most items of one type, and of one class of compositions [Grove's].
const MostOf = 100

// Bounds on the facts and items [Grove's].
const (
	leastFact, mostFact = 12, 260 // characters
	mostTags            = 4
	// mostChoice is the most multiple choices of one type and class.
	mostChoice = 30
	// likeOptions are the tags named about as often as the answer, of which three become options.
	likeOptions = 8
	// longestChain is the most shared facts of a composition.
	longestChain = 6
	// mostOfTag is the most inferences and bridges of one tag, and compositions of one length from it.
	mostOfTag = 4
)

// pairer makes items from anonymised facts.
type pairer struct {
	words phrases
	// doubtful are the tags that no item is about.
	doubtful map[string]bool
	// of counts the sentences of the text by tag, with those by both tags, also where a tag is within a longer word.
	of   map[string]int
	with map[string]map[string]int
	// stated has the first fact that can be understood by itself, by both tags.
	stated map[string]map[string]string
	// made has the types and facts of the items made: the same ones seen from another tag are no further item.
	made map[string]bool
}

// newPairer takes the facts of a graph and all sentences of its text. Questions rest on facts of a fitting length with at most
// mostTags tags, none of them doubtful, each two of which a sentence has too: a fact may name whom the text only means. That
// something is so only once is counted over all sentences.
func newPairer(chinese bool, doubtful map[string]bool, facts, sentences []string) *pairer {
	p := &pairer{words: english, doubtful: doubtful, of: map[string]int{}, made: map[string]bool{},
		with: map[string]map[string]int{}, stated: map[string]map[string]string{}}
	if chinese {
		p.words = chineseWords
	}
	for _, s := range distinct(sentences) {
		tags := tagsOf(s)
		for _, tag := range tags {
			p.of[tag]++
		}
		eachPair(tags, func(a, b string) { entry(p.with, a)[b]++ })
	}
	for _, f := range distinct(facts) {
		tags, n := tagsOf(f), utf8.RuneCountInString(f)
		clear := n >= leastFact && n <= mostFact && len(tags) <= mostTags
		clear = clear && !slices.ContainsFunc(tags, func(tag string) bool { return doubtful[tag] })
		eachPair(tags, func(a, b string) { clear = clear && p.with[a][b] > 0 })
		if !clear {
			continue
		}
		eachPair(tagsAlone(f), func(a, b string) {
			if list := entry(p.stated, a); list[b] == "" {
				list[b] = f
			}
		})
	}
	return p
}

// distinct returns texts on one line each, in their order, without repetitions.
func distinct(list []string) []string {
	return lists.Once(lists.Map(list, text.OneLine))
}

// eachPair visits each two different tags, in both orders.
func eachPair(tags []string, visit func(a, b string)) {
	for _, a := range tags {
		for _, b := range tags {
			if a != b {
				visit(a, b)
			}
		}
	}
}

// entry returns the map of a tag, which it makes if there is none.
func entry[T any](of map[string]map[string]T, tag string) map[string]T {
	if of[tag] == nil {
		of[tag] = map[string]T{}
	}
	return of[tag]
}

// items returns the pairs of questions and answers, drawn by the seed, without ids.
func (p *pairer) items(seed uint64) []Item {
	return slices.Concat(p.inferences(seed), p.bridges(seed), p.comparisons(seed), p.compositions(seed))
}

// add appends an item, unless there is one of its type on the same facts.
func (p *pairer) add(list *[]Item, i Item) bool {
	key := i.Type + "\x00" + strings.Join(slices.Sorted(slices.Values(i.Facts)), "\x00")
	if p.made[key] {
		return false
	}
	p.made[key] = true
	*list = append(*list, i)
	return true
}

// fact returns a clear fact that two tags share.
func (p *pairer) fact(a, b string) (string, bool) {
	f, ok := p.stated[a][b]
	return f, ok
}

// drawn returns the tags in an order drawn by the seed.
func (p *pairer) drawn(seed uint64, purpose string) []string {
	tags := sorted(p.with)
	dataset.Draws(seed, purpose).Shuffle(len(tags), func(i, j int) { tags[i], tags[j] = tags[j], tags[i] })
	return tags
}

// inferences ask for the one fact that names two tags.
func (p *pairer) inferences(seed uint64) (out []Item) {
	for _, a := range p.drawn(seed, inference) {
		most := min(MostOf, len(out)+mostOfTag)
		for _, b := range sorted(p.with[a]) {
			if fact, ok := p.fact(a, b); ok && p.with[a][b] == 1 && len(out) < most {
				p.add(&out, Item{Question: fmt.Sprintf(p.words.inference, a, b), Answer: fact, Type: inference, Hops: 1,
					Facts: []string{fact}})
			}
		}
	}
	return out
}

// bridges ask for the only tag that shares facts with each of two that share none.
func (p *pairer) bridges(seed uint64) (out []Item) {
	for _, a := range p.drawn(seed, bridge) {
		most := min(MostOf, len(out)+mostOfTag)
		for _, c := range p.around(a, 2) {
			if p.with[a][c] > 0 || c == a || len(out) == most {
				continue
			}
			between := p.between(a, c)
			if len(between) != 1 {
				continue
			}
			b := between[0]
			first, ok := p.fact(a, b)
			second, also := p.fact(b, c)
			if !ok || !also {
				continue
			}
			p.add(&out, Item{Question: fmt.Sprintf(p.words.bridge[kindOf(b)], a, c), Answer: bracketed(b), Type: bridge, Hops: 2,
				Facts: []string{first, second}})
		}
	}
	return out
}

// around returns the tags that lie some shared facts away, in order.
func (p *pairer) around(tag string, steps int) []string {
	seen := map[string]bool{tag: true}
	at := []string{tag}
	for range steps {
		var next []string
		for _, a := range at {
			for _, b := range sorted(p.with[a]) {
				if !seen[b] {
					seen[b] = true
					next = append(next, b)
				}
			}
		}
		at = next
	}
	return at
}

// between returns the tags that share facts with both of two.
func (p *pairer) between(a, c string) (out []string) {
	return lists.Filter(sorted(p.with[a]), func(b string) bool { return b != c && p.with[b][c] > 0 })
}

// comparisons ask with which of two people another is named more often: at least three times, and
// twice as often.
func (p *pairer) comparisons(seed uint64) (out []Item) {
	for _, a := range p.drawn(seed, comparison) {
		var more, less []string
		for _, b := range sorted(p.with[a]) {
			_, ok := p.fact(a, b)
			switch n := p.with[a][b]; {
			case !ok || kindOf(a) != Person || kindOf(b) != Person:
			case n >= 3:
				more = append(more, b)
			case n == 1:
				less = append(less, b)
			}
		}
		if len(more) == 0 || len(less) == 0 || len(out) == MostOf {
			continue
		}
		r := dataset.Draws(seed, comparison+a)
		b, c := more[r.IntN(len(more))], less[r.IntN(len(less))]
		often, _ := p.fact(a, b)
		once, _ := p.fact(a, c)
		first, second := b, c
		if r.IntN(2) == 1 {
			first, second = c, b
		}
		p.add(&out, Item{Question: fmt.Sprintf(p.words.comparison, a, first, second), Answer: bracketed(b), Type: comparison, Hops: 2,
			Facts: []string{often, once}})
	}
	return out
}

// compositions ask for the tags on a chain of shared facts between two.
func (p *pairer) compositions(seed uint64) (out []Item) {
	counts := map[string]int{}
	for hops := 3; hops <= longestChain; hops++ {
		starts := p.drawn(seed, fmt.Sprint(composition, hops))
		for n := range mostOfTag * len(starts) {
			chain := p.chain(starts[n%len(starts)], hops, dataset.Draws(seed, fmt.Sprint("chain", hops, starts[n%len(starts)], n)))
			item := Item{Type: composition, Hops: hops}
			if chain == nil || counts[item.Class()] == MostOf {
				continue
			}
			var links, answers []string
			for i := 1; i < len(chain); i++ {
				links = append(links, fmt.Sprintf(p.words.link, p.unknown(chain, i-1), p.unknown(chain, i)))
				fact, _ := p.fact(chain[i-1], chain[i])
				item.Facts = append(item.Facts, fact)
				if i < len(chain)-1 {
					answers = append(answers, fmt.Sprintf(p.words.is, i, bracketed(chain[i])))
				}
			}
			item.Question = fmt.Sprintf(p.words.composition, strings.Join(links, p.words.comma), len(chain)-2)
			item.Answer = strings.Join(answers, p.words.comma)
			if p.add(&out, item) {
				counts[item.Class()]++
			}
		}
	}
	return out
}

// unknown returns the name of a place of a chain in a question: the tag at its ends, X1 and so on
// between them.
func (p *pairer) unknown(chain []string, i int) string {
	if i == 0 || i == len(chain)-1 {
		return bracketed(chain[i])
	}
	return fmt.Sprintf("X%d", i)
}

// chain returns distinct tags from one on, each with a fact shared with the next, and none with a
// fact shared with an earlier one but its neighbour; nil if there is no such chain.
func (p *pairer) chain(from string, hops int, r *rand.Rand) []string {
	for range 20 {
		chain := []string{from}
		for len(chain) <= hops {
			last := chain[len(chain)-1]
			var next []string
			for _, b := range sorted(p.with[last]) {
				_, ok := p.fact(last, b)
				if ok && !slices.ContainsFunc(chain, func(c string) bool { return c == b || c != last && p.with[c][b] > 0 }) {
					next = append(next, b)
				}
			}
			if len(next) == 0 {
				break
			}
			chain = append(chain, next[r.IntN(len(next))])
		}
		if len(chain) == hops+1 {
			return chain
		}
	}
	return nil
}

// choices returns multiple choices of the items whose answer has a tag, with three other tags of its
// kind, named about as often, that do not fit.
func (p *pairer) choices(items []Item, seed uint64) (out []Item) {
	counts := map[string]int{}
	for n, i := range items {
		tags := tagsOf(i.Answer)
		if i.Type == inference || i.Type == comparison || len(tags) == 0 || counts[i.Type+i.Class()] == mostChoice {
			continue
		}
		answer, asked := tags[0], tagsOf(i.Question)
		var others []string
		for _, t := range sorted(p.with) {
			fits := i.Type == composition && p.with[asked[0]][t] > 0 // the tag of a bridge is the only one that fits
			if kindOf(t) == kindOf(answer) && !p.doubtful[t] && t != answer && !slices.Contains(asked, t) && !fits {
				others = append(others, t)
			}
		}
		if len(others) < 3 {
			continue
		}
		r := dataset.Draws(seed, fmt.Sprint("choice", n))
		// Tags named about as often, so that the most frequent one is no answer by itself.
		apart := func(t string) int { return max(p.of[t]-p.of[answer], p.of[answer]-p.of[t]) }
		slices.SortStableFunc(others, func(a, b string) int { return apart(a) - apart(b) })
		others = others[:min(len(others), likeOptions)]
		r.Shuffle(len(others), func(a, b int) { others[a], others[b] = others[b], others[a] })
		options := append([]string{answer}, others[:3]...)
		r.Shuffle(len(options), func(a, b int) { options[a], options[b] = options[b], options[a] })
		for k := range options {
			options[k] = bracketed(options[k])
		}
		counts[i.Type+i.Class()]++
		i.Form, i.Options, i.Answer = FormChoice, options, bracketed(answer)
		if i.Type == composition {
			i.Question += p.words.first
		}
		out = append(out, i)
	}
	return out
}

func bracketed(tag string) string { return "[" + tag + "]" }

// phrases are the words of questions in one language.
type phrases struct {
	inference   string
	bridge      map[string]string
	comparison  string
	composition string
	// link is one shared fact of a composition, is one of its answers; first asks for the first alone.
	link, is, first, comma string
	// names asks for the names of tags, after a question and its answer.
	names string
}

var english = phrases{
	inference: "What does the one sentence say that names both [%s] and [%s]?",
	bridge: map[string]string{
		Person:   "Who is the only person that is named in one sentence with [%s] and in another with [%s]?",
		Location: "Which is the only place that is named in one sentence with [%s] and in another with [%s]?",
	},
	comparison:  "With whom is [%s] named in more sentences, with [%s] or with [%s]?",
	composition: "%s. Who or what can X1 to X%d be?",
	link:        "%s is named in one sentence with %s", is: "X%d is %s", first: " Which of these is X1?", comma: ", ",
	names: "Question: %s\nAnswer: %s\nWhich names do the tags stand for?",
}

var chineseWords = phrases{
	inference: "唯一同时提到[%s]和[%s]的那句话说了什么？",
	bridge: map[string]string{
		Person:   "唯一既与[%s]在同一句中被提到、又与[%s]在另一句中被提到的人是谁？",
		Location: "唯一既与[%s]在同一句中被提到、又与[%s]在另一句中被提到的地点是哪里？",
	},
	comparison:  "[%s]与谁在更多句子中一同被提到：[%s]还是[%s]？",
	composition: "%s。X1到X%d各可以是谁或何处？",
	link:        "%s与%s在同一句中被提到", is: "X%d是%s", first: "其中X1是哪一个？", comma: "，",
	names: "问题：%s\n答案：%s\n这些标签各代表什么名字？",
}
