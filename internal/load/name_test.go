package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"grove/internal/fault"
)

func TestNamesThatAreNotUTF8StayApart(t *testing.T) {
	a, b := validName("n\xff.txt"), validName("n\xfe.txt")
	if a != "n%FF.txt" || b != "n%FE.txt" {
		t.Errorf("%q and %q", a, b)
	}
	if got := validName("亚哈.txt"); got != "亚哈.txt" {
		t.Errorf("%q", got)
	}
}

func TestName(t *testing.T) {
	for _, long := range []string{strings.Repeat("a", MaxName+1), strings.Repeat("鲸", 5000), strings.Repeat("😀\n\"", 5000)} {
		short, other := Name(long), Name(long+"x")
		if len(short) > MaxName || len(short) < MaxName-utf8.UTFMax || short == other || !utf8.ValidString(short) {
			t.Errorf("%d bytes: %.20q", len(short), short)
		}
		if head, _, _ := strings.Cut(short, ellipsis); !strings.HasPrefix(long, head) || Name(short) != short || Name(long) != short {
			t.Errorf("not the beginning, or not stable: %.20q", short)
		}
	}
	if short := Name(strings.Repeat("\x80", 5000)); len(short) > MaxName {
		t.Errorf("invalid text gives %d bytes", len(short))
	}
	if exact := strings.Repeat("a", MaxName); Name(exact) != exact {
		t.Error("a name of the most bytes was shortened")
	}
}

func TestLongRecordNames(t *testing.T) {
	long := strings.Repeat("鲸", 5000)
	root := tree(t, map[string]string{"a.jsonl": `{"id":"` + long + `1","title":"` + long + `","text":"x"}` + "\n" + `{"id":"` + long + `2","text":"y"}`})
	records, failed := walk(t, Options{}, filepath.Join(root, "a.jsonl"))
	if len(records) != 2 || len(failed) > 0 {
		t.Fatal(failed)
	}
	a, b := records[0], records[1]
	if a.Source == b.Source || a.SourceID == b.SourceID || a.Origin == b.Origin {
		t.Error("the two records have the same name")
	}
	if len(a.Source) > MaxName || len(a.Origin) > MaxName || a.SourceID != Name(long+"1") || a.Title != long {
		t.Errorf("source of %d bytes, title of %d", len(a.Source), len(a.Title))
	}
}

func TestOddFileNames(t *testing.T) {
	for _, name := range []string{"a\nb.txt", "\"'`.txt", "\x01\x7f.txt", "MATCH (n) DELETE n.txt", strings.Repeat("n", 250) + ".txt", "\xff.txt", strings.Repeat("鲸", 83) + ".txt"} {
		if r := one(t, name, "x"); r.Source != validName(name) {
			t.Errorf("%q has the source %q", name, r.Source)
		}
	}
}

// TestDeepFolders reads a file whose path is almost as long as the system allows.
func TestDeepFolders(t *testing.T) {
	root := t.TempDir()
	path := root
	for len(path) < 3700 {
		path = filepath.Join(path, strings.Repeat("d", 100))
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(path, "a.txt"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	records, failed := walk(t, Options{Collection: strings.Repeat("c", 1000)}, root)
	if len(records) != 1 || len(failed) > 0 || len(records[0].Source) > MaxName || !strings.Contains(records[0].Source, ellipsis) {
		t.Fatal(len(records), failed)
	}
	if _, failed := walk(t, Options{}, strings.Repeat("n", 300)+".txt"); len(failed) != 1 || !fault.Is(failed[0], fault.Unreadable) {
		t.Error(failed)
	}
}
