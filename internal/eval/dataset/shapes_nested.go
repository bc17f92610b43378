package dataset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"grove/internal/lists"
)

type squadFile struct {
	Data []struct {
		Title      string
		Paragraphs []struct {
			Context string
			QAs     []struct {
				ID, Question string
				Answers      Texts
				Impossible   bool `json:"is_impossible"`
			}
		}
	}
}

// readSQuAD reads articles: the paragraphs of an article are the documents of one graph.
func readSQuAD(b *builder, _ int, file squadFile) error {
	for i, article := range file.Data {
		group := fmt.Sprintf("%s (%d)", article.Title, i+1)
		for j, p := range article.Paragraphs {
			id := fmt.Sprintf("paragraph %03d", j+1)
			b.document(group, Document{ID: id, Title: article.Title, Text: p.Context})
			for _, q := range p.QAs {
				one := Question{ID: q.ID, Question: q.Question, Answers: lists.Once(q.Answers), GoldIDs: Texts{id}, GoldComplete: true,
					Unanswerable: q.Impossible}
				if err := b.question(group, one); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

type qasperPapers map[string]struct {
	Title, Abstract string
	FullText        []struct {
		Section    string `json:"section_name"`
		Paragraphs []string
	} `json:"full_text"`
	QAs []struct {
		Question string
		ID       string `json:"question_id"`
		Answers  []struct {
			Answer struct {
				Unanswerable bool
				Spans        []string `json:"extractive_spans"`
				YesNo        *bool    `json:"yes_no"`
				Free         string   `json:"free_form_answer"`
				Evidence     []string
			}
		}
	}
}

func readQasper(b *builder, _ int, papers qasperPapers) error {
	for _, id := range slices.Sorted(maps.Keys(papers)) {
		p := papers[id]
		text := p.Abstract
		for _, s := range p.FullText {
			text += "\n\n" + s.Section + "\n\n" + strings.Join(s.Paragraphs, "\n\n")
		}
		b.document(id, Document{ID: id, Title: p.Title, Text: text})
		for _, qa := range p.QAs {
			q := Question{ID: qa.ID, Question: qa.Question, DocID: id, Unanswerable: len(qa.Answers) > 0}
			for _, a := range qa.Answers {
				switch a := a.Answer; {
				case len(a.Spans) > 0:
					q.Answers, q.Type = append(q.Answers, strings.Join(a.Spans, ", ")), "extractive"
				case a.Free != "":
					q.Answers, q.Type = append(q.Answers, a.Free), "abstractive"
				case a.YesNo != nil:
					q.Answers, q.Type = append(q.Answers, map[bool]string{true: "yes", false: "no"}[*a.YesNo]), "yes or no"
				}
				q.Unanswerable = q.Unanswerable && a.Answer.Unanswerable
				q.Facts = append(q.Facts, a.Answer.Evidence...)
			}
			q.Facts = lists.Once(q.Facts)
			if err := b.question(id, q); err != nil {
				return err
			}
		}
	}
	return nil
}

type mind2WebRow struct {
	ID      string   `json:"annotation_id"`
	Task    string   `json:"confirmed_task"`
	Reprs   []string `json:"action_reprs"`
	Actions []struct {
		UID       string `json:"action_uid"`
		HTML      string `json:"cleaned_html"`
		Operation struct{ Op, Value string }
		Positive  []struct {
			ID string `json:"backend_node_id"`
		} `json:"pos_candidates"`
	}
}

// readMind2Web makes a question of each step of a task: the page is the context, the steps so far are
// in the question.
func readMind2Web(b *builder, _ int, row mind2WebRow) error {
	for i, a := range row.Actions {
		id := row.ID + "/" + a.UID
		past := "none"
		if i > 0 && i <= len(row.Reprs) {
			past = strings.Join(row.Reprs[:i], "; ")
		}
		web := &WebStep{Operation: strings.TrimSpace(a.Operation.Op + " " + a.Operation.Value), Episode: row.ID}
		for _, p := range a.Positive {
			web.Elements = append(web.Elements, p.ID)
		}
		b.document(id, Document{ID: "page", Text: a.HTML})
		q := Question{ID: id, Web: web, Type: a.Operation.Op, Answers: Texts{strings.Join(web.Elements, "|") + ": " + web.Operation},
			Question: "Task: " + row.Task + "\nActions so far: " + past +
				"\nWhich element of the page comes next, and what is done with it? " +
				"Answer with its backend_node_id, a colon, and CLICK, TYPE with the text, or SELECT with the option."}
		if err := b.question(id, q); err != nil {
			return err
		}
	}
	return nil
}
