package offline

import (
	"strings"

	"grove/internal/text"
)

// otherWordLines are words that texts and questions use for each other, whatever
// they are about.
const otherWordLines = `begin start commence
end finish conclude
big large great huge
small little tiny
buy purchase acquire
help assist aid support
show demonstrate indicate reveal
cause lead result trigger
need require necessary
use utilize employ
get receive obtain
give provide offer supply
increase raise rise grow higher
decrease reduce lower decline fall
risk danger
treat treatment therapy
symptom sign
doctor physician
illness disease
child kid
job occupation profession work
house home
movie film
money fund payment
important key crucial essential significant major
common frequent usual often
quick fast rapid
difficult hard
different various
goal aim objective
problem issue difficulty
part component
area region
affect influence impact effect
happen occur
make create produce
choose select pick
stop prevent avoid
say state mention
like enjoy love
win victory
begin origin
die death
marry marriage wife husband
live reside
leave depart
win beat defeat
car vehicle
country nation
test exam examination
ask request
pay cost price fee
apply application
change modify alter
check verify
send mail submit
keep maintain
benefit advantage
type kind form
cancer tumor tumour carcinoma
teach instruct
student pupil
voice voiced
play portray
gift present donate
old age`

// otherWords gives for a term the terms of its lines.
var otherWords = readOtherWords(otherWordLines)

func readOtherWords(lines string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(lines) {
		terms := distinct(text.Terms(line))
		for _, t := range terms {
			for _, o := range terms {
				if o != t {
					out[t] = append(out[t], o)
				}
			}
		}
	}
	return out
}
