package offline

import "testing"

// TestOneDate: one date of one sentence is found for both options, which that sentence does not both name.
func TestOneDate(t *testing.T) {
	readings := []*reading{{text: "Ann Roe was born on 12 May 1950. Bo Lind was born in 1961."}, {text: "The mill and the quay were both opened in 1950."}}
	at := func(passage, start, end int) []Support {
		s := Support{Passage: passage}
		s.Start, s.End = start, end
		return []Support{{}, s}
	}
	people, places := [2]option{{name: "Iron Harbour"}, {name: "Glass Meadow"}}, [2]option{{name: "The mill"}, {name: "the quay"}}
	for name, c := range map[string]struct {
		found   [2]Answer
		options [2]option
		want    bool
	}{
		"same date":         {[2]Answer{{Best: "12 May 1950", Support: at(0, 0, 32)}, {Best: "12 May 1950", Support: at(0, 0, 32)}}, people, true},
		"a part of it":      {[2]Answer{{Best: "12 May 1950", Support: at(0, 0, 32)}, {Best: "1950", Support: at(0, 0, 32)}}, people, true},
		"other sentences":   {[2]Answer{{Best: "1950", Support: at(0, 0, 32)}, {Best: "1950", Support: at(0, 33, 58)}}, people, false},
		"other dates":       {[2]Answer{{Best: "12 May 1950", Support: at(0, 0, 32)}, {Best: "1961", Support: at(0, 0, 32)}}, people, false},
		"both are named":    {[2]Answer{{Best: "1950", Support: at(1, 0, 47)}, {Best: "1950", Support: at(1, 0, 47)}}, places, false},
		"one has no answer": {[2]Answer{{Best: "1950", Support: at(0, 0, 32)}, {}}, people, false},
	} {
		if got := oneDate(c.found, c.options, readings); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
