package offline

import "testing"

const (
	mill     = "Harrow Mill was bought by Eleanor Vane in 1871 for £4,200. It is 31 metres high. The Corran Bridge was bought by Miriam Stone in 1871 for 900 guineas. The Corran Bridge is 310 metres long. Harrow Mill stood empty for nine years after 1902."
	emperor  = "Isabel Montes (1510/1551 - 1571) was a daughter of Duke Hernan II. Duke Hernan II had two sons. Olga Petrova was born in 1987. Olga Petrova was 23 when she moved to Tver. Anna Lund died aged 71. Miriam Stone owned 12 ships in 1880."
	ships    = "The Walrus carried harpooneers from three ships. The Walrus had four masts. Forty men sailed on the Walrus in 1842."
	pump     = "The B-200 weighs 38 kg and is 1.2 metres tall. The warranty of the B-200 lasts five years. In March 2021 Brightwater bought Delta Valves for $18 million. The budget of the Aurora project is 2.4 million euros. Brightwater had 340 employees in 2019. The village of Karsu had a population of 212 in 2012. The survey used 15 percent of the money."
	paulsTwo = "Paul Reed has two brothers, Tim and Leo. Tim has one daughter."
)

// A number answers with what it counts or measures beside it, and not without.
func TestNumbers(t *testing.T) {
	for _, c := range []struct{ question, body, want string }{
		{"How much did Eleanor Vane pay for Harrow Mill?", mill, "£4,200"},
		{"How much did Eleanor Vane pay for Harrow Mill in 1871?", mill, "£4,200"},
		{"How much did Miriam Stone pay for the Corran Bridge?", mill, "900 guineas"},
		{"How long is the Corran Bridge?", mill, "310 metres"},
		{"How long was Harrow Mill empty?", mill, "nine years"},
		{"How wide is the Corran Bridge?", mill, ""},
		{"How long did Miriam Stone own the Corran Bridge?", mill, ""},
		{"How many owners did Harrow Mill have?", mill, ""},
		{"How old is Harrow Mill?", mill, ""},
		{"How many daughters did Hernan II have?", emperor, ""},
		{"How many sons did Hernan II have?", emperor, "two"},
		{"How many daughters did Miriam Stone have?", emperor, ""},
		{"How many ships did Miriam Stone own?", emperor, "12"},
		{"How old is Olga Petrova?", emperor, ""},
		{"How old was Olga Petrova when she moved to Tver?", emperor, "23"},
		{"How old was Anna Lund when she died?", emperor, "71"},
		{"How many harpooneers did the Walrus have?", ships, ""},
		{"How many masts did the Walrus have?", ships, "four"},
		{"How many men sailed on the Walrus?", ships, "Forty"},
		{"How much does the B-200 weigh?", pump, "38 kg"},
		{"How heavy is the B-200?", pump, "38 kg"},
		{"How many kilograms does the B-200 weigh?", pump, "38"},
		{"How tall is the B-200?", pump, "1.2 metres"},
		{"How long does the warranty of the B-200 last?", pump, "five years"},
		{"How much does the B-200 cost?", pump, ""},
		{"How much did Brightwater pay for Delta Valves?", pump, "$18 million"},
		{"How many employees did Brightwater have in 2019?", pump, "340"},
		{"How many employees does Delta Valves have?", pump, ""},
		{"How many brothers does Paul Reed have?", paulsTwo, "two"},
		{"How many daughters does Tim have?", paulsTwo, "one"},
		{"How many sisters does Paul Reed have?", paulsTwo, ""},
		{"How long is Marrow Bridge?", "Marrow Bridge was bought in 1871. It is 310 metres long.", "310 metres"},
		{"How long is Marrow Bridge?", "Marrow Bridge was bought in 1871. Ann Petrie sold the quay. It is 310 metres long.", ""},
		{"How many children did Ingrid Solberg have?", family, "three"},
		{"How many children did Paul Reed have?", family, ""},
		{"How much does the B-200 weigh?", "The B-200 carries 38 kg of mail.", ""},
		{"How much does the B-200 weigh?", "The B-200 carries 38 kg.", ""},
		{"How heavy is the B-200?", "The B-200 lifts about 38 kg.", ""},
		{"How much does the B-200 weigh?", "The B-200 is made from 38 kg of steel.", ""},
		{"How much does the B-200 weigh?", "The B-200 has a weight of 38 kg.", "38 kg"},
		{"How much does the B-200 weigh?", "The B-200, at only 38 kg, is small.", "38 kg"},
		{"How much does the B-200 weigh?", "The B-200 carries mail and weighs 38 kg.", "38 kg"},
		{"How heavy is the B-200?", "The B-200 is about 38 kg.", "38 kg"},
		{"How far is Leeds from Harrow?", "Leeds near Harrow has a wall 5 miles long.", ""},
		{"How far is Leeds from Harrow?", "Leeds is 5 miles from Harrow.", "5 miles"},
		{"How long is the wall of Leeds?", "The wall of Leeds is 5 miles long.", "5 miles"},
		{"How many ships did Harrow lose?", "Harrow lost two anchors and five ships were built.", ""},
		{"How many ships did Harrow lose?", "In 1870 Harrow lost a pier and in 1871 five ships were built.", ""},
		{"How many ships did Harrow lose?", "Harrow lost two anchors and five ships.", "five"},
		{"How many ships did Harrow lose?", "Harrow lost two anchors, and five ships were lost by Leeds.", "five"},
		{"How many ships did Harrow lose?", "Harrow lost five ships, and two were built.", "five"},
		{"How old was Ann Lee when she died?", "Ann Lee was 12 when her brother Bob died.", ""},
		{"How old was Ann Lee when she died?", "Ann Lee was 12 when Bob died.", ""},
		{"How old was Ann Lee when she died?", "Ann Lee was 71 when she died.", "71"},
		{"How old was Ann Lee when her brother died?", "Ann Lee was 12 when her brother Bob died.", "12"},
	} {
		if got := ask(c.question, Passage{"", c.body}); got.Text != c.want {
			t.Errorf("%s: %q, want %q (%s)", c.question, got.Text, c.want, got.Missing)
		}
	}
}
