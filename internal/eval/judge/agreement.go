package judge

import (
	"context"
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"grove/internal/eval/metric"
	"grove/internal/fault"
	"grove/internal/llm"
)

// pairs are judged pairs of Grove's own writing, a line each.
//
//go:embed pairs.jsonl
var pairs string

// Pair is an answer with its verdict on the scale Correct, given by the author of the pairs.
type Pair struct {
	ID       string  `json:"id"`
	Lang     string  `json:"lang"`
	Question string  `json:"question"`
	Gold     string  `json:"gold"`
	Answer   string  `json:"answer"`
	Verdict  Verdict `json:"verdict"`
}

// Pairs returns the 100 judged pairs, 50 English and 50 Chinese.
func Pairs() ([]Pair, error) {
	var out []Pair
	for line := range strings.Lines(pairs) {
		var p Pair
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			return nil, fault.Wrap(err, "judge.Pairs", line)
		}
		out = append(out, p)
	}
	return out, nil
}

// Agreement is that of a judge with the author's verdicts on the scale Correct. Accuracy and Kappa are over the Judged pairs.
type Agreement struct {
	Model string `json:"model"`
	Pairs int    `json:"pairs"`
	// Judged are the pairs with a usable verdict; Failed the others.
	Judged   int     `json:"judged"`
	Failed   int     `json:"failed"`
	Accuracy float64 `json:"accuracy"`
	// Kappa is Cohen's, the agreement beyond chance.
	Kappa float64 `json:"kappa"`
	// WrongYes counts wrong answers that the judge accepts, WrongNo right ones that it refuses.
	WrongYes int `json:"wrong_yes"`
	WrongNo  int `json:"wrong_no"`
	// Accuracies are by language.
	Accuracies map[string]float64 `json:"accuracy_by_lang"`
	Apart      []Disagreement     `json:"apart"`
	Usage      llm.Usage          `json:"usage"`
}

// Disagreement is a pair with another verdict of the judge, "" where it gave none, for the reason Error.
type Disagreement struct {
	Pair
	Judge Verdict `json:"judge"`
	Error string  `json:"error,omitempty"`
}

// Agree has a judge judge pairs, at most limit at a time, and compares its verdicts with the author's. A reply out of form is counted; an
// outage is an error.
func Agree(ctx context.Context, s *llm.Session, list []Pair, limit int, progress func(done, of int)) (Agreement, error) {
	out := Agreement{Model: s.ModelName(), Pairs: len(list), Accuracies: map[string]float64{}, Apart: []Disagreement{}}
	verdicts, failures := make([]Verdict, len(list)), make([]error, len(list))
	group, judging := errgroup.WithContext(ctx)
	group.SetLimit(limit)
	var mu sync.Mutex
	done := 0
	for i, p := range list {
		group.Go(func() (err error) {
			defer fault.Recover(judging, &err, "judge.Agree", p.ID)
			verdicts[i], err = Compare(judging, s, Correct, p.Question, p.Answer, []string{p.Gold})
			if kind := fault.KindOf(err); err != nil && kind != fault.BadReply && kind != fault.WindowTooSmall {
				return err
			}
			failures[i] = err
			mu.Lock()
			defer mu.Unlock()
			if done++; progress != nil {
				progress(done, len(list))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return out, err
	}
	var own, theirs []Verdict
	right := map[string][]float64{}
	for i, p := range list {
		v := verdicts[i]
		if failures[i] != nil {
			out.Failed++
			out.Apart = append(out.Apart, Disagreement{p, "", fault.Brief(failures[i])})
			continue
		}
		own, theirs = append(own, p.Verdict), append(theirs, v)
		same := 1.0
		if v != p.Verdict {
			same = 0
			out.Apart = append(out.Apart, Disagreement{Pair: p, Judge: v})
			if v == Yes {
				out.WrongYes++
			} else {
				out.WrongNo++
			}
		}
		right[""] = append(right[""], same)
		right[p.Lang] = append(right[p.Lang], same)
	}
	out.Judged, out.Usage = len(own), s.Usage()
	out.Accuracy, out.Kappa = metric.Mean(right[""]), metric.Kappa(own, theirs)
	for lang, list := range right {
		if lang != "" {
			out.Accuracies[lang] = metric.Mean(list)
		}
	}
	return out, nil
}
