package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grove/ingest/ingesttest"
	"grove/internal/browse"
	"grove/internal/config"
	"grove/internal/evaluate"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/internal/llm"
	"grove/internal/llm/llmtest"
	"grove/internal/llm/offline"
	"grove/internal/llm/replies"
	"grove/internal/lookup"
	"grove/internal/search"
	"grove/internal/traces"
	"grove/internal/workspace"
	"grove/query"
	"grove/web"
)

// The words that only the secret documents have. Indexes write them in lower case.
var secretWords = []string{"vantreight", "quorndon", "瑟缇娜"}

const (
	firstSecret = "Zebulon Vantreight was born in Quorndon in 1851. Captain Ahab met Zebulon Vantreight in Nantucket.\n"
	lastSecret  = "Zebulon Vantreight lived in Nantucket. \"I knew Vantreight\", said Captain Ahab.\n瑟缇娜出生于南塔克特。\n"
	publicText  = "Captain Ahab was born in Nantucket. Captain Ahab commands the Pequod. Starbuck lived in Nantucket.\n"
)

// TestPurgeLeavesNoWord deletes a document with --purge that was replaced
// before, and whose texts a model was asked about: none of its words is left in
// any file of the workspace's folder.
func TestPurgeLeavesNoWord(t *testing.T) {
	server := llmtest.NewServer(llmtest.Options{Reply: ingesttest.Speaker{Kit: offline.New()}.Reply})
	defer server.Close()
	c := settings(t, "w")
	c.Model, c.LLM.BaseURL, c.LLM.APIKey = "test-model", config.NewAddress(server.URL()), "x"
	folder := t.TempDir()
	secret, public := filepath.Join(folder, "secret.txt"), filepath.Join(folder, "public.txt")
	write(t, public, publicText)
	use(t, c, func(a *App) {
		for _, body := range []string{firstSecret, lastSecret} {
			write(t, secret, body)
			for _, path := range []string{secret, public} {
				if r, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{path}}); err != nil || len(r.Errors) > 0 {
					t.Fatalf("%v %v", err, r.Errors)
				}
			}
		}
		for _, question := range []string{"Where was Zebulon Vantreight born?", "What does Captain Ahab command?"} {
			if _, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: question}}); err != nil {
				t.Fatal(err)
			}
		}
		holding := filesWith(t, c)
		for _, part := range []string{"grove.db", workspace.RepliesFolder, "traces"} {
			if !slices.ContainsFunc(holding, func(name string) bool { return strings.HasPrefix(name, part) }) {
				t.Fatalf("before the purge, %s holds none of the words: the test would prove nothing. These do: %q", part, holding)
			}
		}
		kept := countReplies(t, c)
		gone, purged, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}})
		if err != nil || len(gone) != 1 || purged.Replies == 0 || purged.Traces == 0 {
			t.Fatalf("%v, %+v, %v", gone, purged, err)
		}
		// Those about the other document stay, and its community gets a name.
		if purged.Replies <= purged.RepliesWithoutChunks {
			t.Errorf("no reply was found by its chunk: %+v", purged)
		}
		if left := countReplies(t, c); left < max(1, kept-purged.Replies) {
			t.Errorf("%d of %d replies are left, %d were purged", left, kept, purged.Replies)
		}
		list, err := a.Jobs().Page(t.Context(), jobs.Listing{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range list {
			if said := string(j.Request) + j.Error + string(j.Result); strings.Contains(said, "secret.txt") || j.Kind == "ingest" && !strings.Contains(said, "public.txt") && said[:2] != "{}" {
				t.Errorf("a job that still names the document, or has lost another: %s", said)
			}
		}
		if holding := filesWith(t, c); len(holding) > 0 {
			t.Errorf("after the purge, these files hold its words: %q", holding)
		}
		sound(t, a)
		if hits, err := a.Index.BM25(t.Context(), search.Query{Text: "Pequod"}); err != nil || len(hits) != 1 {
			t.Errorf("search after the purge: %v, %v", hits, err)
		}
	})
	if holding := filesWith(t, c); len(holding) > 0 {
		t.Errorf("once closed, these files hold its words: %q", holding)
	}
}

// TestPurgeForgetsWhatAModelWasAsked: the names in it are words of the documents.
func TestPurgeForgetsWhatAModelWasAsked(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		for name, body := range map[string]string{"secret.txt": firstSecret, "public.txt": publicText} {
			if err := ingestText(t, a, name, body); err != nil {
				t.Fatal(err)
			}
		}
		for _, names := range [][]string{{":captain ahab", ":zebulon vantreight"}, {":captain ahab", ":starbuck"}} {
			if _, err := a.Store.PutDecision(t.Context(), graph.AskedDecision, names, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		list, err := a.Browse().Documents(t.Context(), graph.DocumentsQuery{})
		if err != nil {
			t.Fatal(err)
		}
		secret := slices.IndexFunc(list, func(d browse.Document) bool { return strings.HasSuffix(d.Source, "secret.txt") })
		if _, _, err := a.Purge(t.Context(), lookup.Selector{IDs: []string{string(list[secret].ID)}}); err != nil {
			t.Fatal(err)
		}
		if asked, err := graph.AllDecisions(t.Context(), a.Store, graph.AskedDecision); err != nil || len(asked) != 1 || !slices.Contains(asked[0].Subjects, ":starbuck") {
			t.Errorf("%+v, %v", asked, err)
		}
		if holding := filesWith(t, c); len(holding) > 0 {
			t.Errorf("these files hold the words: %q", holding)
		}
	})
}

// TestPurgeAfterADeletion cleans up without naming a document, and takes the
// files of the sample.
func TestPurgeAfterADeletion(t *testing.T) {
	c := settings(t, "w")
	folder := t.TempDir()
	secret := filepath.Join(folder, "secret.txt")
	write(t, secret, firstSecret)
	use(t, c, func(a *App) {
		if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{secret}}); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Jobs().Delete(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}}); err != nil {
			t.Fatal(err)
		}
		if len(filesWith(t, c)) == 0 {
			t.Fatal("a plain deletion left no word: the test would prove nothing")
		}
		if gone, _, err := a.Purge(t.Context(), lookup.Selector{}); err != nil || len(gone) != 0 {
			t.Fatalf("%v, %v", gone, err)
		}
		if holding := filesWith(t, c); len(holding) > 0 {
			t.Errorf("these files hold its words: %q", holding)
		}
		inside := filepath.Join(c.Folder(), "inside.txt")
		write(t, inside, firstSecret)
		if _, err := a.Jobs().Ingest(t.Context(), jobs.IngestOptions{Paths: []string{inside}}); err != nil {
			t.Fatal(err)
		}
		if _, purged, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"inside.txt"}}); err != nil || purged.Files != 1 {
			t.Errorf("%+v, %v", purged, err)
		}
		if holding := filesWith(t, c); len(holding) > 0 {
			t.Errorf("with its file in the folder, these hold its words: %q", holding)
		}
		if _, _, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}}); !fault.Is(err, fault.NotFound) {
			t.Errorf("a document that is not there: %v", err)
		}
	})
}

// filesWith are the files below the workspace's folder that hold one of the
// words, in any case, plain or escaped as JSON.
func filesWith(t *testing.T, c config.Config) (names []string) {
	t.Helper()
	var needles [][]byte
	for _, w := range secretWords {
		escaped, err := json.Marshal(w)
		if err != nil {
			t.Fatal(err)
		}
		needles = append(needles, []byte(w), bytes.Trim(escaped, `"`))
	}
	eachFile(t, c.Folder(), func(name string, raw []byte) {
		raw = bytes.ToLower(raw)
		if slices.ContainsFunc(needles, func(n []byte) bool { return bytes.Contains(raw, n) }) {
			names = append(names, name)
		}
	})
	return names
}

func countReplies(t *testing.T, c config.Config) (n int) {
	t.Helper()
	eachFile(t, filepath.Join(c.Folder(), workspace.RepliesFolder), func(string, []byte) { n++ })
	return n
}

// eachFile reads the files below a folder.
func eachFile(t *testing.T, folder string, do func(name string, raw []byte)) {
	t.Helper()
	root := os.DirFS(folder)
	if err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(root, name)
		if err == nil {
			do(name, raw)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestPurgeAndUploads: a purge does not touch what the service accepted, and what it
// blanked is not carried out, by whatever way.
func TestPurgeAndUploads(t *testing.T) {
	c := settings(t, "sea")
	serve := func(work func(w served)) {
		s, err := NewService(c, quiet())
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		err = s.Use(t.Context(), "sea", func(_ context.Context, w web.Workspace) error {
			work(w.(served))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	put := func(w served, source, body string, replace bool) graph.ID {
		file, err := w.jobs.Spool(t.Context(), source, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		j, err := w.jobs.QueueUpload(t.Context(), jobs.Upload{Source: source, File: file, Replace: replace})
		if err != nil {
			t.Fatal(err)
		}
		return j.ID
	}
	sources := func(a *App) (out []string) {
		documents, err := a.Store.Documents(t.Context(), graph.DocumentsQuery{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range documents {
			out = append(out, d.Source)
		}
		slices.Sort(out)
		return out
	}
	s, err := NewService(c, quiet())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Create(t.Context(), "sea"), s.Close()); err != nil {
		t.Fatal(err)
	}
	var again, waiting graph.ID
	serve(func(w served) {
		becomes(t, w.App.Store, put(w, "a.txt", "Captain Ahab commands the Pequod.", false), graph.JobDone)
		w.jobs.Drain(t.Context())
		again = put(w, "a.txt", "Starbuck commands the Pequod.", true)
		waiting = put(w, "b.txt", "Alice met the Queen of Hearts.", false)
	})
	use(t, c, func(a *App) {
		_, _, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"a.txt"}})
		if !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), string(again)) || len(sources(a)) != 1 {
			t.Errorf("while a job waits: %v, %q", err, sources(a))
		}
	})
	serve(func(w served) { becomes(t, w.App.Store, waiting, graph.JobDone) })
	use(t, c, func(a *App) {
		if gone, _, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"a.txt"}}); err != nil || len(gone) != 1 {
			t.Errorf("after it: %v, %v", gone, err)
		}
		// As an earlier process may have left it.
		rows, err := a.Store.Jobs(t.Context(), graph.JobsQuery{ID: again, Limit: 1})
		if err != nil || len(rows) != 1 {
			t.Fatalf("%+v, %v", rows, err)
		}
		for _, j := range rows {
			if j.State = graph.JobQueued; j.Request != "{}" {
				t.Errorf("after the purge its job says %s", j.Request)
			}
			if err := a.Store.PutJob(t.Context(), j); err != nil {
				t.Fatal(err)
			}
		}
	})
	serve(func(w served) { // a record of an upload that is kept, since another one could not be read
		id := put(w, "wiki.jsonl", `{"id":"a","text":"Zebulon Vantreight was born in Quorndon."}`+"\n{\n"+`{"id":"b","text":"Pip sings."}`, false)
		becomes(t, w.App.Store, id, graph.JobPartly)
	})
	use(t, c, func(a *App) {
		if _, _, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"wiki.jsonl#a"}}); err != nil {
			t.Error(err)
		}
		if _, _, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"wiki.jsonl#b"}}); err != nil {
			t.Error(err)
		}
		if left := filesWith(t, c); len(left) > 0 {
			t.Errorf("what was purged is in %q", left)
		}
	})
	serve(func(w served) {
		w.jobs.Drain(t.Context())
		put(w, "c.txt", "Sherlock Holmes lived in London.", false) // lies in the folder when the blanked job's turn comes
	})
	serve(func(w served) {
		j := becomes(t, w.App.Store, again, graph.JobFailed)
		if !strings.Contains(j.Error, "no longer there") {
			t.Errorf("the job ended with %q", j.Error)
		}
		if _, err := w.jobs.Retry(t.Context(), j.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("to try it again: %v", err)
		}
		for end := time.Now().Add(time.Minute); len(sources(w.App)) < 2 && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		if got := sources(w.App); !slices.Equal(got, []string{"b.txt", "c.txt"}) {
			t.Errorf("documents %q", got)
		}
	})
}

// TestPurgeDropsWhatListsNothing: replies and traces stored by older versions, which list no
// chunks or ids, are all dropped and counted, also those about other documents; a trace that
// lists only what stays is kept.
func TestPurgeDropsWhatListsNothing(t *testing.T) {
	c := settings(t, "w")
	use(t, c, func(a *App) {
		for name, body := range map[string]string{"secret.txt": "Zebulon Vantreight lived in Quorndon.\n", "public.txt": "Starbuck commands the Pequod.\n"} {
			if err := ingestText(t, a, name, body); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := a.Ask(t.Context(), AskOptions{Question: query.Question{Text: "What does Starbuck command?"}, Agent: "bm25"})
		if err != nil {
			t.Fatal(err)
		}
		stored, err := a.Traces().Get(kept.TraceID)
		if err != nil || len(stored.Read) == 0 {
			t.Fatalf("%q, %v", stored.Read, err)
		}
		chunks, err := a.Store.Chunks(t.Context(), graph.ChunksQuery{IDs: ids(stored.Read), Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		secretRead := slices.ContainsFunc(chunks, func(r graph.ChunkRow) bool { return strings.Contains(r.Text, "Quorndon") })
		old := traces.New(time.Now(), "who?", traces.Options{}, query.Answer{Answer: "Starbuck"}, nil)
		if err := a.Traces().Put(old); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(c.Folder(), workspace.RepliesFolder)
		cache, err := replies.Open(dir, &llmtest.Model{Reply: func(string, llm.Request) (string, error) { return "Starbuck", nil }}, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := cache.Complete(t.Context(), llm.Request{Name: "extract/1", Messages: []llm.Message{llm.User("Starbuck")}}); err != nil {
			t.Fatal(err)
		}
		if _, err := cache.Complete(t.Context(), llm.Request{Name: "extract/1", Messages: []llm.Message{llm.User("Pequod")}, Chunks: []string{""}}); err != nil {
			t.Fatal(err)
		}
		_, purged, err := a.Purge(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}})
		if err != nil || purged.TracesWithoutIDs != 1 || purged.RepliesWithoutChunks != 2 || purged.Replies != 2 {
			t.Errorf("%+v, %v", purged, err)
		}
		if _, err := a.Traces().Get(kept.TraceID); (err != nil) != secretRead {
			t.Errorf("the trace of another question, which read the secret: %v: %v", secretRead, err)
		}
	})
}

// TestPurgeAfterADeletionChecksEachItem: a trace is removed if it lists a fact, attribute or
// triple of a deleted document, also beside an entity that is still in the graph.
func TestPurgeAfterADeletionChecksEachItem(t *testing.T) {
	use(t, settings(t, "w"), func(a *App) {
		const lind = "Walter Lind (4 May 1890 – 2 June 1961) was a Swedish film director. He was born in Uppsala.\n"
		for name, body := range map[string]string{"secret.txt": lind, "public.txt": "Walter Lind directed Iron Harbour.\n"} {
			if err := ingestText(t, a, name, body); err != nil {
				t.Fatal(err)
			}
		}
		entity := graph.KeyElementID("walter lind", "")
		about := []graph.ID{entity}
		facts, err := a.Store.Facts(t.Context(), graph.FactsQuery{Elements: about})
		attributes, err2 := a.Store.Attributes(t.Context(), graph.AttributesQuery{Entities: about})
		triples, err3 := a.Store.Relations(t.Context(), graph.RelationsQuery{Elements: about})
		if err := errors.Join(err, err2, err3); err != nil {
			t.Fatal(err)
		}
		stored := map[graph.ID]string{}
		put := func(id graph.ID) {
			read := []string{string(id), string(entity)}
			trace := traces.New(time.Now(), "who?", traces.Options{}, query.Answer{Answer: "Walter Lind", Read: read}, nil)
			if err := a.Traces().Put(trace); err != nil {
				t.Fatal(err)
			}
			stored[id] = trace.ID
		}
		for _, r := range facts {
			put(r.Fact)
		}
		for _, r := range attributes {
			put(r.ID)
		}
		for _, r := range triples {
			put(r.ID)
		}
		if _, err := a.Jobs().Delete(t.Context(), lookup.Selector{Sources: []string{"secret.txt"}}); err != nil {
			t.Fatal(err)
		}
		if _, _, err := a.Purge(t.Context(), lookup.Selector{}); err != nil {
			t.Fatal(err)
		}
		gone, kinds := 0, map[byte]bool{}
		for id, trace := range stored {
			all := []graph.ID{id}
			state, err := a.Store.States(t.Context(), graph.StatesQuery{Facts: all, Attributes: all, Triples: all})
			if err != nil {
				t.Fatal(err)
			}
			present := len(state.Facts)+len(state.Attributes)+len(state.Triples) > 0
			if !present {
				gone, kinds[id[0]] = gone+1, true
			}
			if _, err := a.Traces().Get(trace); (err == nil) != present {
				t.Errorf("%s is in the graph: %v, its trace: %v", id, present, err)
			}
		}
		if len(kinds) != 3 || gone == len(stored) {
			t.Errorf("%d of %d items are gone, of the kinds %v", gone, len(stored), kinds)
		}
	})
}

func ids(list []string) (out []graph.ID) {
	for _, id := range list {
		if graph.ValidID(id, graph.ChunkKind) {
			out = append(out, graph.ID(id))
		}
	}
	return out
}

// becomes waits until a job is in a state.
func becomes(t *testing.T, store graph.Store, id graph.ID, want graph.JobState) graph.Job {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		jobs, err := store.Jobs(t.Context(), graph.JobsQuery{ID: id, Limit: 1})
		if err != nil || len(jobs) != 1 {
			t.Fatalf("%+v, %v", jobs, err)
		}
		if jobs[0].State == want {
			return jobs[0]
		}
		if time.Now().After(end) {
			t.Fatalf("%+v is not %s", jobs[0], want)
		}
	}
}

// TestPurgeRemovesRuns: evaluation runs that read the purged document, or do not list what they read, are removed with their
// reports; one that read another document stays.
func TestPurgeRemovesRuns(t *testing.T) {
	c := settings(t, "w")
	corpus := `{"id":"p1","title":"Starbuck","text":"Starbuck was born in Nantucket."}` + "\n" +
		`{"id":"p2","title":"Quorndon","text":"Zebulon Vantreight was born in Quorndon."}` + "\n"
	use(t, c, func(a *App) {
		for name, run := range map[string]struct{ agent, question, gold string }{
			"public":   {"golden", "Where was Starbuck born?", "p1"},
			"secret":   {"golden", "Where was Zebulon born?", "p2"},
			"unlisted": {"zeroshot", "Where was Starbuck born?", "p1"},
		} {
			set := t.TempDir()
			write(t, filepath.Join(set, "corpus.jsonl"), corpus)
			write(t, filepath.Join(set, "questions.jsonl"),
				`{"id":"q","question":"`+run.question+`","answers":["x"],"gold_ids":["`+run.gold+`"]}`+"\n")
			if _, err := a.Evaluate().Run(t.Context(), evaluate.RunOptions{Dataset: set, Agents: []string{run.agent}, Name: name}); err != nil {
				t.Fatal(err)
			}
		}
		isOfRuns := func(name string) bool { return strings.HasPrefix(name, evaluate.RunsFolder) }
		if !slices.ContainsFunc(filesWith(t, c), isOfRuns) {
			t.Fatal("no run holds the words: the test would prove nothing")
		}
		secret, err := a.Store.Documents(t.Context(), graph.DocumentsQuery{SourceIDs: []string{"p2"}, Limit: 1})
		if err != nil || len(secret) != 1 {
			t.Fatal(secret, err)
		}
		_, purged, err := a.Purge(t.Context(), lookup.Selector{Names: []string{string(secret[0].ID)}})
		if err != nil || purged.Runs != 2 || purged.RunsWithoutIDs != 1 {
			t.Fatalf("%+v, %v", purged, err)
		}
		left, err := a.Runs().List(t.Context(), 0, 10)
		if err != nil || len(left) != 1 || left[0].Name != "public" {
			t.Errorf("%+v, %v", left, err)
		}
		if names := filesWith(t, c); len(names) > 0 {
			t.Errorf("left in %q", names)
		}
	})
}
