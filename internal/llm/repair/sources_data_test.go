//go:build data

package repair

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sort"
	"testing"
)

// source is a set of replies of one real model to one kind of prompt.
type source struct {
	name    string
	replies []string
	accept  func(json.RawMessage) error
	// least and most bound how many of them are read.
	least, most int
}

// sources are the raw replies among the test data. Those of other notations than
// JSON are there to see that nothing is read out of them.
func sources(t *testing.T) []source {
	reports, tuples := mockCache(t)
	return []source{
		{"community reports, JSON mode", reports, HasAll("title", "summary", "rating", "findings"), 100, 101},
		{"triples and events, Llama 3.1 8B", stages(t), listOf("Head", "Event"), 101, 102},
		{"answers, a Chinese long-context model", lines(t, "malformed_jsonl_infinitebench_yarn.jsonl"), HasAll("id", "prediction"), 187, 189},
		{"tuples, GraphRAG's notation", tuples, HasAny("entity", "relationship"), 0, 0},
		{"relation(a,b), Vicuna 13B", fields(t, "text2kg_vicuna/*.jsonl", "response"), HasAll("subject"), 1, 1},
		{"traces with tags, a trained agent", fields(t, "graphrag_r1_traces/*.jsonl", "generated_answer"), HasAny("answer", "query"), 0, 0},
	}
}

// listOf accepts a list of objects that each have one of the keys.
func listOf(keys ...string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		var list []json.RawMessage
		if err := json.Unmarshal(raw, &list); err != nil {
			return errors.New("not a list")
		}
		for _, element := range list {
			if err := HasAny(keys...)(element); err != nil {
				return err
			}
		}
		return nil
	}
}

// mockCache splits a cache of replies by notation.
func mockCache(t *testing.T) (reports, tuples []string) {
	var cache map[string]struct{ Return string }
	readJSON(t, "nano_graphrag_mock_cache.json", &cache)
	for _, entry := range cache {
		if entry.Return[0] == '{' {
			reports = append(reports, entry.Return)
		} else {
			tuples = append(tuples, entry.Return)
		}
	}
	sort.Strings(reports)
	sort.Strings(tuples)
	return reports, tuples
}

// stages are the replies of the three steps of one pipeline.
func stages(t *testing.T) (replies []string) {
	for _, stage := range []string{"output_stage_one", "output_stage_two", "output_stage_three"} {
		replies = append(replies, fields(t, "autoschemakg/*.jsonl", stage)...)
	}
	return replies
}

// openie are extractions that were kept parsed, as the replies that they were:
// well-formed ones, to be damaged.
func openie(t *testing.T, n int) (replies []string) {
	var file struct {
		Docs []struct {
			Entities json.RawMessage `json:"extracted_entities"`
			Triples  json.RawMessage `json:"extracted_triples"`
		}
	}
	readJSON(t, "hipporag_openie_musique_train.json", &file)
	for _, doc := range file.Docs[:n] {
		reply, err := json.Marshal(map[string]any{"entities": doc.Entities, "triples": doc.Triples})
		if err != nil {
			t.Fatal(err)
		}
		replies = append(replies, string(reply))
	}
	return replies
}

// fields are one string field of the records of some files.
func fields(t *testing.T, pattern, field string) (values []string) {
	files, err := filepath.Glob(filepath.Join(folder(), pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v", pattern, err)
	}
	for _, name := range files {
		rel, err := filepath.Rel(folder(), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines(t, rel) {
			var record map[string]any
			if err := json.Unmarshal([]byte(line), &record); err != nil {
				t.Fatalf("%s: %v", rel, err)
			}
			value, ok := record[field].(string)
			if !ok {
				t.Fatalf("%s: no %s", rel, field)
			}
			values = append(values, value)
		}
	}
	return values
}

func lines(t *testing.T, name string) (out []string) {
	f, err := os.Open(filepath.Join(folder(), name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<22)
	for in.Scan() {
		out = append(out, in.Text())
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
	return out
}

func readJSON(t *testing.T, name string, v any) {
	raw, err := os.ReadFile(filepath.Join(folder(), name))
	if err != nil {
		t.Fatal(err)
	}
	// One file was written by Python, with its NaN.
	if err := json.Unmarshal(bytes.ReplaceAll(raw, []byte(": NaN"), []byte(": null")), v); err != nil {
		t.Fatal(err)
	}
}

func folder() string { return filepath.Join(os.Getenv("GROVE_TEST_DATA"), "parsers") }
