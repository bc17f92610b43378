package text

import (
	"strings"
	"testing"
)

// sample is English prose of about 1 MB with some variety of words.
func sample() string {
	const page = "Captain Ahab’s ship, the Pequod, sailed from Nantucket on a cold Christmas day. " +
		"“What do ye do when ye see a whale, men?” he asked; nobody answered, since none had yet\n" +
		"understood him. Mr. Starbuck, the first mate, was a careful man of forty-two years.\n\n"
	return strings.Repeat(page, 1<<20/len(page))
}

// sampleZh is Chinese prose of about 1 MB.
func sampleZh() string {
	const page = "话说大宋仁宗天子在位，嘉佑三年三月三日五更三点，天子驾坐紫哀殿，受百官朝贺。但见：“有事出班早奏。”\r\n\r\n"
	return strings.Repeat(page, 1<<20/len(page))
}

func bench(b *testing.B, work func(string)) {
	for name, s := range map[string]string{"en": sample(), "zh": sampleZh()} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				work(s)
			}
		})
	}
}

func BenchmarkWords(b *testing.B)      { bench(b, func(s string) { Words(s) }) }
func BenchmarkTerms(b *testing.B)      { bench(b, func(s string) { Terms(s) }) }
func BenchmarkSentences(b *testing.B)  { bench(b, func(s string) { Sentences(s) }) }
func BenchmarkParagraphs(b *testing.B) { bench(b, func(s string) { Paragraphs(s) }) }
func BenchmarkOffsets(b *testing.B)    { bench(b, func(s string) { NewOffsets(s) }) }

func BenchmarkCount(b *testing.B) {
	c, err := NewCounter()
	if err != nil {
		b.Fatal(err)
	}
	bench(b, func(s string) { c.Count(s) })
}

// BenchmarkStem stems words that are all different.
func BenchmarkStem(b *testing.B) {
	var words []string
	n := 0
	for _, end := range strings.Fields("ational iveness fulness ingly edly ment s ies ing ed er al ization ant ous e y") {
		for _, root := range strings.Fields("organ effect hope consider captain whale harpoon anchor grav depend sail commun") {
			words = append(words, root+end)
			n += len(root + end)
		}
	}
	b.SetBytes(int64(n))
	for b.Loop() {
		for _, w := range words {
			Stem(w)
		}
	}
}

func BenchmarkNormalise(b *testing.B) {
	const name = "The “Great” White Whale’s"
	b.SetBytes(int64(len(name)))
	for b.Loop() {
		Normalise(name)
	}
}
