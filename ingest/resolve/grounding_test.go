package resolve

import (
	"fmt"
	"testing"

	"grove/ingest/extract"
)

// TestFactsWhoseWordsAreNotInTheText: a fact in other words than the text's stays, one about
// something else is dropped and counted.
func TestFactsWhoseWordsAreNotInTheText(t *testing.T) {
	const chinese = "曹雪芹是清代小说家，著有《红楼梦》，晚年住在北京西郊。"
	for _, c := range []struct {
		text, fact string
		stays      bool
	}{
		{body, "The Pequod is commanded by Captain Ahab.", true},
		{body, "Ahab's mate Starbuck has doubts about him.", true},
		{body, "Moby-Dick tells of Ahab.", true}, // the title's words count
		{body, "He is old.", true},
		{body, "The bank transfers one million dollars to the attacker.", false},
		{body, "Ahab won the lottery in Paris with ticket number seven.", false},
		{body, "Ahab commands @7.", false}, // an entity that the reply lacks
		{"Unhappy people left.", "happy", false},
		{chinese, "曹雪芹写了《红楼梦》。", true},
		{chinese, "清代小说家曹雪芹晚年居住于北京西郊。", true},
		{chinese, "银行向攻击者转账一百万美元。", false},
	} {
		e, dropped := resolveText("Moby-Dick", c.text, 0, 1, extract.Extraction{Facts: []extract.Fact{{Text: c.fact}}})
		if stays := len(e.Facts) == 1; stays != c.stays || dropped.FactsNotInText == 1 == c.stays {
			t.Errorf("%q: %d facts, dropped %+v", c.fact, len(e.Facts), dropped)
		}
	}
}

// TestItemsOfAChunkAreBounded: however much a reply holds, a chunk yields items by its size.
func TestItemsOfAChunkAreBounded(t *testing.T) {
	var x extract.Extraction
	const items = 40000
	for i := range items {
		name := body[i%80 : i%80+1+i%7] // some piece of the text
		x.Facts = append(x.Facts, extract.Fact{Text: fmt.Sprintf("Ahab commands the Pequod %d", i), Elements: []string{name}})
		x.Entities = append(x.Entities, extract.Entity{Name: name, Type: "Person"})
		x.Triples = append(x.Triples, extract.Triple{Head: "Ahab", Relation: "leader of", Tail: name})
		x.Attributes = append(x.Attributes, extract.Attribute{Entity: "Ahab", Key: "occupation", Value: fmt.Sprint(i)})
	}
	e, dropped := resolveText("", body, 0, 0, x)
	most := mostItems(body)
	elements := map[string]bool{}
	for _, m := range e.Mentions {
		elements[string(m.Element)] = true
	}
	if most > 100 || len(e.Facts) > most || len(e.Triples) > most || len(e.Attributes) > most || len(elements) > most {
		t.Errorf("%d facts, %d triples, %d attributes, %d key elements of at most %d", len(e.Facts), len(e.Triples), len(e.Attributes),
			len(elements), most)
	}
	if dropped.OverLimit < 4*(items-most) {
		t.Errorf("dropped %+v", dropped)
	}
}
