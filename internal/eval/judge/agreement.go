package judge

import (
	"context"
	_ "embed"
	"encoding/json"
	"strings"

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

// Agree has a judge judge pairs and compares its verdicts with the author's. A reply out of form is counted; an outage is an error.
func Agree(ctx context.Context, s *llm.Session, list []Pair, progress func(done, of int)) (Agreement, error) {
	out := Agreement{Model: s.ModelName(), Pairs: len(list), Accuracies: map[string]float64{}, Apart: []Disagreement{}}
	var own, theirs []Verdict
	right := map[string][]float64{}
	for i, p := range list {
		v, err := Compare(ctx, s, Correct, p.Question, p.Answer, []string{p.Gold})
		switch kind := fault.KindOf(err); {
		case kind == fault.BadReply || kind == fault.WindowTooSmall:
			out.Failed++
			out.Apart = append(out.Apart, Disagreement{p, "", fault.Brief(err)})
			continue
		case err != nil:
			return out, err
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
		if progress != nil {
			progress(i+1, len(list))
		}
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
