package needle

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/text"
)

// Mixture is the result of mixing the passages of a set to a length.
type Mixture struct {
	Length    int `json:"length"`
	Questions int `json:"questions"`
	// Tokens is the mean length reached, which is less where the set has too few passages.
	Tokens int    `json:"tokens"`
	Out    string `json:"out"`
}

// Mix writes, for each length, a set of one document a question: the passages that the question needs, mixed with others of the set
// to the length in tokens, in an order drawn by the seed (as GraphReader's HotpotWikiQA-mixup). Questions whose passages alone are
// longer are left out.
func Mix(set dataset.Set, documents []dataset.Document, lengths []int, limit int, seed uint64, dir string,
	counter *text.Counter) ([]Mixture, error) {
	at, sizes := map[string]int{}, make([]int, len(documents))
	for i, d := range documents {
		at[d.ID], sizes[i] = i, counter.Count(passage(d))
	}
	var out []Mixture
	for _, length := range lengths {
		m := Mixture{Length: length, Out: filepath.Join(dir, fmt.Sprint(length))}
		var docs, questions bytes.Buffer
		total := 0
		for _, q := range set.Questions {
			if limit > 0 && m.Questions == limit {
				break
			}
			chosen, tokens := mixed(q, at, sizes, length, seed)
			if len(chosen) == 0 || tokens > length {
				continue
			}
			var b strings.Builder
			for _, i := range chosen {
				b.WriteString(passage(documents[i]))
			}
			id := "mix-" + q.ID
			if err := dataset.WriteLine(&docs, dataset.Document{ID: id, Title: "Passages", Text: b.String()}); err != nil {
				return nil, err
			}
			q.DocID, q.GoldIDs, q.GoldComplete = id, nil, false
			if err := dataset.WriteLine(&questions, q); err != nil {
				return nil, err
			}
			m.Questions++
			total += tokens
		}
		if m.Questions == 0 {
			return out, fault.New(fault.Invalid, "needle.Mix", fmt.Sprint(length), "no question names its passages, or all are longer",
				"use a set with gold_ids, or a greater length")
		}
		m.Tokens = total / m.Questions
		if err := saveSet(m.Out, docs.Bytes(), questions.Bytes()); err != nil {
			return out, err
		}
		out = append(out, m)
	}
	return out, nil
}

// mixed returns the passages of a question with others up to a length, in a drawn order, and their tokens.
func mixed(q dataset.Question, at map[string]int, sizes []int, length int, seed uint64) (chosen []int, tokens int) {
	has := map[int]bool{}
	for _, id := range q.GoldIDs {
		i, ok := at[id]
		if !ok {
			return nil, 0
		}
		if !has[i] {
			has[i] = true
			chosen, tokens = append(chosen, i), tokens+sizes[i]
		}
	}
	if len(chosen) == 0 {
		return nil, 0
	}
	r := dataset.Draws(seed, "mix "+q.ID)
	for _, i := range r.Perm(len(sizes)) {
		if !has[i] && tokens+sizes[i] <= length {
			chosen, tokens = append(chosen, i), tokens+sizes[i]
		}
	}
	r.Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	return chosen, tokens
}

// passage returns a document as a part of a mixture.
func passage(d dataset.Document) string {
	return strings.TrimSpace(d.Title+"\n"+strings.TrimSpace(d.Text)) + "\n\n"
}
