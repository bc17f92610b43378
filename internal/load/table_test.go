package load

import (
	"strings"
	"testing"
)

func TestRowsOf(t *testing.T) {
	stray := "a,b\n\"1,2\n" + strings.Repeat("3,4\n", mostLines)
	wide := strings.Repeat("n", longestColumn) + ",b\n" + strings.Repeat("1\n", 200)
	for table, want := range map[string]string{
		"city,river\nYork,Ouse\n\"Leeds, West\",\"Aire\nriver\"\n": "city: York; river: Ouse\n\ncity: Leeds, West; river: Aire river\n\n",
		"city\triver\r\nYork\t\r\n\t\r\nLeeds\tAire\tmore":         "city: York\n\ncity: Leeds; river: Aire; more\n\n",
		"who\tsays\nA\t\"Yes\nB\tNo":                               "who: A; says: \"Yes\n\nwho: B; says: No\n\n",
		"城市;河\n约克;乌斯":                                              "城市: 约克; 河: 乌斯\n\n",
		"a,b\n1,he said \"no\" to it":                              "a: 1; b: he said \"no\" to it\n\n",
		"1,2\n3,4":                                                 "1,2\n3,4",
		"a,a\n3,4":                                                 "a,a\n3,4",
		"Anna,sailor\nBen,cook\nCleo,sailor\n":                     "Anna,sailor\nBen,cook\nCleo,sailor\n",
		"a,b\n1,2\na,b\n3,4\n":                                     "a: 1; b: 2\n\na: a; b: b\n\na: 3; b: 4\n\n",
		"a,\n3,4":                                                  "a,\n3,4",
		"one column\nof text":                                      "one column\nof text",
		"a,b\n,\n":                                                 "a,b\n,\n",
		"a,b\n":                                                    "a,b\n",
		"":                                                         "",
		stray:                                                      stray,
		wide:                                                       wide,
		"n" + wide:                                                 "n" + wide,
	} {
		if got, err := rowsOf(t.Context(), table, growth*len(table)+100); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", table, got, err, want)
		}
	}
}
