//go:build data

package load

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// excerpt is the length in runes of the excerpts that encodings are found by.
const excerpt = 300

// traditional writes some hundred frequent simplified characters as Big5 has them.
var traditional = func() *strings.Replacer {
	simple := []rune("这个们来国说时会对学过发后里于着为经么现当没动还进样开从实军无与长机业关点将两间问并应战向头体见产话给员论处义几认条气题尔别变总电数报结务场计资区队决马则听却达强难权记类据边张该规万术领确传师观让识带导争运亲东门车书儿声统单广爱岛龙华刘陈杨黄赵吴讲买卖钱铁钟银随险风飞饭饮骂骑鱼鸟鸡齐县乡红纸线细终绝继续网罗脸节药虽装览觉讨训许设评诉词试诗诚详语误请诸读课谁调谈谢护败货质贵费赏赖贼赶跃转轮软轻较输迟适选遗邓郑针钢闭闻阶须顾预颜额类饿馆")
	full := []rune("這個們來國說時會對學過發後裡於著為經麼現當沒動還進樣開從實軍無與長機業關點將兩間問並應戰向頭體見產話給員論處義幾認條氣題爾別變總電數報結務場計資區隊決馬則聽卻達強難權記類據邊張該規萬術領確傳師觀讓識帶導爭運親東門車書兒聲統單廣愛島龍華劉陳楊黃趙吳講買賣錢鐵鐘銀隨險風飛飯飲罵騎魚鳥雞齊縣鄉紅紙線細終絕繼續網羅臉節藥雖裝覽覺討訓許設評訴詞試詩誠詳語誤請諸讀課誰調談謝護敗貨質貴費賞賴賊趕躍轉輪軟輕較輸遲適選遺鄧鄭針鋼閉聞階須顧預顏額類餓館")
	var pairs []string
	for i := range simple {
		pairs = append(pairs, string(simple[i]), string(full[i]))
	}
	return strings.NewReplacer(pairs...)
}()

// TestDetection finds the encodings of real texts, whole and in excerpts. The
// rules of detection were fitted to the novels, the Chinese documents and other
// English passages; only the last set was never looked at, and says best what to
// expect of new texts. The Big5 texts are simplified ones written anew.
func TestDetection(t *testing.T) {
	english, chinese := novel(t, "moby_dick_en.txt"), novel(t, "shuihuzhuan_zh.txt")
	long := documents(t, "docqa/longbench_*_zh/docs.jsonl")
	var heads []string
	for _, s := range long {
		heads = append(heads, string([]rune(s)[:min(excerpt, utf8.RuneCountInString(s))]))
	}
	for _, set := range []struct {
		name   string
		texts  []string
		codecs string
		least  float64
	}{
		{"English novel", []string{english}, "windows-1252 utf-16le utf-16be", 1},
		{"English excerpts", excerpts(english), "windows-1252 utf-16le utf-16be", 0.998},
		{"Chinese novel", []string{chinese}, "gb18030 big5 utf-16le utf-16be", 1},
		{"Chinese excerpts", excerpts(chinese), "gb18030 big5 utf-16le utf-16be", 0.999},
		{"Chinese documents", long, "gb18030 big5 utf-16le utf-16be", 1},
		{"beginnings of them", heads, "gb18030 big5 utf-16le utf-16be", 0.99},
		{"English passages", documents(t, "retrieval/[hm][ou]*_train100/corpus.jsonl"), "windows-1252", 0.98},
	} {
		for name := range strings.FieldsSeq(set.codecs) {
			right, all := 0, 0
			for _, s := range set.texts {
				raw, want := encoded(t, codecNamed(t, name), s)
				if utf8.Valid(raw) && !strings.HasPrefix(name, "utf-16") {
					continue // ASCII alone, or UTF-8 by chance, which wins
				}
				all++
				if got, _ := encodingOf(raw, "").decode(raw); got == want {
					right++
				}
			}
			share := float64(right) / float64(all)
			t.Logf("%-20s %-13s %5d of %5d right", set.name, name, right, all)
			if all == 0 || share < set.least {
				t.Errorf("%s in %s: only %.4f of %d are right", set.name, name, share, all)
			}
		}
	}
}

// encoded is s in an encoding, less the characters that it lacks, and what that says.
func encoded(t *testing.T, c codec, s string) (raw []byte, said string) {
	t.Helper()
	if c.name == "big5" {
		s = traditional.Replace(s)
	}
	e := c.NewEncoder()
	raw, err := e.Bytes([]byte(s))
	if err != nil {
		raw, err = e.Bytes([]byte(held(s, e)))
	}
	if err != nil {
		t.Fatal(err)
	}
	said, _ = c.decode(raw)
	return raw, said
}

func held(s string, e *encoding.Encoder) string {
	return strings.Map(func(r rune) rune {
		if _, err := e.String(string(r)); err != nil {
			return -1
		}
		return r
	}, s)
}

func excerpts(s string) []string {
	runes := []rune(s)
	var out []string
	for ; len(runes) >= excerpt; runes = runes[excerpt:] {
		out = append(out, string(runes[:excerpt]))
	}
	return out
}

func novel(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(os.Getenv("GROVE_TEST_DATA"), "novels", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// documents returns the texts of the JSON Lines files that the pattern matches.
func documents(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(os.Getenv("GROVE_TEST_DATA"), filepath.FromSlash(pattern)))
	if err != nil || len(files) == 0 {
		t.Fatal("nothing matches ", pattern, err)
	}
	var out []string
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for lines := json.NewDecoder(bufio.NewReader(f)); lines.More(); {
			var d struct{ Text string }
			if err := lines.Decode(&d); err != nil {
				t.Fatal(err)
			}
			out = append(out, d.Text)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out
}
