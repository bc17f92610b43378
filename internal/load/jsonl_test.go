package load

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"grove/internal/fault"
)

// TestLines reads JSON Lines of all shapes; each bad one is one error that names its line.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, body string
		ids        []string
		failed     map[string]string // what is said, by the end of the item
	}{
		{"no end", "{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"text\":\"b\"}", []string{"1", "2"}, nil},
		{"CR LF and mark", "\xEF\xBB\xBF{\"id\":\"1\",\"text\":\"a\"}\r\n\r\n{\"id\":\"2\",\"text\":\"b\"}\r\n", []string{"1", "2"}, nil},
		{"no objects", "[1]\n3\n\"x\"\n{\"id\":1,\"text\":\"a\"}\ntrue", []string{"1"},
			map[string]string{":1": "array", ":2": "number", ":3": "string", ":5": "bool"}},
		{"broken", "{\"id\":1,\"text\":\"a\"}\n{\"id\":2,\"text\":\n{\"id\":3,\"text\":\"c\"}\n{\"id\":4} {\"text\":1}", []string{"1", "3"},
			map[string]string{":2": "not valid JSON", ":4": "not valid JSON"}},
		{"no text", "{\"id\":1}\n{\"text\":\"\"}\n{\"text\":null}\n{\"passage\":{}}\n{\"id\":[],\"text\":\"x\"}\n{\"id\":2,\"body\":\"b\"}", []string{"2"},
			map[string]string{":1": "no text", ":2": "empty", ":3": "no text", ":4": "neither", ":5": "\"id\""}},
		{"twice", "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"b\",\"text\":\"x\"}\n{\"id\":\"a\",\"text\":\"y\"}\n{\"id\":\"a\",\"text\":\"x\",\"k\":1}", []string{"a", "b", "a"},
			map[string]string{":3": `line 3 has the id "a" that line 1 has`}},
		{"deep", strings.Repeat("[", 100000) + "\n{\"text\":" + strings.Repeat("{\"a\":", 20000) + "\n{\"id\":1e999,\"n\":1e999,\"text\":\"a\"}", []string{"1e999"},
			map[string]string{":1": "max depth", ":2": "max depth"}},
		{"hostile", "{\"id\":\"\\u0000`\\\"\\n') DETACH DELETE\",\"text\":\"a\\u0000\"}\n\x00\x01\n{\"id\":2,\"text\":\"\xff\"}", []string{"\x00`\"\n') DETACH DELETE", "2"},
			map[string]string{":2": "not valid JSON"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			records, failed := walk(t, Options{}, filepath.Join(tree(t, map[string]string{"a.jsonl": c.body}), "a.jsonl"))
			var ids []string
			for _, r := range records {
				ids = append(ids, r.SourceID)
			}
			if diff := cmp.Diff(c.ids, ids); diff != "" {
				t.Error(diff)
			}
			for _, err := range failed {
				item := fault.Item(err)
				end := item[strings.LastIndexByte(item, ':'):]
				if says, ok := c.failed[end]; !ok || !strings.Contains(err.Error(), says) {
					t.Error(err)
				}
				delete(c.failed, end)
			}
			if len(c.failed) > 0 {
				t.Errorf("nothing is said of %v", c.failed)
			}
		})
	}
}

func TestNoTextNamesTheFields(t *testing.T) {
	_, failed := walk(t, Options{}, filepath.Join(tree(t, map[string]string{"a.jsonl": `{"title":"x"}`}), "a.jsonl"))
	for _, name := range textFields {
		if len(failed) != 1 || !strings.Contains(fault.Hint(failed[0]), name) {
			t.Fatalf("%s is not named: %v", name, failed)
		}
	}
}

func TestRecordsWithOneIDInAList(t *testing.T) {
	records, failed := walk(t, Options{}, tree(t, map[string]string{"a.json": `[{"id":1,"text":"a"},{"id":"1","text":"b"}]`}))
	if len(records) != 1 || len(failed) != 1 || !fault.Is(failed[0], fault.SourceTaken) || !strings.Contains(failed[0].Error(), "record 2 has the id \"1\" that record 1 has") {
		t.Fatal(failed)
	}
}

// TestOneLongLine reads one line of 20 MB, as text and as a record.
func TestOneLongLine(t *testing.T) {
	long := strings.Repeat("白鲸 whale. ", 20<<20/14)
	if r := one(t, "a.txt", long); r.Text != long {
		t.Error("the text changed")
	}
	if r := one(t, "a.jsonl", `{"text":"`+long+`"}`); r.Text != long {
		t.Error("the record's text changed")
	}
}

func TestUnreadFields(t *testing.T) {
	records, _ := walk(t, Options{}, filepath.Join(tree(t, map[string]string{"a.jsonl": `{"id":1,"title":"t","text":"x","lang":"en","price":2,"maker":"m","note":null}`}), "a.jsonl"))
	if diff := cmp.Diff([]string{"maker", "price"}, records[0].Unread); diff != "" {
		t.Error(diff)
	}
}
