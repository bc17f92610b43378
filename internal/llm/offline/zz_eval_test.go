package offline

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
)

func TestZZEval(t *testing.T) {
	for _, set := range strings.Split(os.Getenv("SETS"), ",") {
		if set == "" {
			return
		}
		f, err := os.Open("/work/shared/data/extraction/" + set + "/items.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		sc := bufio.NewScanner(f)
		sc.Buffer(nil, 1<<26)
		k := New()
		var tp, fp, fn, typed, tri, trihit, pairhit, ntri int
		fps, fns := map[string]int{}, map[string]int{}
		tm := map[string]string{"Loc": "Location", "Peop": "Person", "Org": "Organization", "LOC": "Location", "PER": "Person", "ORG": "Organization", "GPE": "Location", "FAC": "Location", "VEH": "Product"}
		for sc.Scan() {
			var o struct {
				ID, Title, Text, Lang string
				Entities              []struct{ Text, Type, Mention string }
				Triples               [][]string
			}
			json.Unmarshal(sc.Bytes(), &o)
			e := k.Extract(o.Title, o.Text, o.Lang)
			got := map[string]string{}
			for _, x := range e.Entities {
				got[x.Name] = x.Type
			}
			gold := map[string]string{}
			for _, x := range o.Entities {
				if x.Mention != "" && x.Mention != "PROP" || x.Type == "Other" {
					continue
				}
				gold[x.Text] = tm[x.Type]
			}
			for n, ty := range got {
				if g, ok := gold[n]; ok {
					tp++
					if g == ty {
						typed++
					}
				} else {
					fp++
					fps[n+":"+ty]++
				}
			}
			for n, ty := range gold {
				if _, ok := got[n]; !ok {
					fn++
					fns[n+":"+ty]++
				}
			}
			ntri += len(e.Triples)
			for _, x := range o.Triples {
				tri++
				for _, y := range e.Triples {
					if zznorm(y.Head) == zznorm(x[0]) && zznorm(y.Tail) == zznorm(x[2]) || zznorm(y.Head) == zznorm(x[2]) && zznorm(y.Tail) == zznorm(x[0]) {
						trihit++
						goto next
					}
				}
				for _, y := range e.Attributes {
					if zznorm(y.Entity) == zznorm(x[0]) && (zznorm(y.Value) == zznorm(x[2]) || strings.Contains(zznorm(x[2]), zznorm(y.Value)) || strings.Contains(zznorm(y.Value), zznorm(x[2]))) {
						trihit++
						goto next
					}
				}
			next:
				for _, y := range e.Facts {
					if strings.Contains(zznorm(y.Text), zznorm(x[0])) && strings.Contains(zznorm(y.Text), zznorm(x[2])) {
						pairhit++
						break
					}
				}
			}
		}
		p, r := float64(tp)/float64(tp+fp), float64(tp)/float64(tp+fn)
		fmt.Printf("%s: P %.3f R %.3f F1 %.3f (typed right %.3f of hits)  triples gold %d pair-recall %.3f, found %d, same fact %.3f\n", set, p, r, 2*p*r/(p+r), float64(typed)/float64(tp), tri, float64(trihit)/float64(max(tri, 1)), ntri, float64(pairhit)/float64(max(tri, 1)))
		top("FP", fps)
		top("FN", fns)
	}
}

func zznorm(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", " ")) }

func top(l string, m map[string]int) {
	var ks []string
	for k := range m {
		ks = append(ks, k)
	}
	sort.Slice(ks, func(i, j int) bool { return m[ks[i]] > m[ks[j]] || m[ks[i]] == m[ks[j]] && ks[i] < ks[j] })
	for i, k := range ks {
		if i < 60 {
			fmt.Printf("%s %d %s | ", l, m[k], strings.ReplaceAll(k, "\n", " "))
		}
	}
	fmt.Println()
}
