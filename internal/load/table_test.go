package load

import "testing"

func TestRowsOf(t *testing.T) {
	for table, want := range map[string]string{
		"city,river\nYork,Ouse\n\"Leeds, West\",\"Aire\nriver\"\n": "city: York; river: Ouse\n\ncity: Leeds, West; river: Aire river\n\n",
		"city\triver\r\nYork\t\r\n\t\r\nLeeds\tAire\tmore":         "city: York\n\ncity: Leeds; river: Aire; more\n\n",
		"城市;河\n约克;乌斯":                                              "城市: 约克; 河: 乌斯\n\n",
		"a,b\n1,he said \"no\" to it":                              "a: 1; b: he said \"no\" to it\n\n",
		"1,2\n3,4":                                                 "1,2\n3,4",
		"a,a\n3,4":                                                 "a,a\n3,4",
		"a,\n3,4":                                                  "a,\n3,4",
		"one column\nof text":                                      "one column\nof text",
		"a,b\n":                                                    "a,b\n",
		"":                                                         "",
	} {
		if got := rowsOf(table); got != want {
			t.Errorf("%q: %q, want %q", table, got, want)
		}
	}
}
