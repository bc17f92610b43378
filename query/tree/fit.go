package tree

import (
	"context"
	"slices"
	"strings"

	"grove/internal/text"
	"grove/query"
	"grove/schema"
)

// leastLike is how near a word must come to a name of the schema to be read as
// it, 0 to 1 [G].
const leastLike = 0.3

// fitted is what became of a sub-query: as it was, repaired or dropped.
type fitted struct {
	subQuery
	// repairs say what was changed, dropped why it cannot be asked; "" if nothing.
	repairs []string
	dropped string
}

// fit holds a sub-query to the schema. A relation or attribute under another
// name is read as the nearest one; an unknown one is taken out where a name is
// left to ask about. Ends the wrong way round are swapped; a relation that can
// join these types neither way is dropped.
func (r *run) fit(ctx context.Context, q subQuery) (fitted, error) {
	f := fitted{subQuery: q}
	if q.kind == communityKind || q.kind == plainKind {
		return f, nil
	}
	f.headType, f.tailType = f.knownType(r.schema, q.headType), f.knownType(r.schema, q.tailType)
	if err := f.name(ctx, r); err != nil {
		return f, err
	}
	switch {
	case f.kind == tripleKind:
		f.direct(r.schema)
	case f.kind == nodeKind && f.head == "":
		f.repairs = append(f.repairs, "no entity is named")
		f.kind, f.words, f.relation = plainKind, f.text(), ""
	}
	return f, nil
}

// knownType is a type of the schema, "" for any other.
func (f *fitted) knownType(s *schema.Schema, name string) string {
	if name == "" {
		return ""
	}
	t, ok := s.Type(name)
	if !ok {
		f.repairs = append(f.repairs, "type "+name+" is not in the schema")
	}
	return t.Name
}

// name reads the relation or attribute as one of the schema.
func (f *fitted) name(ctx context.Context, r *run) error {
	relation, isRelation := r.schema.Relation(f.relation)
	attribute, isAttribute := r.schema.Attribute(f.relation)
	switch {
	case isAttribute && (f.kind == nodeKind || !isRelation):
		f.rename(nodeKind, attribute.Name)
		return nil
	case isRelation:
		f.rename(tripleKind, relation.Name)
		return nil
	}
	k, name, err := r.nearest(ctx, f.relation)
	if err != nil {
		return err
	}
	if name != "" {
		f.repairs = append(f.repairs, f.relation+" is read as "+name)
		f.rename(k, name)
		return nil
	}
	f.repairs = append(f.repairs, f.relation+" is not in the schema")
	if f.words = f.text(); len(f.names()) == 0 {
		f.dropped = "neither a name nor a relation of the schema is left"
		return nil
	}
	f.kind, f.relation = plainKind, ""
	return nil
}

// rename gives the sub-query a name of the schema; what it was called stays in
// its words. An attribute is a value, so that its tail has no type.
func (f *fitted) rename(k kind, name string) {
	if f.kind != k {
		f.repairs = append(f.repairs, name+" makes it a "+string(k))
	}
	if name != f.relation {
		f.words = f.text()
	}
	f.kind, f.relation = k, name
	if k == nodeKind {
		if f.head == "" {
			f.head, f.headType = f.tail, f.tailType
		}
		f.tail, f.tailType = "", ""
	}
}

// direct holds the ends to the relation's domain and range.
func (f *fitted) direct(s *schema.Schema) {
	relation, _ := s.Relation(f.relation)
	switch {
	case relation.Fits(f.headType, f.tailType):
	case relation.Fits(f.tailType, f.headType):
		f.head, f.headType, f.tail, f.tailType = f.tail, f.tailType, f.head, f.headType
		f.repairs = append(f.repairs, "head and tail are swapped to fit domain and range")
	default:
		f.dropped = relation.Name + " does not join " + f.headType + " and " + f.tailType
	}
	// What the relation allows only one type of has it.
	if f.headType == "" && len(relation.Domain) == 1 && relation.Fits("", f.tailType) && f.head == "" {
		f.headType = relation.Domain[0]
	}
	if f.tailType == "" && len(relation.Range) == 1 && f.tail == "" {
		f.tailType = relation.Range[0]
	}
}

// nearest is the attribute or relation of the schema that a word comes nearest
// to, by name and description; "" if none comes near.
func (r *run) nearest(ctx context.Context, word string) (kind, string, error) {
	var names, shown []string
	var kinds []kind
	for _, a := range r.schema.Attributes {
		names, kinds = append(names, a.Name), append(kinds, nodeKind)
		shown = append(shown, a.Name+" "+a.Description)
	}
	for _, x := range r.schema.Relations {
		names, kinds = append(names, x.Name), append(kinds, tripleKind)
		shown = append(shown, spoken(x.Name)+" "+x.Description)
	}
	if len(names) == 0 || strings.TrimSpace(word) == "" {
		return "", "", nil
	}
	word = withForms(spoken(word))
	bare := make([]string, len(names))
	for i, n := range names {
		bare[i] = spoken(n)
	}
	byName, err := r.likeness.of(ctx, word, bare)
	if err != nil {
		return "", "", err
	}
	byAll, err := r.likeness.of(ctx, word, shown)
	if err != nil {
		return "", "", err
	}
	for i := range byName {
		byName[i] = max(byName[i], byAll[i])
	}
	best := query.Ranked(byName)[0]
	if byName[best] < leastLike {
		return "", "", nil
	}
	return kinds[best], names[best], nil
}

// fitAll holds sub-queries to the schema and gives those to ask, each once and
// none of those asked before, and what became of each as the trace shows it.
func (r *run) fitAll(ctx context.Context, queries []subQuery) (kept []subQuery, said []string, err error) {
	for _, q := range queries {
		f := fitted{subQuery: q}
		if !r.Without(Schema) {
			if f, err = r.fit(ctx, q); err != nil {
				return nil, nil, err
			}
		}
		line := f.show()
		if len(f.repairs) > 0 {
			line += " (repaired: " + strings.Join(f.repairs, "; ") + ")"
		}
		asked := func(o subQuery) bool { return f.same(o) }
		switch {
		case f.dropped != "":
			line = "dropped: " + q.show() + ": " + f.dropped
		case slices.ContainsFunc(kept, asked) || slices.ContainsFunc(r.memory.asked, asked):
			line = "asked before: " + line
		default:
			kept = append(kept, f.subQuery)
		}
		said = append(said, line)
	}
	return kept, said, nil
}

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
