package extract

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"grove/schema"
)

// TestLinesSayWhatRowsSay: a reply of lines is read as the same items as lists of fields.
func TestLinesSayWhatRowsSay(t *testing.T) {
	want, err := one("x").Parse(`{"entities":[["Mara Lind","Person","sister of Jon Lind"],["Oslo","Location"],["Jon Lind","Person"],["Fjord Quartet","Organization"]],
 "facts":[["Mara Lind was born in Oslo in 1951.","born","1951","Mara Lind","Oslo"],
  ["Mara Lind's first violin and Jon Lind's * cello* of M*A*S*H are lost.","first violin","lost","Mara Lind","Jon Lind"]],
 "triples":[["Mara Lind","born in","Oslo"],["Mara Lind","sibling of","Jon Lind"],["Fjord Quartet","founded by","Mara Lind"],["Fjord Quartet","founded by","Jon Lind"]],
 "attributes":[["Mara Lind","date of birth","1951"],["Mara Lind","other name","M. Lind"]]}`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := one("x").Parse(`{"entities":["Mara Lind|Person|sister of @3|date of birth: 1951|other name: M. Lind","Oslo|Location","Jon Lind | Person","Fjord Quartet|Organization"],
 "facts":["@1 was *born* in @2 in 1951.","@1's *first violin* and @3's * cello* of M*A*S*H are *lost*."],
 "triples":["@1 born in @2; sibling of @3","@4 founded by @1 @3"]}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []*Extraction{want.Pieces[0], got.Pieces[0]} {
		for _, f := range e.Facts {
			slices.Sort(f.Elements)
		}
	}
	if !reflect.DeepEqual(got.Pieces[0], want.Pieces[0]) {
		t.Errorf("%+v\nwant %+v", got.Pieces[0], want.Pieces[0])
	}
}

func TestFactsOfLines(t *testing.T) {
	n := names{"望川", "fi-7600", "Ada", "M*A*S*H"}
	for line, want := range map[string]Fact{
		"@1位于*北方*。":            {Text: "望川位于北方。", Elements: []string{"望川", "北方"}},
		"按@2*同捆*的*说明*@3操作。":    {Text: "按fi-7600同捆的说明Ada操作。", Elements: []string{"fi-7600", "同捆", "说明", "Ada"}},
		"@3@2*begin*fi 2*3*4.": {Text: "Adafi-7600*begin*fi 2*3*4.", Elements: []string{"Ada", "fi-7600"}},
		"*@4* is a *film*":     {Text: "M*A*S*H is a film", Elements: []string{"M*A*S*H", "film"}},
		"按*同捆**说明*操作*@3**@2*":  {Text: "按同捆说明操作Adafi-7600", Elements: []string{"同捆", "说明", "Ada", "fi-7600"}},
		"**@3** was **born**.": {Text: "Ada was born.", Elements: []string{"Ada", "born"}},
		"Mail a@1.com, @9 *":   {Text: "Mail a@1.com, @9 *", Elements: nil},
	} {
		text, elements := n.in(line)
		if got := (Fact{Text: text, Elements: elements}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestReferencesAreWhole: what goes on as a word is no reference, and the number before an entity's name is no part of it.
func TestReferencesAreWhole(t *testing.T) {
	if got, _ := (names{"Ada"}).in("@1SOS plays with @1."); got != "@1SOS plays with Ada." {
		t.Error(got)
	}
	if e, _ := entityLine("@1 Mara Lind|Person", schema.General()); e.Name != "Mara Lind" {
		t.Error(e.Name)
	}
}

func TestTriplesOfLines(t *testing.T) {
	n := names{"Ada", "Bo", "Oslo"}
	for line, want := range map[string][]Triple{
		"@1 knows @2":                      {{Head: "Ada", Relation: "knows", Tail: "Bo"}},
		"@1|BORN_IN|@3.":                   {{Head: "Ada", Relation: "BORN_IN", Tail: "Oslo"}},
		"@1 parent of @2, @3; @2 knows @1": {{Head: "Ada", Relation: "parent of", Tail: "Bo"}, {Head: "Ada", Relation: "parent of", Tail: "Oslo"}, {Head: "Bo", Relation: "knows", Tail: "Ada"}},
		"@1 lived in New York; keeps @2;":  {{Head: "Ada", Relation: "LIVED_IN", Tail: "New York"}, {Head: "Ada", Relation: "keeps", Tail: "Bo"}},
		"@1师从@2；出生于@3。":                    {{Head: "Ada", Relation: "师从", Tail: "Bo"}, {Head: "Ada", Relation: "出生于", Tail: "Oslo"}},
		"@1: founded by @2 and @3":         {{Head: "Ada", Relation: "founded by", Tail: "Bo"}, {Head: "Ada", Relation: "founded by", Tail: "Oslo"}},
		"@1 envies someone":                {{Head: "Ada", Tail: "envies someone"}},
		"knows @2":                         {{Head: "knows @2"}},
		"@1 knows @7":                      {{Head: "Ada", Relation: "knows", Tail: "@7"}},
	} {
		if got := n.triples(line, schema.General()); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

func TestEntityLines(t *testing.T) {
	for line, want := range map[string]struct {
		entity     Entity
		attributes []Attribute
	}{
		"Ada":                {entity: Entity{Name: "Ada"}},
		"Ada|Person|age: 40": {Entity{Name: "Ada", Type: "Person"}, []Attribute{{"Ada", "age", "40", ""}}},
		"Ada|Person|mill: hers|age：40|eyes: two": {Entity{"Ada", "Person", "mill: hers"}, []Attribute{{"Ada", "age", "40", ""}, {"Ada", "eyes", "two", ""}}},
		"Ada|Person|miller|stray":                {Entity{"Ada", "Person", "miller"}, []Attribute{{"Ada", "", "stray", ""}}},
	} {
		if e, a := entityLine(line, schema.General()); e != want.entity || !slices.Equal(a, want.attributes) {
			t.Errorf("%s: %+v, %+v", line, e, a)
		}
	}
}

// TestNothingInAText: empty lists are an extraction without items, of one text and of several.
func TestNothingInAText(t *testing.T) {
	p := Prompt{Pieces: []Piece{{Text: "1"}, {Text: "2"}}, Schema: schema.General()}
	const nothing = `"entities":[],"facts":[],"triples":[]}`
	got, err := p.Parse(`{"texts":[{"id":"` + handle(0, p.Pieces[0]) + `",` + nothing + `,{"id":"` + handle(1, p.Pieces[1]) + `",` + nothing + `]}`)
	if err != nil || got.Cut || got.Pieces[0] == nil || !got.Pieces[0].Empty() || got.Pieces[1] == nil || !got.Pieces[1].Empty() {
		t.Errorf("%v, %+v", err, got)
	}
	if got, err := one("1").Parse("{" + nothing); err != nil || !got.Pieces[0].Empty() {
		t.Errorf("%v, %+v", err, got)
	}
}

// TestReferencesOfOneText: a second object of a text has the entities of the first, a reply that lost items amid it is none, and a
// text's own "@1" is no reference.
func TestReferencesOfOneText(t *testing.T) {
	p := Prompt{Pieces: []Piece{{Text: "1"}, {Text: "Tap @1 @2 of a@2.com, @5SOS, 关注@3号线"}}, Schema: schema.General()}
	id := handle(0, p.Pieces[0])
	got, err := p.Parse(`{"texts":[{"id":"` + id + `","entities":["Ada|Person|singer|age: 40"]},{"id":"` + id + `","entities":[],"facts":["@1 sings."]}]}`)
	if err != nil || len(got.Pieces[0].Facts) != 1 || got.Pieces[0].Facts[0].Text != "Ada sings." {
		t.Errorf("%v, %+v", err, got)
	}
	if e := got.Pieces[0]; len(e.Entities) != 1 || len(e.Attributes) != 1 {
		t.Errorf("twice: %+v", e)
	}
	if texts := p.texts(); !strings.Contains(texts, "Tap @ 1 @ 2 of a@2.com, @5SOS, 关注@ 3号线") {
		t.Error(texts)
	}
	for _, lost := range []string{`{"entities":["Ada",{:::},"Di"],"facts":["@3 sings."]}`, `{"entities":["Ada",{:::},"Di"],"facts":["@2 sings."`} {
		if got, err := one("x").Parse(lost); err == nil {
			t.Errorf("read: %+v", got.Pieces[0])
		}
	}
	if got, err := one("x").Parse(`{"entities":["Ada","Bo","Di"],"facts":["@3 sings.","@2 pl`); err != nil || got.Pieces[0].Facts[0].Text != "Di sings." {
		t.Errorf("%v, %+v", err, got)
	}
}
