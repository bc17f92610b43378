package run

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"grove/internal/eval/dataset"
	"grove/internal/eval/metric"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/llm"
)

// Summary is the result over all systems: summary.json.
type Summary struct {
	Manifest
	// Headline is the name of the metric that the plots show.
	Headline string `json:"headline"`
	// Runs are the main figures of each system in one row, for scripts; Systems are all figures, in the same order.
	Runs    []Line   `json:"runs"`
	Systems []Result `json:"systems"`
	// Pairs compare the systems with each other.
	Pairs []Pair `json:"pairs"`
	// Build is the cost of all graphs, Shape their statistics (GraphReader, table 8).
	Build Build       `json:"build"`
	Graph graph.Shape `json:"graph"`
	// Skipped counts the questions without a gold answer, Duplicates repeated questions, Unknown rows with unknown
	// columns, by column.
	Skipped    int            `json:"skipped"`
	Duplicates int            `json:"duplicates"`
	Unknown    map[string]int `json:"unknown_columns,omitempty"`
	// Report is the path of the HTML report.
	Report string `json:"report"`
}

// Result is the result of one system over all repetitions.
type Result struct {
	System
	Title string `json:"title"`
	// Questions counts the questions, Items the answers (questions x repetitions), Failed those without an answer and
	// Unjudged those on which the judge failed; these have no judged scores.
	Questions int `json:"questions"`
	Items     int `json:"items"`
	Failed    int `json:"failed"`
	Unjudged  int `json:"unjudged"`
	Abstained int `json:"abstained"`
	// Scores are by the name of the metric, ByType by type of question, then metric.
	Scores map[string]Figure            `json:"scores"`
	ByType map[string]map[string]Figure `json:"by_type,omitempty"`
	// Cells are the scores of needles by length and depth, in that order.
	Cells []Cell `json:"cells,omitempty"`
	// Refusal is nil if no question is known to be unanswerable.
	Refusal *metric.Refusal `json:"refusal,omitempty"`
	// Calls and Tokens are means an answer, Cost the sum over all answers, Judge the whole usage of the judge, which Cost leaves out.
	Calls  float64   `json:"calls"`
	Tokens float64   `json:"tokens"`
	Cost   Cost      `json:"cost"`
	Judge  llm.Usage `json:"judge"`
	// LookUps is the mean number of chunks read, or of pages looked up.
	LookUps float64 `json:"look_ups"`
	MsP50   int64   `json:"ms_p50"`
	MsP95   int64   `json:"ms_p95"`
	// MaxCallTokens is the largest call of all.
	MaxCallTokens int `json:"max_call_tokens"`
	// Stages are the calls by stage, Functions the steps by action (GraphReader, table 7).
	Stages    []Share `json:"stages"`
	Functions []Share `json:"functions"`
	// lengths are the mean headline score by length of the documents, in bins of a power of two.
	lengths []point
}

// Line is the main figures of a system.
type Line struct {
	System
	Items     int `json:"items"`
	Failed    int `json:"failed"`
	Abstained int `json:"abstained"`
	// EM, F1, BestEM and BestF1 are means from 0 to 1; nil where the metric does not apply. The latter two are of the best candidate of the
	// offline model, whether it was answered or not.
	EM     *float64 `json:"em,omitempty"`
	F1     *float64 `json:"f1,omitempty"`
	BestEM *float64 `json:"best_em,omitempty"`
	BestF1 *float64 `json:"best_f1,omitempty"`
	// Calls and Tokens are means an answer.
	Calls  float64 `json:"calls"`
	Tokens float64 `json:"tokens"`
	MsP50  int64   `json:"ms_p50"`
}

// line returns the main figures of r.
func (r Result) line() Line {
	mean := func(name string) *float64 {
		if f, ok := r.Scores[name]; ok {
			return &f.Mean
		}
		return nil
	}
	return Line{r.System, r.Items, r.Failed, r.Abstained, mean("em"), mean("f1"), mean("best_em"), mean("best_f1"), r.Calls,
		r.Tokens, r.MsP50}
}

// Figure is a mean score with its 95 % bootstrap interval over questions.
type Figure struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// N is the number of answers that it covers.
	N int `json:"n"`
	// Deviation is the standard deviation of the means of the repetitions, 0 for one.
	Deviation float64 `json:"deviation"`
}

// Cell is the scores of the needles at one length and depth.
type Cell struct {
	dataset.Needle
	Scores map[string]Figure `json:"scores"`
}

// Share is a count an answer, and its share of all.
type Share struct {
	Name  string  `json:"name"`
	Mean  float64 `json:"mean"`
	Share float64 `json:"share"`
}

// Pair compares two systems on the questions that both answered.
type Pair struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Metric string `json:"metric"`
	N      int    `json:"n"`
	// Difference is the mean of B minus that of A, with its 95 % interval; P is the two-sided p-value of the paired
	// randomisation test, not corrected for the number of comparisons.
	Difference float64 `json:"difference"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	P          float64 `json:"p"`
}

// round rounds to six decimals.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// summarise returns the results of the rows of each system; the questions give the order and the episodes.
func summarise(set dataset.Set, systems [][]Row) (results []Result, headlineOf string, pairs []Pair) {
	questions, order := map[string]dataset.Question{}, map[string]int{}
	for i, q := range set.Questions {
		questions[q.ID], order[q.ID] = q, i
	}
	names := map[string]bool{}
	for _, rows := range systems {
		slices.SortFunc(rows, func(a, b Row) int {
			return cmp.Or(cmp.Compare(a.Repetition, b.Repetition), cmp.Compare(order[a.ID], order[b.ID]))
		})
		for i := 0; i < len(rows); { // each repetition has its own episodes
			end := i
			for end < len(rows) && rows[end].Repetition == rows[i].Repetition {
				end++
			}
			episodes(questions, rows[i:end])
			i = end
		}
		for _, r := range rows {
			for name := range r.Scores {
				names[name] = true
			}
		}
	}
	headlineOf = headline(names)
	results = lists.Map(systems, func(rows []Row) Result { return summariseOne(rows, headlineOf) })
	for i := range systems {
		for j := i + 1; j < len(systems); j++ {
			pairs = append(pairs, comparePair(headlineOf, results[i].Title, results[j].Title, systems[i], systems[j]))
		}
	}
	return results, headlineOf, pairs
}

// summariseOne returns the result of the rows of one system.
func summariseOne(rows []Row, headlineOf string) Result {
	r := Result{System: rows[0].System, Title: rows[0].Name(), Items: len(rows), ByType: map[string]map[string]Figure{}}
	var times []int64
	stages, functions, asked := map[string]int{}, map[string]int{}, map[string]bool{}
	byType := map[string][]Row{}
	var abstained, unanswerable []bool
	lookUps := 0
	for _, row := range rows {
		asked[row.ID] = true
		byType[row.Type] = append(byType[row.Type], row)
		r.Judge.Add(row.JudgeUsage)
		if row.JudgeError != "" {
			r.Unjudged++
		}
		if row.Error != "" {
			r.Failed++
			continue
		}
		if row.Abstained {
			r.Abstained++
		}
		abstained, unanswerable = append(abstained, row.Abstained), append(unanswerable, row.Unanswerable)
		r.Cost.join(Cost{row.Usage.Calls, row.tokens(), row.Ms, row.Scores["dollars"]})
		lookUps += row.LookUps
		r.MaxCallTokens = max(r.MaxCallTokens, row.WidestCall)
		times = append(times, row.Ms)
		for stage, u := range row.Usage.ByStage {
			stages[stage] += u.Calls
		}
		for action, n := range row.Functions {
			functions[action] += n
		}
	}
	r.Questions = len(asked)
	n := float64(max(1, len(rows)-r.Failed))
	r.Cost.Dollars = round(r.Cost.Dollars)
	r.Calls, r.Tokens, r.LookUps = round(float64(r.Cost.Calls)/n), round(float64(r.Cost.Tokens)/n), round(float64(lookUps)/n)
	r.MsP50, r.MsP95 = metric.Percentile(times, .5), metric.Percentile(times, .95)
	r.Stages, r.Functions = shares(stages, n), shares(functions, n)
	r.Scores = figures(rows, Metrics())
	if len(byType) > 1 {
		for name, list := range byType {
			r.ByType[name] = figures(list, Metrics())
		}
	}
	if slices.Contains(unanswerable, true) {
		refusal := metric.Refusals(abstained, unanswerable)
		r.Refusal = &refusal
	}
	r.lengths, r.Cells = byLength(rows, headlineOf), cells(rows)
	return r
}

// cells returns the figures of needles by length and depth.
func cells(rows []Row) (out []Cell) {
	needles := lists.Filter(rows, func(r Row) bool { return r.Needle != nil })
	of := lists.Group(needles, func(r Row) string { return fmt.Sprint(*r.Needle) })
	for _, list := range of {
		out = append(out, Cell{*list[0].Needle, figures(list, Metrics())})
	}
	slices.SortFunc(out, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Length, b.Length), slices.Compare(a.Depths, b.Depths))
	})
	return out
}

// shares returns counts as means and shares, the largest first.
func shares(counts map[string]int, answers float64) []Share {
	all := 0
	for _, n := range counts {
		all += n
	}
	out := lists.Map(slices.Sorted(maps.Keys(counts)), func(name string) Share {
		return Share{name, round(float64(counts[name]) / answers), round(float64(counts[name]) / float64(max(all, 1)))}
	})
	slices.SortStableFunc(out, func(a, b Share) int { return cmp.Compare(b.Mean, a.Mean) })
	return out
}

// figures returns the figure of each metric that any row has.
func figures(rows []Row, metrics []Metric) map[string]Figure {
	out := map[string]Figure{}
	for _, m := range metrics {
		repetitions := map[int][]float64{}
		n := 0
		for _, row := range rows {
			if x, ok := row.value(m.Name); ok {
				repetitions[row.Repetition] = append(repetitions[row.Repetition], x)
				n++
			}
		}
		if n == 0 {
			continue
		}
		means := lists.Map(slices.Sorted(maps.Keys(repetitions)), func(k int) float64 { return metric.Mean(repetitions[k]) })
		_, values := perQuestion(rows, m.Name)
		low, high := metric.Bootstrap(values)
		out[m.Name] = Figure{round(metric.Mean(values)), round(low), round(high), n, round(metric.Deviation(means))}
	}
	return out
}

// perQuestion returns the mean score of each question over the repetitions, in order of their first rows.
func perQuestion(rows []Row, name string) (ids []string, values []float64) {
	sums, counts := map[string]float64{}, map[string]float64{}
	for _, row := range rows {
		x, ok := row.value(name)
		if !ok {
			continue
		}
		if counts[row.ID] == 0 {
			ids = append(ids, row.ID)
		}
		sums[row.ID] += x
		counts[row.ID]++
	}
	return ids, lists.Map(ids, func(id string) float64 { return sums[id] / counts[id] })
}

// comparePair compares two systems by a metric on their common questions.
func comparePair(name, titleA, titleB string, rowsA, rowsB []Row) Pair {
	idsA, valuesA := perQuestion(rowsA, name)
	idsB, valuesB := perQuestion(rowsB, name)
	of := map[string]float64{}
	for i, id := range idsA {
		of[id] = valuesA[i]
	}
	var a, b, differences []float64
	for i, id := range idsB {
		if x, ok := of[id]; ok {
			a, b, differences = append(a, x), append(b, valuesB[i]), append(differences, valuesB[i]-x)
		}
	}
	low, high := metric.Bootstrap(differences)
	return Pair{titleA, titleB, name, len(a), round(metric.Mean(differences)), round(low), round(high), round(metric.Paired(a, b))}
}

// point is a point of a plot.
type point struct{ x, y float64 }

// byLength returns the mean score by length of the documents, in bins of a power of two.
func byLength(rows []Row, name string) []point {
	bins := map[int][]float64{}
	for _, row := range rows {
		if x, ok := row.Scores[name]; ok && row.DocumentWords > 0 {
			bin := int(math.Round(math.Log2(float64(row.DocumentWords))))
			bins[bin] = append(bins[bin], x)
		}
	}
	return lists.Map(slices.Sorted(maps.Keys(bins)),
		func(bin int) point { return point{math.Pow(2, float64(bin)), metric.Mean(bins[bin])} })
}
