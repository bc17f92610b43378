package offline

import (
	"strings"

	"grove/internal/text"
)

// sameVerbs lists verbs whose forms no stemmer unites, and verbs that texts and
// questions use for each other: the forms of a line count as one verb.
const sameVerbs = `build builds built building construct constructs constructed make makes made making manufacture manufactures manufactured
write writes wrote written writing pen penned author authored
found founded founds establish establishes established co-founded
find finds finding discover discovers discovered
give gives gave given giving present presented hand handed
lead leads led leading command commands commanded head headed
steal steals stole stolen
buy buys bought purchase purchased purchases
sell sells sold
win wins won winning
teach teaches taught instructed
draw draws drew drawn
sing sings sang sung
take takes took taken
bring brings brought
send sends sent
keep keeps kept
leave leaves left
lose loses lost
meet meets met
see sees saw seen
hear hears heard
tell tells told
say says said
speak speaks spoke spoken
fall falls fell fallen
die dies died dying
kill kills killed murder murdered slay slew slain
marry marries married wed
break breaks broke broken
burn burns burned burnt
catch catches caught
choose chooses chose chosen
drive drives drove driven
eat eats ate eaten
fight fights fought
fly flies flew flown
forget forgets forgot forgotten
get gets got gotten
go goes went gone
grow grows grew grown
hang hangs hung hanged
hide hides hid hidden
hold holds held
know knows knew known
lay lays laid
lend lends lent
light lights lit lighted
pay pays paid
ride rides rode ridden
ring rings rang rung
rise rises rose risen
run runs ran
shoot shoots shot
sink sinks sank sunk
sit sits sat
sleep sleeps slept
spend spends spent
stand stands stood
strike strikes struck
swear swears swore sworn
swim swims swam
tear tears tore torn
throw throws threw thrown
wake wakes woke woken
wear wears wore worn
begin begins began begun
come comes came coming
become becomes became
bear bore borne
feed feeds fed
lie lies lay lain`

// verbOf maps each form to the first of its line.
var verbOf = readVerbs(sameVerbs)

func readVerbs(lines string) map[string]string {
	verbs := map[string]string{}
	for line := range strings.Lines(lines) {
		forms := strings.Fields(line)
		for _, form := range forms {
			if verbs[form] == "" {
				verbs[form] = forms[0]
			}
		}
	}
	return verbs
}

// verbKey is the same for all forms of a verb, "" for no word.
func verbKey(word string) string {
	word = strings.ToLower(word)
	if base := verbOf[word]; base != "" {
		return base
	}
	terms := text.Terms(word)
	if len(terms) == 0 {
		return ""
	}
	return terms[0]
}

// pastForm tells a word that looks like a past form: by its ending, or by the table.
func pastForm(word string) bool {
	base := verbOf[word]
	return base != "" && base != word || strings.HasSuffix(word, "ed") && len(word) > 3
}

// lightVerb tells a verb that says too little to hold a sentence to.
func lightVerb(word string) bool {
	switch word {
	case "is", "was", "are", "were", "be", "been", "do", "does", "did", "has", "have", "had", "can", "could", "will", "would", "may", "might", "shall", "should", "must":
		return true
	}
	return false
}
