//go:build torture

package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf16"

	"grove/internal/storetest/neo4jtest"
)

const (
	ingestKills = 25
	serveKills  = 100
)

var fullDisks = []int{4, 50, 100, 200, 300, 400, 500, 650, 800}

// TestDamagedFiles ingests 435 damaged files, each in a folder with a good one: no crash, an exit
// code for what was read or refused, the good file is read and the workspace is sound.
func TestDamagedFiles(t *testing.T) {
	const versions = 87
	dir, source := t.TempDir(), rand.New(rand.NewPCG(1, 2))
	codes := map[int]int{}
	files := wholeFiles()
	for _, extension := range slices.Sorted(maps.Keys(files)) {
		whole := files[extension]
		for version := range versions {
			folder := filepath.Join(dir, fmt.Sprintf("%s%d", extension, version))
			write(t, filepath.Join(folder, "damaged."+extension), string(damaged(whole, version, source)))
			write(t, filepath.Join(folder, "good.txt"), "Anna was born in Lisbon.")
			env := []string{"GROVE_DATA=" + filepath.Join(folder, "data"), "GROVE_JSON=1", "GROVE_QUIET=1"}
			r := runWith(t, env, "ingest", folder)
			codes[r.code]++
			var got ingestion
			if err := json.Unmarshal([]byte(r.out), &got); err != nil || crashed(r) || r.code != 0 && r.code != 3 {
				t.Errorf("%s %d: exit %d, %.300s%.300s", extension, version, r.code, r.out, r.err)
				continue
			}
			var stats struct{ Documents int }
			stored := runWith(t, env, "documents", "stats")
			if err := json.Unmarshal([]byte(stored.out), &stats); err != nil || stats.Documents == 0 {
				t.Errorf("%s %d: the good file is not there: %.300s", extension, version, stored.out)
			}
			if r := runWith(t, env, "verify"); r.code != 0 {
				t.Errorf("%s %d: verify: %.300s", extension, version, r.out)
			}
		}
	}
	t.Logf("%d files by exit code: %v", len(files)*versions, codes)
}

// wholeFiles are undamaged files by extension.
func wholeFiles() map[string][]byte {
	text := strings.Repeat("Ahab commands the Pequod. The whale took his leg. 青屿 is an island.\n\n", 20)
	return map[string][]byte{
		"txt":   []byte(text),
		"md":    []byte("---\ntitle: Whales\n---\n# Whales\n\n| ship | port |\n|---|---|\n| Pequod | Nantucket |\n\n```\ncode\n```\n" + text),
		"html":  []byte("<!doctype html><html lang=en><head><title>Whales</title></head><body><h1>Whales</h1><table><tr><td>Pequod</td></tr></table><p>" + text + "</p></body></html>"),
		"json":  []byte(fmt.Sprintf(`[{"id":"1","title":"Whales","text":%q},{"id":"2","text":"Ishmael sails."}]`, text)),
		"jsonl": []byte(fmt.Sprintf("{\"id\":\"1\",\"title\":\"Whales\",\"text\":%q}\n{\"id\":\"2\",\"text\":\"Ishmael sails.\"}\n", text)),
	}
}

// damaged is a file with one kind of damage, by the version's number; the places are random.
func damaged(whole []byte, version int, source *rand.Rand) []byte {
	at := func() int { return source.IntN(len(whole)) }
	out := bytes.Clone(whole)
	insert := func(s string) []byte {
		i := at()
		return append(append(bytes.Clone(whole[:i]), s...), whole[i:]...)
	}
	switch version % 15 {
	case 0: // cut off
		return out[:at()]
	case 1: // flipped bits
		for range 1 + len(out)/100 {
			out[at()] ^= 1 << source.IntN(8)
		}
		return out
	case 2: // a run of zeroes, as a disk leaves it
		i := at()
		clear(out[i:min(len(out), i+512)])
		return out
	case 3: // bytes that are not UTF-8
		return insert("\xff\xfe\xc3\x28\xf0\x9f\x92")
	case 4: // half of a UTF-16 file
		var b []byte
		for _, u := range utf16.Encode([]rune(string(whole))) {
			b = append(b, byte(u), byte(u>>8))
		}
		return append([]byte{0xff, 0xfe}, b[:source.IntN(len(b))]...)
	case 5: // a text twice as one
		return append(out, whole...)
	case 6: // deep nesting
		return insert(strings.Repeat("[", 20000))
	case 7:
		return insert(strings.Repeat("<div>", 20000))
	case 8: // a line without an end
		return insert(strings.Repeat("whale ", 50000))
	case 9: // brackets, quotes and commands of other formats
		return insert(`"}],{"text":null,"id":{}}'); DROP TABLE documents; -- <script>alert(1)</script> MATCH (n) DETACH DELETE n ${HOME} %s %n`)
	case 10: // marks of direction, joiners and characters beyond the basic plane
		return insert(strings.Repeat("\u202e\u200d\u0000\U0001f40b\ufeff", 200))
	case 11: // without its beginning
		return out[at():]
	case 12: // lines in another order
		lines := bytes.SplitAfter(out, []byte("\n"))
		source.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		return bytes.Join(lines, nil)
	case 13: // random bytes in the middle
		i := at()
		for j := i; j < min(len(out), i+200); j++ {
			out[j] = byte(source.Uint32())
		}
		return out
	default: // another format's head
		return append([]byte([]string{"%PDF-1.7\n", "PK\x03\x04", "\x89PNG\r\n", "\x1f\x8b\x08", "<?xml version='1.0'?>"}[source.IntN(5)]), out...)
	}
}

// TestServeWhileNeo4jRestarts stops and starts the server under the load of uploads and questions:
// no answer but success and "unavailable", and every acknowledged upload is there in the end.
func TestServeWhileNeo4jRestarts(t *testing.T) {
	server := neo4jtest.NewOwn(t)
	h := begin(t, t.TempDir(), neo4jSettings(server.URI, server.User, server.Password), "serve", "--listen", "127.0.0.1:0", "--rate", "1e6", "--burst", "1000000")
	defer h.kill()
	if status := h.send(http.MethodPost, "/v1/workspaces", `{"name":"sea"}`, nil); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	var stop atomic.Bool
	var uploads atomic.Int64
	var acknowledged []string
	statuses := map[int]int{}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for i := 0; !stop.Load(); i++ {
			name := fmt.Sprintf("book%d", i)
			body, err := json.Marshal(map[string]string{"source": name, "text": story(name)})
			if err != nil {
				t.Error(err)
				return
			}
			status := h.send(http.MethodPost, sea+"/documents", string(body), nil)
			statuses[status]++
			if status == http.StatusAccepted {
				acknowledged = append(acknowledged, name)
				uploads.Add(1)
			}
			statuses[h.send(http.MethodPost, sea+"/query", `{"question":"Who met Starbuck1?"}`, nil)]++
			time.Sleep(50 * time.Millisecond)
		}
	}()
	// more waits for five more uploads.
	more := func() {
		enough, late := uploads.Load()+5, time.Now().Add(patience)
		for uploads.Load() < enough {
			if time.Now().After(late) {
				t.Fatalf("no upload was acknowledged for %s", patience)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	for range 3 {
		more()
		server.Stop()
		time.Sleep(time.Second)
		server.Start()
	}
	more()
	stop.Store(true)
	<-ended
	for status := range statuses {
		if status != http.StatusOK && status != http.StatusAccepted && status != http.StatusServiceUnavailable {
			t.Errorf("%d answers of status %d", statuses[status], status)
		}
	}
	h.settled()
	there := h.sources()
	for _, name := range acknowledged {
		if !there[name] {
			t.Errorf("%s was acknowledged and is lost", name)
		}
	}
	t.Logf("3 restarts, answers by status %v, %d uploads acknowledged, %d documents there", statuses, len(acknowledged), len(there))
}
