package dataset

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grove/internal/lists"
)

// shape is the published shape of the rows of a file.
type shape struct {
	name string
	form Form
	// needs are the columns that every row has, may those that it can have; open shapes are not checked
	// for unknown columns.
	needs, may []string
	open       bool
	// read adds a row's documents and questions; n is its number.
	read func(b *builder, n int, raw json.RawMessage) error
}

// decoded returns a reader of rows by that of what they decode to.
func decoded[R any](read func(b *builder, n int, row R) error) func(*builder, int, json.RawMessage) error {
	return func(b *builder, n int, raw json.RawMessage) error {
		var row R
		if err := json.Unmarshal(raw, &row); err != nil {
			return err
		}
		return read(b, n, row)
	}
}

// shapes are tried in order: one with more columns before one with fewer.
var shapes = []shape{
	{"HotpotQA and 2WikiMultihopQA", PerContext, []string{"question", "answer", "context", "supporting_facts"},
		[]string{"_id", "id", "type", "level", "evidences", "evidences_id", "answer_id", "entity_ids"}, false, decoded(readHotpot)},
	{"MuSiQue", PerContext, []string{"id", "paragraphs", "question"},
		[]string{"question_decomposition", "answer", "answer_aliases", "answerable"}, false, decoded(readMuSiQue)},
	{"Mind2Web", PerContext, []string{"annotation_id", "confirmed_task", "actions"},
		[]string{"website", "domain", "subdomain", "action_reprs"}, false, decoded(readMind2Web)},
	{"InfiniteBench", PerContext, []string{"id", "context", "input", "answer"}, []string{"options"}, false, decoded(readInfinite)},
	{"LongBench and LV-Eval", PerContext, []string{"input", "context", "answers"}, []string{"length", "dataset", "language", "all_classes",
		"_id", "answer_keywords", "confusing_facts", "id", "context_length", "depth_percent"}, false, decoded(readLongBench)},
	{"NarrativeQA", PerDocument, []string{"document", "question", "answers"}, nil, false, decoded(readNarrativeRow)},
	{"QuALITY", PerDocument, []string{"article_id", "article", "questions"}, []string{"set_unique_id", "batch_num", "writer_id", "source",
		"title", "year", "author", "topic", "url", "license"}, false, decoded(readQuality)},
	{"QMSum", PerDocument, []string{"meeting_transcripts", "general_query_list", "specific_query_list"}, []string{"topic_list"}, false,
		decoded(readQMSum)},
	{"SQuAD", PerDocument, []string{"data"}, []string{"version"}, false, decoded(readSQuAD)},
	{"Qasper", PerDocument, nil, nil, true, decoded(readQasper)},
}

// recognise returns the shape of a row, nil if it has none.
func recognise(columns map[string]json.RawMessage) *shape {
	for i, s := range shapes {
		if s.name == "Qasper" {
			for _, raw := range columns {
				if !strings.Contains(string(raw), `"full_text"`) || !strings.Contains(string(raw), `"qas"`) {
					return nil
				}
			}
			return &shapes[i]
		}
		if !slices.ContainsFunc(s.needs, func(name string) bool { _, ok := columns[name]; return !ok }) {
			return &shapes[i]
		}
	}
	return nil
}

func key(n int) string { return fmt.Sprintf("context %05d", n) }

type hotpotRow struct {
	ID1             string `json:"_id"`
	ID2             string `json:"id"`
	Question, Type  string
	Answer          Texts
	Context         json.RawMessage
	SupportingFacts json.RawMessage `json:"supporting_facts"`
}

// readHotpot reads the lists of the original files and the columns of their copies on Hugging Face.
func readHotpot(b *builder, n int, row hotpotRow) error {
	type passage struct {
		title     string
		sentences []string
	}
	var passages []passage
	var pairs [][2]json.RawMessage
	if err := json.Unmarshal(row.Context, &pairs); err == nil {
		for _, p := range pairs {
			var one passage
			if err := cmp.Or(json.Unmarshal(p[0], &one.title), json.Unmarshal(p[1], &one.sentences)); err != nil {
				return fmt.Errorf("context: %w", err)
			}
			passages = append(passages, one)
		}
	} else {
		var columns struct {
			Title     []string
			Sentences [][]string
		}
		if err := json.Unmarshal(row.Context, &columns); err != nil || len(columns.Title) != len(columns.Sentences) {
			return fmt.Errorf("the context is not a list of [title, sentences]")
		}
		for i, title := range columns.Title {
			passages = append(passages, passage{title, columns.Sentences[i]})
		}
	}
	q := Question{ID: row.ID1 + row.ID2, Question: row.Question, Answers: row.Answer, Type: row.Type, GoldComplete: true}
	for _, p := range passages {
		b.document(key(n), Document{ID: p.title, Title: p.title, Text: strings.Join(lists.Map(p.sentences, strings.TrimSpace), " ")})
	}
	titles, sentences, err := supporting(row.SupportingFacts)
	if err != nil {
		return err
	}
	for i, title := range titles {
		q.GoldIDs = append(q.GoldIDs, title)
		for _, p := range passages {
			if p.title == title && sentences[i] >= 0 && sentences[i] < len(p.sentences) {
				q.Facts = append(q.Facts, strings.TrimSpace(p.sentences[sentences[i]]))
			}
		}
	}
	return b.question(key(n), q)
}

// supporting reads [[title, sentence]] or {title: [], sent_id: []}.
func supporting(raw json.RawMessage) (titles []string, sentences []int, err error) {
	var pairs [][2]json.RawMessage
	if json.Unmarshal(raw, &pairs) == nil {
		for _, p := range pairs {
			var title string
			var sentence int
			if err := cmp.Or(json.Unmarshal(p[0], &title), json.Unmarshal(p[1], &sentence)); err != nil {
				return nil, nil, fmt.Errorf("supporting_facts: %w", err)
			}
			titles, sentences = append(titles, title), append(sentences, sentence)
		}
		return titles, sentences, nil
	}
	var columns struct {
		Title []string
		Sent  []int `json:"sent_id"`
	}
	if err := json.Unmarshal(raw, &columns); err != nil || len(columns.Title) != len(columns.Sent) {
		return nil, nil, fmt.Errorf("supporting_facts is not a list of [title, sentence]")
	}
	return columns.Title, columns.Sent, nil
}

type musiqueRow struct {
	ID, Question    string
	Answer, Aliases Texts
	AnswerAliases   Texts `json:"answer_aliases"`
	Answerable      *bool
	Paragraphs      []struct {
		Idx        int
		Title      string
		Text       string `json:"paragraph_text"`
		Supporting bool   `json:"is_supporting"`
	}
}

func readMuSiQue(b *builder, n int, row musiqueRow) error {
	hops, _, _ := strings.Cut(row.ID, "__")
	q := Question{ID: row.ID, Question: row.Question, Answers: append(row.Answer, row.AnswerAliases...), Type: hops, GoldComplete: true}
	if row.Answerable != nil && !*row.Answerable {
		// MuSiQue-Full gives the answerable and the unanswerable form one id.
		q.ID, q.Answers, q.Unanswerable = row.ID+"-unanswerable", nil, true
	}
	for _, p := range row.Paragraphs {
		id := strconv.Itoa(p.Idx)
		b.document(key(n), Document{ID: id, Title: p.Title, Text: p.Text})
		if p.Supporting {
			q.GoldIDs, q.Facts = append(q.GoldIDs, id), append(q.Facts, p.Text)
		}
	}
	return b.question(key(n), q)
}

type longBenchRow struct {
	ID             string `json:"_id"`
	ID2            any    `json:"id"`
	Input, Context string
	Answers        Texts
	Dataset        string
	Language       string
	Keywords       string `json:"answer_keywords"`
	ContextLength  int    `json:"context_length"`
	DepthPercent   any    `json:"depth_percent"`
}

func readLongBench(b *builder, n int, row longBenchRow) error {
	if row.ID == "" && row.ID2 != nil {
		row.ID = fmt.Sprint(row.ID2)
	}
	q := Question{ID: row.ID, Question: row.Input, Answers: row.Answers, Type: row.Dataset, Keywords: row.Keywords}
	if row.DepthPercent != nil {
		q.Needle = &Needle{Length: row.ContextLength}
		list, pair := row.DepthPercent.([]any)
		if !pair {
			list = []any{row.DepthPercent}
		}
		for _, one := range list {
			percent, ok := one.(float64)
			if !ok || percent < 0 || percent > 100 {
				return fmt.Errorf("depth_percent is not a number from 0 to 100, or a list of them")
			}
			q.Needle.Depths = append(q.Needle.Depths, percent/100)
		}
	}
	b.document(key(n), Document{ID: "context", Lang: row.Language, Text: row.Context})
	return b.question(key(n), q)
}

type infiniteRow struct {
	ID              any
	Context, Input  string
	Answer, Options Texts
}

func readInfinite(b *builder, n int, row infiniteRow) error {
	b.document(key(n), Document{ID: "context", Text: row.Context})
	q := Question{ID: fmt.Sprint(row.ID), Question: row.Input, Answers: row.Answer}
	return b.question(key(n), WithOptions(q, row.Options))
}

type narrativeRow struct {
	Document struct{ ID, Kind, Text string }
	Question struct{ Text string }
	Answers  Texts
}

func readNarrativeRow(b *builder, _ int, row narrativeRow) error {
	d := row.Document
	b.document(d.ID, Document{ID: d.ID, Title: d.ID, Text: d.Text})
	return b.question(d.ID, Question{Question: row.Question.Text, Answers: row.Answers, Type: d.Kind, DocID: d.ID})
}

type qualityRow struct {
	ID    string `json:"article_id"`
	Title string
	Text  string `json:"article"`
	List  []struct {
		Question  string
		ID        string `json:"question_unique_id"`
		Options   Texts
		Gold      *int `json:"gold_label"`
		Difficult int
	} `json:"questions"`
}

func readQuality(b *builder, _ int, row qualityRow) error {
	b.document(row.ID, Document{ID: row.ID, Title: row.Title, Text: row.Text})
	for _, one := range row.List {
		q := Question{ID: one.ID, Question: one.Question, Type: map[int]string{0: "easy", 1: "hard"}[one.Difficult], DocID: row.ID}
		if one.Gold != nil {
			if *one.Gold < 1 || *one.Gold > len(one.Options) {
				return fmt.Errorf("gold_label %d of %q is not one of its options", *one.Gold, one.ID)
			}
			q.Answers = Texts{string(rune('A' + *one.Gold - 1))}
		}
		if err := b.question(row.ID, WithOptions(q, one.Options)); err != nil {
			return err
		}
	}
	return nil
}

// WithOptions returns a question with options, which its text gets as lines "A. text".
func WithOptions(q Question, options Texts) Question {
	q.Options = options
	for i, o := range options {
		q.Question += fmt.Sprintf("\n%c. %s", 'A'+i, o)
	}
	return q
}

type qmsumQuery struct{ Query, Answer string }

type qmsumRow struct {
	General  []qmsumQuery                        `json:"general_query_list"`
	Specific []qmsumQuery                        `json:"specific_query_list"`
	Turns    []struct{ Speaker, Content string } `json:"meeting_transcripts"`
}

func readQMSum(b *builder, n int, row qmsumRow) error {
	var text strings.Builder
	for _, t := range row.Turns {
		fmt.Fprintf(&text, "%s: %s\n\n", t.Speaker, t.Content)
	}
	id := fmt.Sprintf("meeting %04d", n)
	b.document(id, Document{ID: id, Text: text.String()})
	for _, kind := range []struct {
		name string
		list []qmsumQuery
	}{{"general", row.General}, {"specific", row.Specific}} {
		for _, q := range kind.list {
			if err := b.question(id, Question{Question: q.Query, Answers: Texts{q.Answer}, Type: kind.name, DocID: id}); err != nil {
				return err
			}
		}
	}
	return nil
}
