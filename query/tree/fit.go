package tree

import (
	"context"
	"slices"
	"strings"

	"grove/internal/lists"
	"grove/internal/text"
	"grove/query"
	"grove/schema"
)

// leastLike is the smallest similarity, 0 to 1, at which a word is replaced by a name of
// the schema [G].
const leastLike = 0.3

// fitted is a sub-query after validation against the schema: unchanged, repaired or dropped.
type fitted struct {
	subQuery
	// repairs describe the changes; dropped is the reason for dropping it, "" if it is not.
	repairs []string
	dropped string
}

// fit validates a sub-query against the schema. An unknown relation or attribute is
// replaced by the nearest one, or removed if there is none and an entity is named. Swapped
// ends are corrected; a sub-query whose types fit its relation neither way is dropped.
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

// knownType returns a type of the schema, "" for an unknown type.
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

// name replaces the relation or attribute by one of the schema.
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

// rename sets the relation to a name of the schema and keeps the old name in the words. The
// value of an attribute is not an entity, so that an attribute has no tail.
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

// direct validates the ends against the relation's domain and range.
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
	// A unique domain or range determines the type of an unknown end.
	if f.headType == "" && len(relation.Domain) == 1 && relation.Fits("", f.tailType) && f.head == "" {
		f.headType = relation.Domain[0]
	}
	if f.tailType == "" && len(relation.Range) == 1 && f.tail == "" {
		f.tailType = relation.Range[0]
	}
}

// nearest returns the attribute or relation of the schema most similar to a word, by name
// and description; "" if none is similar enough.
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
	byName, err := r.likeness.of(ctx, word, lists.Map(names, spoken))
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

// fitAll validates sub-queries against the schema. It returns the distinct new ones, and a
// report with a line for each of queries.
func (r *run) fitAll(ctx context.Context, queries []subQuery) (valid []subQuery, report []string, err error) {
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
		same := func(o subQuery) bool { return f.same(o) }
		switch {
		case f.dropped != "":
			line = "dropped: " + q.show() + ": " + f.dropped
		case slices.ContainsFunc(valid, same) || slices.ContainsFunc(r.memory.asked, same):
			line = "asked before: " + line
		default:
			valid = append(valid, f.subQuery)
		}
		report = append(report, line)
	}
	return valid, report, nil
}

// form is a noun for a relation with the words that a schema may use instead: the verb it
// is derived from, or the wider relation.
type form struct{ word, means string }

// forms returns common nouns for relations in English and Chinese that a stemmer does not
// reduce to the words of a schema.
func forms() []form {
	return []form{
		{"birth", "born"}, {"birthplace", "born place"}, {"hometown", "born place"}, {"death", "died"},
		{"author", "written"}, {"writer", "written"}, {"singer", "performed"}, {"performer", "performed"},
		{"director", "directed"}, {"producer", "produced"}, {"composer", "composed"}, {"publisher", "published"},
		{"founder", "founded"}, {"creator", "made designed"}, {"inventor", "invented"}, {"owner", "owned belongs"},
		{"leader", "leads governs"}, {"ruler", "leads governs"}, {"actor", "stars cast"}, {"actress", "stars cast"},
		{"father", "parent"}, {"mother", "parent"}, {"son", "child"}, {"daughter", "child"},
		{"brother", "sibling"}, {"sister", "sibling"},
		{"husband", "spouse"}, {"wife", "spouse"}, {"school", "educated studied"}, {"education", "educated studied"},
		{"employer", "employed works"},
		{"citizenship", "citizen"}, {"award", "won"}, {"member", "affiliated"}, {"location", "located"},
		{"导演", "directed"}, {"作者", "written"}, {"作曲", "composed"}, {"歌手", "performed"}, {"出版", "published"},
		{"创立", "founded"}, {"创始", "founded"},
		{"出生地", "born place"}, {"去世", "died"}, {"父", "parent"}, {"母", "parent"}, {"子女", "child"},
		{"丈夫", "spouse"}, {"妻", "spouse"},
		{"出生日期", "date of birth"}, {"死因", "cause of death"}, {"国籍", "nationality"}, {"职业", "occupation"}, {"位于", "located"},
	}
}

// withForms appends the alternative words for a relation's words.
func withForms(relation string) string {
	words := lists.Map(text.Words(relation), func(w text.Word) string { return strings.ToLower(w.Text) })
	out := relation
	for _, f := range forms() {
		han := f.word[0] >= 0x80
		if han && strings.Contains(relation, f.word) || !han && slices.Contains(words, f.word) {
			out += " " + f.means
		}
	}
	return out
}
