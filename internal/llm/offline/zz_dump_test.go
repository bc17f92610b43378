package offline_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"grove/internal/learn"
	"grove/internal/llm/offline"
	"grove/internal/text"
)

type rec struct {
	ID, Title, Text, Question, Lang string
	DocID                           string   `json:"doc_id"`
	Gold                            []string `json:"gold_ids"`
	Answers                         []string
}

func recs(path string) (out []rec) {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<26)
	for s.Scan() {
		var r rec
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			panic(err)
		}
		out = append(out, r)
	}
	return out
}

type piece struct {
	doc string
	p   offline.Passage
	t   map[string]bool
}

func pieces(docs []rec) (out []piece) {
	for _, d := range docs {
		runes := []rune(d.Text)
		for at := 0; at == 0 || at < len(runes); at += 1800 {
			body := string(runes[at:min(at+1800, len(runes))])
			x := piece{d.ID, offline.Passage{Title: d.Title, Text: body}, map[string]bool{}}
			for _, t := range text.Terms(d.Title + " " + body) {
				x.t[t] = true
			}
			out = append(out, x)
		}
	}
	return out
}

func js(v any) string { b, _ := json.Marshal(v); return string(b) }

func sample[T any](list []T, n int) (out []T) {
	if len(list) <= n {
		return list
	}
	for i := range n {
		out = append(out, list[i*len(list)/n])
	}
	return out
}

func mutate(s string, r *rand.Rand, other string) string {
	runes := []rune(s)
	for range 12 {
		if len(runes) < 4 {
			break
		}
		i := r.IntN(len(runes))
		switch r.IntN(6) {
		case 0:
			runes = slices.Delete(runes, i, min(len(runes), i+1+r.IntN(4)))
		case 1:
			runes = slices.Insert(runes, i, []rune(" , ")...)
		case 2:
			runes = slices.Insert(runes, i, []rune([]string{"“", "(", "'s ", " | ", "\n\n", "、", "《", "1998年", " Dr. ", "the ", "7", "张"}[r.IntN(12)])...)
		case 3:
			o := []rune(other)
			j := r.IntN(len(o) + 1)
			runes = slices.Insert(runes, i, o[j:min(len(o), j+10)]...)
		case 4:
			runes[i] = ' '
		case 5:
			runes = []rune(string(runes[:i]) + strings.ToUpper(string(runes[i:min(len(runes), i+3)])) + string(runes[min(len(runes), i+3):]))
		}
	}
	return string(runes)
}

func TestZZDump(t *testing.T) {
	out := os.Getenv("CUTDUMP")
	if out == "" {
		t.Skip()
	}
	data := "/work/shared/data/"
	sets := []string{data + "retrieval/2wiki_train500", data + "retrieval/hotpotqa_train100", data + "retrieval/musique_train100",
		data + "retrieval/nq_oracle", data + "docqa/longbench_multifieldqa_zh", "train/office", "train/forms", "train/zh", "train/linked", "train/hops"}
	learn.Parallel(len(sets), func(n int) { dumpSet(sets[n], filepath.Join(out, filepath.Base(sets[n])+".txt")) })
	var more []string
	for _, d := range []string{"conll04_train_dev", "crossner_ai", "crossner_literature", "crossner_music", "crossner_politics", "crossner_science", "litbank",
		"msra_zh_a", "rebel_sample_distant", "redocred_dev", "scierc_train_dev", "text2kg_tekgen"} {
		more = append(more, d)
	}
	learn.Parallel(len(more), func(n int) {
		items := recs(data + "extraction/" + more[n] + "/items.jsonl")
		var ps []offline.Passage
		var langs []string
		for _, i := range sample(items, 150) {
			ps, langs = append(ps, offline.Passage{Title: i.Title, Text: i.Text}), append(langs, i.Lang)
		}
		dumpExtract(ps, langs, filepath.Join(out, "x_"+more[n]+".txt"), uint64(n))
	})
	novels := []string{"moby_dick_en.txt", "shuihuzhuan_zh.txt"}
	learn.Parallel(2, func(n int) {
		b, _ := os.ReadFile(data + "novels/" + novels[n])
		ps := []offline.Passage{}
		for i, x := range sample(pieces([]rec{{Text: string(b)}}), 100) {
			x.p.Title = []string{"", "notes"}[i%2]
			ps = append(ps, x.p)
		}
		dumpExtract(ps, nil, filepath.Join(out, "x_"+novels[n]), uint64(n))
	})
	var tagged []offline.Passage
	for n, d := range []string{"redocred_dev", "litbank", "conll04_train_dev"} {
		for i, x := range sample(recs(data+"extraction/"+d+"/items.jsonl"), 30) {
			names, _ := offline.NamedFeatures("", x.Text)
			for j, nm := range names {
				if len(nm) > 3 && j%2 == 0 {
					x.Text = strings.ReplaceAll(x.Text, nm, fmt.Sprintf("[%s#%d]", []string{"PERSON", "LOCATION"}[j/2%2], j+1))
				}
			}
			x.Title = []string{"", "report_1.pdf", "page.txt", "a/b c", x.Title, "The Mill (1947 film)"}[(i+n)%6]
			x.Text += "\n\nProperty | Value\nMaker | Harker Works\nOwner | [PERSON#9]\n\nThe End."
			tagged = append(tagged, offline.Passage{Title: x.Title, Text: x.Text})
		}
	}
	dumpExtract(tagged, nil, filepath.Join(out, "x_tagged.txt"), 77)
	kit := offline.New()
	tq, _ := os.Create(filepath.Join(out, "tagged.txt"))
	defer tq.Close()
	for i, p := range tagged {
		for _, asked := range []string{"Who is [PERSON#1]?", "Where was [PERSON#3] born?", "Was [PERSON#1] born before [PERSON#3]?", "Who is older, [PERSON#1] or [PERSON#3]?",
			"Did he die in 1900?", "\xff\xfe who", "", "?", "Are [LOCATION#3] and [LOCATION#7] in the same country?", "谁是[PERSON#1]的父亲？"} {
			q := kit.Question(asked, "")
			ps := []offline.Passage{p, tagged[(i+1)%len(tagged)], {Title: "bad\xffname", Text: "Mill\xff was built in 44 BC. It cost 5."}}
			fmt.Fprintln(tq, js(q), js(kit.Answer(q, ps)), js(kit.Plan(q)))
			s := kit.Study(q, ps)
			for i := range s.Len() {
				a, fs := s.Candidate(i)
				fmt.Fprintln(tq, a, fs)
			}
		}
	}
	f, _ := os.Create(filepath.Join(out, "lists.txt"))
	defer f.Close()
	fs, ts := offline.ListFeatures()
	for i := range fs {
		fmt.Fprintln(f, ts[i], fs[i])
	}
	fmt.Fprintln(f, js(offline.Statements()), js(offline.NameTypes()), offline.CandidateFeatures(), offline.SureFeatures())
	for a, b := range offline.Relations() {
		fmt.Fprintln(f, a, "|", b)
	}
}

func dumpExtract(ps []offline.Passage, langs []string, path string, seed uint64) {
	f, err := os.Create(path)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	kit := offline.New()
	r := rand.New(rand.NewPCG(seed, 9))
	one := func(p offline.Passage, lang string) {
		if lang == "" {
			lang = text.Language(p.Text)
		}
		e := kit.Extract(p.Title, p.Text, lang)
		fmt.Fprintln(w, "P", js(p))
		for _, x := range e.Facts {
			fmt.Fprintln(w, " F", js(x))
		}
		for _, x := range e.Entities {
			fmt.Fprintln(w, " E", js(x))
		}
		for _, x := range e.Triples {
			fmt.Fprintln(w, " T", js(x))
		}
		for _, x := range e.Attributes {
			fmt.Fprintln(w, " A", js(x))
		}
		names, nf := offline.NamedFeatures(p.Title, p.Text)
		for i := range names {
			b, l := 0, 0
			fmt.Fprintln(w, " N", names[i], nf[i], b, l)
		}
		fmt.Fprintln(w, " C", offline.CommonFeatures(p.Text))
		for _, x := range offline.Pairs(p.Title, p.Text, lang) {
			fmt.Fprintln(w, " R", x.First, "|", x.Second, x.Statements, x.Features)
		}
		for _, s := range sample(text.Sentences(p.Text), 4) {
			fmt.Fprintln(w, " M", js(kit.Mentions(text.Slice(p.Text, s.Start, s.End))))
			at, ok := kit.LeadIn(p, s)
			fmt.Fprintln(w, " L", at, ok)
		}
	}
	for i, p := range ps {
		lang := ""
		if langs != nil {
			lang = langs[i]
		}
		one(p, lang)
		if i%3 == 0 {
			p.Text = mutate(p.Text, r, ps[(i+7)%len(ps)].Text)
			one(p, lang)
			one(p, []string{"en", "zh"}[i/3%2])
		}
	}
}

func dumpSet(dir, path string) {
	docs := recs(filepath.Join(dir, "corpus.jsonl"))
	if docs == nil {
		docs = recs(filepath.Join(dir, "docs.jsonl"))
	}
	all := pieces(docs)
	df := map[string]int{}
	for _, x := range all {
		for t := range x.t {
			df[t]++
		}
	}
	f, err := os.Create(path)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	kit := offline.New()
	r := rand.New(rand.NewPCG(uint64(len(dir)), 5))
	reader, err := offline.ParseReader(must(os.ReadFile("reader.json")))
	if err != nil {
		panic(err)
	}
	questions := recs(filepath.Join(dir, "questions.jsonl"))
	for n, q := range sample(questions, 60) {
		terms := text.Terms(q.Question)
		score := make([]float64, len(all))
		for i, x := range all {
			for _, t := range terms {
				if x.t[t] {
					score[i] += math.Log(1 + float64(len(all))/float64(df[t]))
				}
			}
			if x.doc == q.DocID || slices.Contains(q.Gold, x.doc) {
				score[i] += 5
			}
		}
		order := make([]int, len(all))
		for i := range order {
			order[i] = i
		}
		sort.SliceStable(order, func(a, b int) bool { return score[order[a]] > score[order[b]] })
		var ps []offline.Passage
		for _, i := range order[:min(5, len(order))] {
			p := all[i].p
			if n%4 == 3 {
				p.Title = ""
			}
			if n%6 == 5 {
				p.Text = mutate(p.Text, r, all[order[0]].p.Text)
			}
			ps = append(ps, p)
		}
		asks := []string{q.Question}
		if n%5 == 2 {
			asks = append(asks, mutate(q.Question, r, "or 还是 who are"))
		}
		if n%10 == 4 {
			asks = append(asks, q.Question+"\nA. "+strings.Join(q.Answers, " ")+"\nB. "+ps[0].Title+"\nC. "+firstWords(ps[0].Text))
		}
		for _, asked := range asks {
			parsed := kit.Question(asked, "")
			fmt.Fprintln(w, "Q", js(parsed), js(q.Answers))
			study := kit.Study(parsed, ps)
			for i := range study.Len() {
				a, fs := study.Candidate(i)
				fmt.Fprintln(w, " c", a, fs)
			}
			best, sure := study.Best(&reader.Candidates)
			fmt.Fprintln(w, " B", best, sure)
			fmt.Fprintln(w, " A", js(kit.Answer(parsed, ps)))
			fmt.Fprintln(w, " A", js(kit.Answer(parsed, ps)))
			fmt.Fprintln(w, " M", js(kit.Missing(parsed, ps)), js(kit.Plan(parsed)), js(kit.Mentions(asked)))
			var titles, texts []string
			for _, p := range ps {
				titles, texts = append(titles, p.Title), append(texts, p.Text)
				at, ok := kit.BestSentence(parsed, p)
				lead, ok2 := kit.LeadIn(p, at)
				fmt.Fprintln(w, " S", at, ok, lead, ok2)
			}
			fmt.Fprintln(w, " R", kit.Rank(asked, texts), kit.Relevance(parsed, titles))
			for _, nm := range parsed.Names {
				for _, p := range ps {
					fmt.Fprintln(w, " H", kit.Holds(p.Text, nm), kit.SameName(p.Title, nm))
				}
			}
			for _, a := range q.Answers {
				fmt.Fprintln(w, " M", js(kit.Mentions(a)))
			}
		}
		if n%3 == 0 {
			for _, p := range ps[:min(3, len(ps))] {
				e := kit.Extract(p.Title, p.Text, text.Language(p.Text))
				for _, x := range e.Facts {
					fmt.Fprintln(w, " XF", js(x))
				}
				for _, x := range e.Entities {
					fmt.Fprintln(w, " XE", js(x))
				}
				for _, x := range e.Triples {
					fmt.Fprintln(w, " XT", js(x))
				}
				for _, x := range e.Attributes {
					fmt.Fprintln(w, " XA", js(x))
				}
			}
		}
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func firstWords(s string) string { return strings.Join(strings.Fields(s)[:min(5, len(strings.Fields(s)))], " ") }

// TestZZFull: hashes of every piece of every set.
func TestZZFull(t *testing.T) {
	out := os.Getenv("CUTFULL")
	if out == "" {
		t.Skip()
	}
	data := "/work/shared/data/"
	var sets []string
	for _, d := range []string{"retrieval/2wiki_train500", "retrieval/hotpotqa_train100", "retrieval/musique_train100", "retrieval/nq_oracle",
		"docqa/longbench_multifieldqa_zh", "extraction/conll04_train_dev", "extraction/crossner_ai", "extraction/crossner_literature", "extraction/crossner_music",
		"extraction/crossner_politics", "extraction/crossner_science", "extraction/litbank", "extraction/msra_zh_a", "extraction/rebel_sample_distant",
		"extraction/redocred_dev", "extraction/scierc_train_dev", "extraction/text2kg_tekgen"} {
		sets = append(sets, data+d)
	}
	sets = append(sets, "train/office", "train/forms", "train/zh", "train/linked", "train/hops")
	learn.Parallel(len(sets), func(n int) {
		dir := sets[n]
		docs := recs(filepath.Join(dir, "corpus.jsonl"))
		if docs == nil {
			docs = recs(filepath.Join(dir, "docs.jsonl"))
		}
		if docs == nil {
			docs = recs(filepath.Join(dir, "items.jsonl"))
			if len(docs) > 1500 {
				docs = sample(docs, 1500)
			}
		}
		questions := recs(filepath.Join(dir, "questions.jsonl"))
		if questions == nil {
			questions = []rec{{Question: "Who is it?"}, {Question: "这是谁？"}}
		}
		f, _ := os.Create(filepath.Join(out, filepath.Base(dir)+".txt"))
		defer f.Close()
		w := bufio.NewWriter(f)
		defer w.Flush()
		kit := offline.New()
		for i, x := range pieces(docs) {
			lang := text.Language(x.p.Text)
			h := fnv.New64a()
			io := kit.Extract(x.p.Title, x.p.Text, lang)
			fmt.Fprintln(h, js(io))
			a := h.Sum64()
			h.Reset()
			for _, r := range offline.Pairs(x.p.Title, x.p.Text, lang) {
				fmt.Fprintln(h, r)
			}
			_, nf := offline.NamedFeatures(x.p.Title, x.p.Text)
			fmt.Fprintln(h, nf, offline.CommonFeatures(x.p.Text))
			b := h.Sum64()
			h.Reset()
			q := kit.Question(questions[i%len(questions)].Question, "")
			s := kit.Study(q, []offline.Passage{x.p})
			for i := range s.Len() {
				a, fs := s.Candidate(i)
				fmt.Fprintln(h, a, fs)
			}
			c := h.Sum64()
			h.Reset()
			fmt.Fprintln(h, js(q), js(kit.Answer(q, []offline.Passage{x.p})))
			fmt.Fprintf(w, "%s %d %x %x %x %x\n", x.doc, i, a, b, c, h.Sum64())
		}
		for _, q := range questions {
			fmt.Fprintln(w, js(kit.Question(q.Question, "")))
		}
	})
}
