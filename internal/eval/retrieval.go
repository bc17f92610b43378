package eval

import (
	"context"
	"slices"
	"strconv"
	"time"

	"grove/internal/eval/dataset"
	"grove/internal/eval/metric"
	"grove/internal/fault"
	"grove/query"
)

// Search returns the k best chunks for a query, best first.
type Search func(ctx context.Context, query string, k int) ([]query.Hit, error)

// Retrieval measures the recall of a search.
type Retrieval struct {
	Search Search
	// K are the depths to measure at, in documents; each 1 to graph.MaxRows.
	K []int
	// Limit is the maximum number of questions; 0 is all.
	Limit int
	// Has reports whether the corpus holds a document of this source id.
	Has func(sourceID string) bool
	// Each, unless nil, is called with the result of every question, in order.
	Each func(Retrieved) error
	// Progress, unless nil, is called with the number of questions asked.
	Progress func(done, of int)
}

// Retrieved is the result of one question.
type Retrieved struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	// Gold are the ids of the relevant documents; Ranks has the rank of each among the
	// distinct documents found, from 1, or null if it is not among the first max(K).
	Gold  []string        `json:"gold"`
	Ranks map[string]*int `json:"ranks"`
	// Found are the first max(K) distinct documents.
	Found []string `json:"found"`
	// Recall is the share of the gold among the first k documents, by k.
	Recall map[string]float64 `json:"recall"`
	// ReciprocalRank is that of the first gold document within max(K), NDCG the nDCG by k.
	ReciprocalRank float64            `json:"reciprocal_rank"`
	NDCG           map[string]float64 `json:"ndcg"`
	// Ms is the time of the search in milliseconds.
	Ms float64 `json:"ms"`
}

// RetrievalResult is the result over all questions.
type RetrievalResult struct {
	Dataset string `json:"dataset"`
	Method  string `json:"method"`
	// Questions counts the questions asked, Skipped those skipped, SkippedBy those by reason.
	Questions int            `json:"questions"`
	Skipped   int            `json:"skipped"`
	SkippedBy map[string]int `json:"skipped_by"`
	// Recall is the mean over the questions, by k.
	Recall map[string]float64 `json:"recall"`
	// MRR is the mean reciprocal rank of the first gold document, NDCG the mean nDCG by k.
	MRR  float64            `json:"mrr"`
	NDCG map[string]float64 `json:"ndcg"`
	Ms   Times              `json:"ms"`
}

// Reasons for which a question is skipped.
const (
	goldIncomplete = "gold_incomplete"
	goldMissing    = "no_gold"
	goldNotThere   = "gold_not_in_corpus"
)

// Run asks the questions one after the other.
func (r Retrieval) Run(ctx context.Context, questions []dataset.Question) (RetrievalResult, error) {
	const op = "eval.Retrieval"
	result := RetrievalResult{SkippedBy: map[string]int{}, Recall: map[string]float64{}, NDCG: map[string]float64{}}
	usable := r.usable(questions, &result)
	if len(usable) == 0 {
		return result, fault.New(fault.Invalid, op, "", "no question has complete gold in the corpus",
			"recall needs gold_ids of the corpus and gold_complete")
	}
	if r.Limit > 0 {
		usable = usable[:min(r.Limit, len(usable))]
	}
	sums, gains, ranks := map[string]float64{}, map[string]float64{}, 0.0
	var times []float64
	for i, q := range usable {
		one, err := r.ask(ctx, q)
		if err != nil {
			return result, fault.Wrap(err, op, q.ID)
		}
		for k, share := range one.Recall {
			sums[k] += share
			gains[k] += one.NDCG[k]
		}
		ranks += one.ReciprocalRank
		times = append(times, one.Ms)
		if r.Each != nil {
			if err := r.Each(one); err != nil {
				return result, fault.Wrap(err, op, q.ID)
			}
		}
		if r.Progress != nil {
			r.Progress(i+1, len(usable))
		}
	}
	result.Questions = len(usable)
	for k, sum := range sums {
		result.Recall[k] = round(sum / float64(len(usable)))
		result.NDCG[k] = round(gains[k] / float64(len(usable)))
	}
	result.MRR = round(ranks / float64(len(usable)))
	result.Ms = Times{metric.Percentile(times, .5), metric.Percentile(times, .95)}
	return result, nil
}

// usable returns the questions that recall is defined for, and counts the others.
func (r Retrieval) usable(questions []dataset.Question, result *RetrievalResult) []dataset.Question {
	var out []dataset.Question
	for _, q := range questions {
		if reason := r.unusable(q); reason != "" {
			result.Skipped++
			result.SkippedBy[reason]++
			continue
		}
		out = append(out, q)
	}
	return out
}

// unusable returns the reason for which recall is undefined for a question, "" if there is none.
func (r Retrieval) unusable(q dataset.Question) string {
	switch {
	case !q.GoldComplete:
		return goldIncomplete
	case len(q.GoldIDs) == 0:
		return goldMissing
	case slices.ContainsFunc(q.GoldIDs, func(id string) bool { return !r.Has(id) }):
		return goldNotThere
	}
	return ""
}

// ask measures one question.
func (r Retrieval) ask(ctx context.Context, q dataset.Question) (Retrieved, error) {
	started := time.Now()
	found, err := documents(ctx, r.Search, q.Question, slices.Max(append([]int{1}, r.K...)))
	if err != nil {
		return Retrieved{}, err
	}
	one := Retrieved{ID: q.ID, Question: q.Question, Gold: q.GoldIDs, Found: found, Ranks: map[string]*int{},
		Recall: map[string]float64{}, NDCG: map[string]float64{}, ReciprocalRank: metric.ReciprocalRank(q.GoldIDs, found),
		Ms: float64(time.Since(started).Microseconds()) / 1000}
	for _, id := range q.GoldIDs {
		one.Ranks[id] = nil
		if rank := slices.Index(found, id) + 1; rank > 0 {
			one.Ranks[id] = &rank
		}
	}
	for _, k := range r.K {
		one.Recall[strconv.Itoa(k)] = metric.Recall(q.GoldIDs, found, k)
		one.NDCG[strconv.Itoa(k)] = metric.NDCG(q.GoldIDs, found, k)
	}
	return one, nil
}
