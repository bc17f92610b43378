//go:build data

package repair

import (
	"encoding/json"
	"reflect"
	"testing"
)

// tally counts how replies were read.
type tally struct {
	rungs                    map[Rung]int
	lost, exact, part, total int
}

// add reads a reply. want is its value, or nil if that is not known.
func (c *tally) add(reply string, accept func(json.RawMessage) error, want any) {
	c.total++
	got, err := Read(reply, accept)
	if err != nil {
		c.lost++
		return
	}
	if c.rungs == nil {
		c.rungs = map[Rung]int{}
	}
	c.rungs[got.Rung]++
	var v any
	if json.Unmarshal(got.JSON, &v) != nil {
		return
	}
	if reflect.DeepEqual(v, want) {
		c.exact++
	}
	if partOf(v, want) {
		c.part++
	}
}

func (c *tally) percent(n int) float64 { return 100 * float64(n) / float64(max(1, c.total)) }

func (c *tally) log(t *testing.T, name string) {
	t.Logf("%-40s %7d %6d %6d %6d %6d %6d %6d %6d", name, c.total, c.rungs[AsIs], c.rungs[CutOut], c.rungs[Repaired], c.rungs[Salvaged], c.lost, c.exact, c.part)
}

const header = "%-40s replies  as is    cut repair  salvg   lost  exact   part"

// TestSources reads every raw reply of real models as it is.
func TestSources(t *testing.T) {
	t.Logf(header, "source")
	for _, s := range sources(t) {
		var c tally
		for _, reply := range s.replies {
			c.add(reply, s.accept, nil)
		}
		c.log(t, s.name)
		if read := c.total - c.lost; read < s.least || read > s.most {
			t.Errorf("%s: %d of %d read, want %d to %d", s.name, read, c.total, s.least, s.most)
		}
	}
}

// mostWrong is how many replies may be misread, in percent: where a text quotes
// without escapes, its end is a guess.
const mostWrong = 0.5

// TestDamages reads well-formed replies of real models after each damage.
func TestDamages(t *testing.T) {
	set := wellFormed(t)
	t.Logf(header, "damage")
	for _, d := range damages {
		var c tally
		for _, s := range set {
			for _, reply := range s.replies {
				var want any
				if err := json.Unmarshal([]byte(reply), &want); err != nil {
					t.Fatal(err)
				}
				c.add(d.do(reply), s.accept, want)
			}
		}
		c.log(t, d.name)
		if wrong := c.percent(c.total - c.lost - c.part); wrong > mostWrong {
			t.Errorf("%s: %.1f%% say something that the reply does not", d.name, wrong)
		}
		if exact, part := c.percent(c.exact), c.percent(c.part); exact < d.exact || part < d.part {
			t.Errorf("%s: %.1f%% exact, want %.1f; %.1f%% in part, want %.1f", d.name, exact, d.exact, part, d.part)
		}
	}
}

// TestCutData breaks well-formed replies off at every seventh byte.
func TestCutData(t *testing.T) {
	cuts := 0
	for _, s := range wellFormed(t) {
		for _, reply := range s.replies[:min(20, len(s.replies))] {
			cuts += cutEverywhere(t, reply[:min(len(reply), 6000)], 7)
		}
	}
	t.Logf("%d cuts", cuts)
}

// wellFormed are the sources in JSON, and rebuilt replies.
func wellFormed(t *testing.T) []source {
	all := sources(t)[:3]
	for i, s := range all {
		var good []string
		for _, reply := range s.replies {
			if json.Valid([]byte(reply)) {
				good = append(good, reply)
			}
		}
		all[i].replies = good
	}
	return append(all, source{"open extraction, rebuilt", openie(t, 300), HasAll("entities", "triples"), 300, 300})
}
