package tree

import (
	"slices"
	"strings"

	"grove/internal/text"
)

// form is a word for a relation and the words that a schema may have in its
// place: the verb that it comes from, or the wider relation.
type form struct{ word, means string }

// forms returns what questions commonly call relations, in English and Chinese.
// No stemmer brings these together.
func forms() []form {
	return []form{
		{"birth", "born"}, {"birthplace", "born place"}, {"hometown", "born place"}, {"death", "died"},
		{"author", "written"}, {"writer", "written"}, {"singer", "performed"}, {"performer", "performed"},
		{"director", "directed"}, {"producer", "produced"}, {"composer", "composed"}, {"publisher", "published"},
		{"founder", "founded"}, {"creator", "made designed"}, {"inventor", "invented"}, {"owner", "owned belongs"},
		{"leader", "leads governs"}, {"ruler", "leads governs"}, {"actor", "stars cast"}, {"actress", "stars cast"},
		{"father", "parent"}, {"mother", "parent"}, {"son", "child"}, {"daughter", "child"}, {"brother", "sibling"}, {"sister", "sibling"},
		{"husband", "spouse"}, {"wife", "spouse"}, {"school", "educated studied"}, {"education", "educated studied"}, {"employer", "employed works"},
		{"citizenship", "citizen"}, {"award", "won"}, {"member", "affiliated"}, {"location", "located"},
		{"导演", "directed"}, {"作者", "written"}, {"作曲", "composed"}, {"歌手", "performed"}, {"出版", "published"}, {"创立", "founded"}, {"创始", "founded"},
		{"出生地", "born place"}, {"去世", "died"}, {"父", "parent"}, {"母", "parent"}, {"子女", "child"}, {"丈夫", "spouse"}, {"妻", "spouse"},
		{"出生日期", "date of birth"}, {"死因", "cause of death"}, {"国籍", "nationality"}, {"职业", "occupation"}, {"位于", "located"},
	}
}

// withForms adds to the words of a relation what they mean.
func withForms(relation string) string {
	var words []string
	for _, w := range text.Words(relation) {
		words = append(words, strings.ToLower(w.Text))
	}
	out := relation
	for _, f := range forms() {
		han := f.word[0] >= 0x80
		if han && strings.Contains(relation, f.word) || !han && slices.Contains(words, f.word) {
			out += " " + f.means
		}
	}
	return out
}
