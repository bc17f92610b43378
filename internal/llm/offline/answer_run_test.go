package offline

import "testing"

const (
	company = "# Brightwater Ltd\n\nBrightwater Ltd is a maker of pumps in Hull. It was founded in 1988 by Peter Lowe and Susan Grant. The company is owned by Fjord Industri and employs 340 people. It has factories in Bristol, Leeds and Porto. The Gull Works were bought by Ann Petrie and Warner Holt sold the yard. The factory in Porto was opened by Rui Moreira, the mayor."
	family  = "Ingrid Solberg was a Norwegian botanist. She had three children: Nils, Kari and Bjorn. She wrote two books, Mosses of Norway (1938) and The Quiet Forest (1952). Her parents were Arne Solberg and Astrid Lund. Paul Reed has two brothers, Tim and Leo."
)

// TestTogether: of several that are named together none alone is the answer.
func TestTogether(t *testing.T) {
	for _, c := range []struct {
		question string
		body     Passage
		want     string
	}{
		{"Who founded Brightwater Ltd?", Passage{"Brightwater Ltd", company}, "Peter Lowe and Susan Grant"},
		{"Who were the founders of Brightwater?", Passage{"Brightwater Ltd", company}, "Peter Lowe and Susan Grant"},
		{"Where are the factories of Brightwater?", Passage{"Brightwater Ltd", company}, "Bristol, Leeds and Porto"},
		{"In which cities does Brightwater have factories?", Passage{"Brightwater Ltd", company}, "Bristol, Leeds and Porto"},
		{"Who bought the Gull Works?", Passage{"", company}, "Ann Petrie"},
		{"Who opened the factory in Porto?", Passage{"", company}, "Rui Moreira"},
		{"Who were the children of Ingrid Solberg?", Passage{"", family}, "Nils, Kari and Bjorn"},
		{"Who are the brothers of Paul Reed?", Passage{"", family}, "Tim and Leo"},
		{"Who is the brother of Paul Reed?", Passage{"", family}, "Tim"},
		{"Who were Ingrid Solberg's parents?", Passage{"Ingrid Solberg", family}, "Arne Solberg and Astrid Lund"},
		{"Which books did Ingrid Solberg write?", Passage{"Ingrid Solberg", family}, "Mosses of Norway (1938) and The Quiet Forest (1952)"},
		{"Which books did Ingrid Solberg write?", Passage{"", "Ingrid Solberg was a botanist. She was born in Bergen. She had three children: Nils, Kari and Bjorn. Her mother, Astrid Lund, taught music. In 1934 she married the painter Olav Dahl. She wrote two books, Mosses of Norway (1938) and The Quiet Forest (1952)."}, "Mosses of Norway (1938) and The Quiet Forest (1952)"},
		{"永丰厂的创始人有哪些？", Passage{"永丰厂", "永丰厂成立于1956年。永丰厂的创始人是赵国强、刘建华和陈志远。"}, "赵国强、刘建华和陈志远"},
	} {
		if got := ask(c.question, c.body); got.Text != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.question, got.Text, c.want, got.Missing)
		}
	}
}
