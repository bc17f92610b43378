package text

import (
	"strings"
	"testing"
)

func TestLanguage(t *testing.T) {
	for in, want := range map[string]string{
		"It is a truth universally acknowledged that a man must be in want of a wife.": "en",
		"Der Mann ist nicht in das Haus gegangen, weil es zu spät war.":                "de",
		"Il est vrai que les hommes ne sont pas tous les mêmes dans ce pays.":          "fr",
		"En un lugar de la Mancha, de cuyo nombre no quiero acordarme.":                "es",
		"Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura.":        "it",
		"O homem não sabe o que é a vida, mas ela também não sabe dele.":               "pt",
		"Het is niet waar dat de man met zijn hond naar het huis van de vrouw ging.":   "nl",
		"话说大宋仁宗天子在位 (Song dynasty)":                                                    "zh",
		"吾輩は猫である。名前はまだ無い。":                                                             "ja",
		"나는 학교에 갑니다":                                                                   "ko",
		"Все счастливые семьи похожи друг на друга":                                    "ru",
		"Μῆνιν ἄειδε θεά":                                                              "el",
		"":                                                                             "und",
		"12345 ...":                                                                    "und",
		"Demon Dice":                                                                   "und",
		strings.Repeat("the whale and the sea \xff ", 5e3):                             "en",
	} {
		if got := Language(in); got != want {
			t.Errorf("Language(%.40q) = %s, want %s", in, got, want)
		}
	}
}
