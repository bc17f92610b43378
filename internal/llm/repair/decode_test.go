package repair

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type plan struct {
	Steps []string
	N     int
}

func TestDecode(t *testing.T) {
	for name, c := range map[string]struct {
		reply string
		want  plan
		fault string
	}{
		"fits":                    {`{"steps":["a"],"n":1}`, plan{[]string{"a"}, 1}, ""},
		"the last one that fits":  {`{"steps":["a"],"n":1} {"steps":["b"],"n":"one"}`, plan{[]string{"a"}, 1}, ""},
		"nothing of the one left": {`{"steps":["b"],"n":2} {"steps":["a"]}`, plan{[]string{"a"}, 0}, ""},
		"a key is missing":        {`{"n":1}`, plan{}, `no key "steps"`},
		"the wrong type":          {`{"steps":7}`, plan{}, "cannot unmarshal number"},
		"null":                    {`null`, plan{}, "no JSON object"},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, err := Decode[plan](c.reply, HasAll("steps"))
			if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Fatalf("error %v, want %q", err, c.fault)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHasAny(t *testing.T) {
	accept := HasAny("facts", "entities")
	for reply, want := range map[string]bool{`{"entities":[]}`: true, `{"facts":null}`: true, `{}`: false, `[]`: false, `null`: false} {
		if err := accept([]byte(reply)); (err == nil) != want {
			t.Errorf("%s: %v", reply, err)
		}
	}
}
