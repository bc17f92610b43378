package deploytest

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const grassFile = "deploy/neo4j/grove.grass"

// grassRule is one rule of the style: "node.Chunk" and its properties.
type grassRule struct {
	selector   string
	properties map[string]string
}

var (
	ruleForm     = regexp.MustCompile(`(?s)^([a-zA-Z_.]+) \{\n(.*?)\n\}\n*`)
	propertyForm = regexp.MustCompile(`^  ([a-z-]+): ([^;]+);$`)
	quoted       = regexp.MustCompile(`'([^']*)'`)
)

// parseGrass reads the style more strictly than the Browser does, which drops
// what it cannot read without a word. It knows no comments: they would become
// part of a selector.
func parseGrass(tb testing.TB, text string) []grassRule {
	tb.Helper()
	var rules []grassRule
	for text != "" {
		m := ruleForm.FindStringSubmatch(text)
		if m == nil {
			tb.Fatalf("%s: not a rule: %.60q", grassFile, text)
		}
		rule := grassRule{m[1], map[string]string{}}
		for line := range strings.SplitSeq(m[2], "\n") {
			p := propertyForm.FindStringSubmatch(line)
			if p == nil {
				tb.Fatalf("%s: %s: not a property: %q", grassFile, m[1], line)
			}
			rule.properties[p[1]] = strings.Trim(p[2], `"`)
		}
		rules = append(rules, rule)
		text = text[len(m[0]):]
	}
	return rules
}

// look gives what the Browser shows for an item: the properties of all rules
// that fit, the later ones over the earlier.
func look(rules []grassRule, kind string, names ...string) map[string]string {
	out := map[string]string{}
	for _, r := range rules {
		tag, name, named := strings.Cut(r.selector, ".")
		if tag == kind && (!named || slices.Contains(names, name)) {
			for k, v := range r.properties {
				out[k] = v
			}
		}
	}
	return out
}

// TestTheStyleNamesWhatIsWritten requires a rule for every label and type of
// the code, in no order, and for no other.
func TestTheStyleNamesWhatIsWritten(t *testing.T) {
	want := []string{"node", "relationship"}
	for _, l := range writtenLabels(t) {
		want = append(want, "node."+l)
	}
	for _, typ := range writtenTypes(t) {
		want = append(want, "relationship."+typ)
	}
	var got []string
	for _, r := range parseGrass(t, readFile(t, grassFile)) {
		got = append(got, r.selector)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("selectors (-code +style):\n%s", diff)
	}
}

// minContrast is the contrast of text that WCAG 2.1 asks for, criterion 1.4.3.
const minContrast = 4.5

func TestEveryNodeCanBeRead(t *testing.T) {
	rules := parseGrass(t, readFile(t, grassFile))
	for _, l := range writtenLabels(t) {
		labels := []string{l}
		if !slices.Contains(listInCode(t, "structuralLabels"), l) {
			labels = []string{"KeyElement", "Entity", l}
		}
		s := look(rules, "node", labels...)
		if s["caption"] != "{name}" {
			t.Errorf("%s: the caption is %q", l, s["caption"])
		}
		if c := contrast(t, s["color"], s["text-color-internal"]); c < minContrast {
			t.Errorf("%s: %s on %s has a contrast of %.1f", l, s["text-color-internal"], s["color"], c)
		}
		if size, err := strconv.Atoi(strings.TrimSuffix(s["diameter"], "px")); err != nil || size < 20 || size > 100 {
			t.Errorf("%s: the diameter is %q", l, s["diameter"])
		}
	}
}

func TestEveryRelationShowsItsType(t *testing.T) {
	rules := parseGrass(t, readFile(t, grassFile))
	for _, typ := range append(writtenTypes(t), "DIRECTED_BY") {
		if s := look(rules, "relationship", typ); s["caption"] != "<type>" || s["color"] == "" || s["shaft-width"] == "" {
			t.Errorf("%s: %v", typ, s)
		}
	}
}

// contrast is the contrast ratio of two colours, by WCAG 2.1.
func contrast(tb testing.TB, a, b string) float64 {
	tb.Helper()
	x, y := luminance(tb, a), luminance(tb, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance is the relative luminance of a colour #RRGGBB, by WCAG 2.1.
func luminance(tb testing.TB, color string) float64 {
	tb.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 24)
	if err != nil || len(color) != 7 {
		tb.Fatalf("not a colour: %q", color)
	}
	linear := func(v uint64) float64 {
		c := float64(v&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n)
}

// quotedIn gives what stands in single quotes.
func quotedIn(text string) []string {
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}
