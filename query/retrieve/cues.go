package retrieve

import (
	"maps"
	"slices"
	"strings"

	"grove/internal/text"
)

// cueTable maps words of questions, before the colon, to the cue words that occur in texts
// near the name that answers them.
const cueTable = `
director directed directs direct: directed director direction film-maker
composer composed compose composes: composed music score composer soundtrack
performer performed performs sung sings singer sang song: by singer performed recorded artist band performer vocals album single
recorded album: by band recorded artist singer
producer produced: produced producer production
writer wrote written author writes: written wrote by author novel writer
screenwriter: written screenplay writer wrote
mother: daughter son born child mother parents
father: son daughter born child father parents
parents: son daughter born father mother
child children son daughter: son daughter child children father mother
grandfather grandmother grandparents: son daughter father mother grandson granddaughter
uncle aunt nephew niece: son daughter brother sister father mother nephew
stepmother stepfather: son daughter father mother married wife husband
sibling siblings brother sister: brother sister sibling siblings
wife husband spouse married marry partner: married wife husband widow spouse wedding
mother-in-law father-in-law: married wife husband daughter son
founder founded founders establish established: founded founder established formed created co-founded
creator created: created creator developed
star starred stars starring cast actor actress played plays: starring stars played actor actress role starred features portrayed
character: character role played portrayed
editor editors: edited editor
publisher published: published publisher
developer developed: developed developer
manufacturer manufactured made: manufactured made produced built
owner owned owns: owned owner bought acquired
employer works worked: worked employed professor
educated education studied attended alma: educated studied graduated attended university college school
teacher student taught: studied taught student pupil teacher
born birth birthplace birthdate: born native birth
died death die dies: died death killed
buried burial: buried cemetery interred
country nationality national: in from country nation located
located location situated: located in situated lies
city town village: in located city town
county district state province region: in county district state province located part
capital: capital city
river lake mouth: river flows tributary lake
continent: located
headquartered headquarters based: headquartered headquarters based
team club plays: played plays club team signed
league: league plays
coach manager: coach manager managed coached
party: party member politician
president prime minister leader governor mayor: president minister leader governor mayor elected
king queen emperor ruler monarch: king queen emperor reign throne
successor succeeded predecessor preceded: succeeded successor predecessor preceded
label: label records released signed
genre: genre
language: language
religion church: church religion
award awards won prize: award won awarded prize
network channel aired broadcast: network aired broadcast channel
distributor distributed: distributed released
university college school: university college school
member members: member members band group
named namesake: named after
replaced: replaced
invented inventor discovered discoverer: invented discovered inventor
designed architect designer: designed architect built
operator operated: operated operator
subsidiary parent: subsidiary owned parent
battle war: battle war fought
designer: designed
occupation profession: was is
`

// cues are the cue words by search term of the question.
type cues map[uint32]*cueWords

// cueWords are search terms, and folded stop words, which are not terms.
type cueWords struct{ terms, small map[uint32]bool }

func newCueWords() *cueWords { return &cueWords{map[uint32]bool{}, map[uint32]bool{}} }

// add adds the words of other, which may be nil.
func (c *cueWords) add(other *cueWords) {
	if other != nil {
		maps.Copy(c.terms, other.terms)
		maps.Copy(c.small, other.small)
	}
}

// newCues converts the table to the numbers of a lexicon, without words that no text has.
func newCues(l *lexicon) cues {
	c := cues{}
	for row := range strings.SplitSeq(strings.TrimSpace(cueTable), "\n") {
		inQuestion, inText, _ := strings.Cut(row, ":")
		near := newCueWords()
		for t := range strings.FieldsSeq(inText) {
			if id := number(l.lowers, t, false); id != none && text.IsStop(t) {
				near.small[id] = true
			}
			for _, id := range l.known(t) {
				near.terms[id] = true
			}
		}
		for _, id := range l.known(inQuestion) {
			if c[id] == nil {
				c[id] = newCueWords()
			}
			c[id].add(near)
		}
	}
	return c
}

// known returns the numbers of the search terms of s that some text has.
func (l *lexicon) known(s string) (out []uint32) {
	for _, t := range text.Terms(s) {
		if id := number(l.terms, t, false); id != none {
			out = append(out, id)
		}
	}
	return out
}

// The window of a cue, in words before and after a name; cueAfterCost multiplies the
// distance of words after it, and cueFading is the decay by distance.
const (
	cueBefore    = 9
	cueAfter     = 7
	cueAfterCost = 1.3
	cueFading    = 0.25
)

// cueNear returns the proximity of the nearest cue word to a name in its sentence: 1 if
// adjacent, falling with the distance, 0 for none.
func (x *Index) cueNear(c *cueWords, tokens []token, m match) float64 {
	closest := 0.0
	try := func(i, distance int, cost float64) {
		t := tokens[i]
		if !c.small[t.lower] && !slices.ContainsFunc(x.lexicon.words[t.word].terms, func(id uint32) bool { return c.terms[id] }) {
			return
		}
		closest = max(closest, 1/(1+float64(cueFading*(float64(float64(distance)*cost)-1))))
	}
	for i := m.first - 1; i >= 0 && i >= m.first-cueBefore; i-- {
		if tokens[i+1].gap == startGap {
			break
		}
		try(i, m.first-i, 1)
	}
	for i := m.last; i < len(tokens) && i < m.last+cueAfter && tokens[i].gap != startGap; i++ {
		try(i, i-m.last+1, cueAfterCost)
	}
	return closest
}
