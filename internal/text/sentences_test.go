package text

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSentences(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"One. Two! Three? Four… Five", "One.|Two!|Three?|Four…|Five"},
		{"I met Dr. Smith in the U.S. Army. He left.", "I met Dr. Smith in the U.S. Army.|He left."},
		{"He lives in the U.S. The rest don't.", "He lives in the U.S.|The rest don't."},
		{"By D. H. Lawrence et al. in Fig. 3, Sec. IV and No. 2. No. It is.", "By D. H. Lawrence et al. in Fig. 3, Sec. IV and No. 2.|No.|It is."},
		{"A. A. Milne wrote. So did I. Then", "A. A. Milne wrote.|So did I.|Then"},
		{"“Why?” he said. “So.” Yes.", "“Why?” he said.|“So.”|Yes."},
		{"It cost 3.14 (or so.) Then", "It cost 3.14 (or so.)|Then"},
		{"November 14, 2013.At this time we call.Thank you. See e.g. Node.js", "November 14, 2013.|At this time we call.|Thank you.|See e.g. Node.js"},
		{"他说：“好。”我走了！你去吗？不；是", "他说：“好。”|我走了！|你去吗？|不；|是"},
		{"“好！”，他说。", "“好！”，他说。"},
		{"CHAPTER I\nThe Science\n\nHolmes took", "CHAPTER I|The Science|Holmes took"},
		{"no end\n \t\nhere", "no end|here"},
		{"some wrapped text that goes on for a whole line\nand ends somewhere in here. Then come more\r\nwords", "some wrapped text that goes on for a whole line\nand ends somewhere in here.|Then come more\r\nwords"},
		{"The things to buy at the market this very morning:\n- milk\n- bread", "The things to buy at the market this very morning:|- milk|- bread"},
		{"Time: 08:38\nAlice: I am Alice from the bakery, and the bread is there. Bye", "Time: 08:38|Alice: I am Alice from the bakery, and the bread is there.|Bye"},
		{"Place: the large hall of the old mill in Elgin Street\nChair: Ada Brown, of the board, the office and the harbour\nPresent: Jo",
			"Place: the large hall of the old mill in Elgin Street|Chair: Ada Brown, of the board, the office and the harbour|Present: Jo"},
		{"they had walked for days through a land without any road and\nthey came at last to a hall so old that nobody knew its\nName: it was long forgotten", "they had walked for days through a land without any road and\nthey came at last to a hall so old that nobody knew its\nName: it was long forgotten"},
		{"时间：二〇三一年四月十二日上午九时三十分整至十一时\n地点：总部大楼三层第二会议室", "时间：二〇三一年四月十二日上午九时三十分整至十一时|地点：总部大楼三层第二会议室"},
		{"1. Introduction\n2. Method", "1. Introduction|2. Method"},
		{"| Article no. | Name. Form |\n|---|---|\n| 7 | Pump No. 5. Basic |", "| Article no. | Name. Form |||---|---||| 7 | Pump No. 5. Basic |"},
		{"| 7 | A pump that is as wide as a line. Basic |\nThe table ends here, and the text goes on. It has more.",
			"| 7 | A pump that is as wide as a line. Basic ||The table ends here, and the text goes on.|It has more."},
		{"Course | Day | Teacher of the course\nYoga for the advanced | Monday at seven | Ada Brown\nYoga for beginners | Tuesday at five | Ann Reed",
			"Course | Day | Teacher of the course|Yoga for the advanced | Monday at seven | Ada Brown|Yoga for beginners | Tuesday at five | Ann Reed"},
		{"Course | About it | Teacher\nYoga | For beginners. Bring a mat. | Ada Brown\nThe courses end in May. Then all go.",
			"Course | About it | Teacher|Yoga | For beginners. Bring a mat. | Ada Brown|The courses end in May.|Then all go."},
		{"| Monday with all the others | Tuesday\nYoga for the advanced | Ada Brown |\nYoga | Ann Reed", "| Monday with all the others | Tuesday|Yoga for the advanced | Ada Brown ||Yoga | Ann Reed"},
		{"| Monday\nYoga for all the others | Ada Brown", "| Monday|Yoga for all the others | Ada Brown"},
		{"The value p(x | y) is small here. We see that it grows.\nNow p(y | x) is large. Then it falls.", "The value p(x | y) is small here.|We see that it grows.|Now p(y | x) is large.|Then it falls."},
		{"Use cat | grep here. It helps.", "Use cat | grep here.|It helps."},
		{"|x| < 1. Then it is so.", "|x| < 1.|Then it is so."},
		{"", ""},
	} {
		if diff := cmp.Diff(c.want, strings.Join(sliced(c.in, Sentences(c.in)), "|")); diff != "" {
			t.Errorf("Sentences(%q): %s", c.in, diff)
		}
	}
}

// TestSentenceEnds reads texts with initials, titles, units, abbreviations, quotes and
// Chinese, and compares where their sentences end.
func TestSentenceEnds(t *testing.T) {
	data, err := os.ReadFile("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	texts := 0
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		texts++
		in := strings.NewReplacer("|", " ", "¦", "").Replace(line)
		want := strings.ReplaceAll(line, "¦", "|")
		if got := strings.Join(sliced(in, Sentences(in)), "|"); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
	if texts < 200 {
		t.Errorf("only %d texts", texts)
	}
}

func TestLongSentenceIsCut(t *testing.T) {
	for in, end := range map[string]string{
		strings.Repeat("word; of, ", 300): ";",
		strings.Repeat("word of, ", 300):  ",",
		strings.Repeat("word of ", 300):   "",
		strings.Repeat("x", 3000):         "x",
	} {
		all := sliced(in, Sentences(in))
		if len(all) < 3 || !strings.HasSuffix(all[0], end) {
			t.Errorf("%.20q...: %d sentences, the first ends in %.5q", in, len(all), all[0][len(all[0])-5:])
		}
	}
}

func FuzzSentences(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		spans := Sentences(s)
		checkSpans(t, s, spans)
		at := 0
		for _, x := range spans {
			got := Slice(s, x.Start, x.End)
			if x.End-x.Start > maxSentence || strings.TrimSpace(got) != got {
				t.Fatalf("sentence %q is too long or not trimmed", got)
			}
			if gap := Slice(s, at, x.Start); strings.TrimSpace(gap) != "" {
				t.Fatalf("%q is left out", gap)
			}
			at = x.End
		}
		if gap := Slice(s, at, len(s)); strings.TrimSpace(gap) != "" {
			t.Fatalf("%q is left out at the end", gap)
		}
	})
}

// TestEachSentence: the texts of the spans, and a text of megabytes in time that grows with its length.
func TestEachSentence(t *testing.T) {
	for _, s := range append([]string{"One. 二。三！ Four", strings.Repeat("A fine day, said he. 他说：好。 ", 50_000)}, hostile...) {
		offsets, spans, n := NewOffsets(s), Sentences(s), 0
		for got := range EachSentence(s) {
			if want := s[offsets.Byte(spans[n].Start):offsets.Byte(spans[n].End)]; got != want {
				t.Fatalf("sentence %d is %q, want %q", n, got, want)
			}
			n++
		}
		if n != len(spans) {
			t.Errorf("%d of %d sentences", n, len(spans))
		}
	}
	for range EachSentence("One. Two.") {
		break
	}
}
