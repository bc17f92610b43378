//go:build devtool

package offline

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

type gold struct {
	ID, Lang, Title, Text string
	Entities              []struct{ Text, Type, Mention string; Start, End int }
	Triples               [][3]string
}

func TestDev(t *testing.T) {
	f, _ := os.Open(os.Getenv("ITEMS"))
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<26)
	mode := os.Getenv("MODE")
	for sc.Scan() {
		var g gold
		json.Unmarshal(sc.Bytes(), &g)
		x := New().Extract(g.Title, g.Text, g.Lang)
		names := map[string]bool{}
		if g.Lang != "zh" {
			p := readPage(g.Title, g.Text)
			for _, n := range p.names {
				names[n] = true
			}
		} 
		found := map[string]string{}
		for _, e := range x.Entities {
			found[e.Name] = e.Type
		}
		goldT := map[string]string{}
		for _, e := range g.Entities {
			if e.Mention == "NOM" || e.Mention == "PRON" {
				continue
			}
			goldT[e.Text] = e.Type
		}
		switch mode {
		case "ent":
			for n, ty := range goldT {
				switch {
				case found[n] != "":
					fmt.Printf("OK\t%s>%s\t%s\n", ty, found[n], n)
				case names[n]:
					fmt.Printf("UNTYPED\t%s\t%s\n", ty, n)
				default:
					over := ""
					for m := range names {
						if strings.Contains(m, n) || strings.Contains(n, m) {
							over += "|" + m + "(" + found[m] + ")"
						}
					}
					for m := range found {
						if !names[m] && (strings.Contains(m, n) || strings.Contains(n, m)) {
							over += "|" + m + "(" + found[m] + ")"
						}
					}
					if over != "" {
						fmt.Printf("SPAN\t%s\t%s\t%s\n", ty, n, over)
					} else {
						i := strings.Index(g.Text, n)
						ctx := ""
						if i >= 0 { ctx = g.Text[max(0, i-30):min(len(g.Text), i+len(n)+30)] }
						fmt.Printf("MISS\t%s\t%s\t%q\n", ty, n, ctx)
					}
				}
			}
			for n, ty := range found {
				if goldT[n] == "" {
					i := strings.Index(g.Text, n)
					ctx := ""
					if i >= 0 { ctx = g.Text[max(0, i-30):min(len(g.Text), i+len(n)+30)] }
					fmt.Printf("EXTRA\t%s\t%s\t%q\n", ty, n, ctx)
				}
			}
		case "tri":
			fmt.Println("TEXT", g.Title, "|", g.Text)
			for _, tr := range g.Triples {
				fmt.Println("   GOLD", strings.Join(tr[:], " | "))
			}
			for _, tr := range x.Triples {
				fmt.Println("   SAID", tr.Head, "|", tr.Relation, "|", tr.Tail)
			}
			for _, a := range x.Attributes {
				fmt.Println("   ATTR", a.Entity, "|", a.Key, "|", a.Value)
			}
		case "x":
			fmt.Println("TEXT", g.Text)
			for _, e := range x.Facts { fmt.Println("   F", e.Text, e.Elements) }
			for _, e := range x.Entities { fmt.Println("   E", e) }
		}
	}
}
