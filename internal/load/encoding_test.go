package load

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// samples are short texts by the encodings that can hold them.
var samples = []struct {
	text   string
	codecs string
}{
	{"楔子　张天师祈禳瘟疫，洪太尉误走妖魔。话说大宋仁宗天子在位，嘉祐三年三月三日五更三点。", "gb18030 utf-16le utf-16be"},
	{"水泊梁山", "gb18030"},
	{"姓名 男 女 年\n1 中 2 大", "gb18030"},
	{"這個故事說的是一個老船長，他在大海裡找一條白色的鯨魚。我們都沒有看見牠。", "big5 gb18030 utf-16le utf-16be"},
	{"吾輩の船は長い間、白い鯨を追っていた。海はとても静かで、風もなかった。", "shift_jis utf-16le"},
	{"선장은 오랫동안 하얀 고래를 찾아 바다를 돌아다녔다. 우리는 아무것도 보지 못했다.", "euc-kr utf-16be"},
	{"Le vieux capitaine était à bord, où l'équipage espérait déjà la fin de l'été.", "windows-1252 utf-16le"},
	{"Die Männer hörten zu; über dem Schiff flog ein großer Vogel.", "windows-1252 utf-16be"},
	{"He said: “It’s white!” — and that was all…", "windows-1252"},
	{"naïve", "windows-1252"},
	{"El niño soñó con ballenas; ¿quién no? ¡Qué día!", "windows-1252"},
	{"Старый капитан долго искал белого кита, но море было тихим.", "windows-1251 koi8-r utf-16le"},
	{"Call me Ishmael.\r\nSome years ago", "utf-16le utf-16be"},
}

func codecNamed(t *testing.T, name string) codec {
	t.Helper()
	for _, c := range codecs {
		if c.name == name {
			return c
		}
	}
	t.Fatalf("no encoding %s", name)
	return codec{}
}

// TestEncodings reads each text in each encoding as text, Markdown, page, record and line.
func TestEncodings(t *testing.T) {
	for _, sample := range samples {
		for name := range strings.FieldsSeq(sample.codecs) {
			c := codecNamed(t, name)
			for file, body := range map[string]string{
				"a.txt": sample.text, "a.md": sample.text, "a.html": "<p>" + sample.text,
				"a.json": `{"text":"` + escaped(sample.text) + `"}`, "a.jsonl": "\n" + `{"text":"` + escaped(sample.text) + `"}`,
			} {
				raw, err := c.NewEncoder().String(body)
				if err != nil {
					t.Fatal(name, err)
				}
				r := one(t, file, raw)
				if file != "a.html" && r.Text != sample.text || r.Encoding != name || r.Invalid != 0 {
					t.Errorf("%s in %s: %s, %d invalid, %.60q", file, name, r.Encoding, r.Invalid, r.Text)
				}
			}
		}
	}
}

func escaped(s string) string { return strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(s) }

func TestMarks(t *testing.T) {
	for body, want := range map[string]string{
		"\xEF\xBB\xBFa": "utf-8", "\xFF\xFEa\x00": "utf-16le", "\xFE\xFF\x00a": "utf-16be",
	} {
		if r := one(t, "a.txt", body); r.Text != "a" || r.Encoding != want {
			t.Errorf("%q: %+v", body, r)
		}
		if r := one(t, "a.html", body); r.Text != "a" || r.Encoding != want {
			t.Errorf("%q: %+v", body, r)
		}
	}
	const line = `{"id":1,"text":"鯨"}`
	raw, err := utf16BE.NewEncoder().String("\ufeff" + line + "\r\n" + line)
	if err != nil {
		t.Fatal(err)
	}
	records, failed := walk(t, Options{}, tree(t, map[string]string{"a.jsonl": raw}))
	if len(records) != 2 || len(failed) > 0 || records[1].Text != "鯨" || records[1].Encoding != "utf-16be" {
		t.Error(records, failed)
	}
}

// TestUTF8Wins reads texts that are UTF-8, or were before some damage.
func TestUTF8Wins(t *testing.T) {
	for body, want := range map[string]struct {
		text    string
		invalid int
	}{
		"联通":                         {"联通", 0}, // in GBK these bytes are valid UTF-8 too, and so they are that
		strings.Repeat("\x01é ", 40): {strings.Repeat("\x01é ", 40), 0},
		"a b\x00c":                   {"a b\x00c", 0},
		"a\xff\xe4\xb8b":             {"a\uFFFD\uFFFD\uFFFDb", 3},
		"水浒传，施耐庵\xe8\x91":            {"水浒传，施耐庵\uFFFD\uFFFD", 2},
		"ไม่มีใครเห็นปลาวาฬสีขาว\xff x": {"ไม่มีใครเห็นปลาวาฬสีขาว\uFFFD x", 1},
		"été, où? déjà vu \xff": {"été, où? déjà vu \uFFFD", 1},
	} {
		if r := one(t, "a.txt", body); r.Text != want.text || r.Invalid != want.invalid || r.Encoding != "utf-8" {
			t.Errorf("%q: %+v", body, r)
		}
	}
}

// TestLinesOfSeveralEncodings reads a file that was put together from others.
func TestLinesOfSeveralEncodings(t *testing.T) {
	gbk, err := codecNamed(t, "gb18030").NewEncoder().String("话说大宋天子在位，水泊")
	if err != nil {
		t.Fatal(err)
	}
	ascii := strings.Repeat(`{"text":"plain"}`+"\n", lineBuffer/16)
	body := ascii + `{"text":"话说"}` + "\n" + `{"text":"` + gbk + `"}` + "\n" + `{"text":"caf` + "\xe9" + ` du port"}`
	records, failed := walk(t, Options{}, filepath.Join(tree(t, map[string]string{"a.jsonl": body}), "a.jsonl"))
	if len(failed) > 0 {
		t.Fatal(failed)
	}
	var got []string
	for _, r := range records[len(records)-3:] {
		got = append(got, r.Text+" "+r.Encoding)
	}
	if s := strings.Join(got, "; "); s != "话说 utf-8; 话说大宋天子在位，水泊 gb18030; café du port windows-1252" {
		t.Error(s)
	}
}

func FuzzEncoding(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s.text), "gbk")
	}
	f.Add([]byte("\xff\xfe\x00"), "")
	f.Add([]byte("\x1b$B8"), "iso-2022-jp")
	f.Add([]byte("a\x81"), "shift_jis")
	f.Fuzz(func(t *testing.T, data []byte, declared string) {
		c, rest := cutMark(data)
		if !c.known() {
			c = encodingOf(rest, declared)
		}
		s, invalid := c.decode(rest)
		if !utf8.ValidString(s) || invalid < 0 || invalid > utf8.RuneCountInString(s) || c.name == "" {
			t.Fatalf("%q as %s: %q, %d", data, c.name, s, invalid)
		}
		if _, marked := cutMark(data); len(marked) == len(data) && utf8.Valid(data) && !strings.HasPrefix(c.name, "utf-16") && c.name != "iso-2022-jp" && s != string(data) {
			t.Fatalf("valid UTF-8 %q was read as %s", data, c.name)
		}
	})
}
