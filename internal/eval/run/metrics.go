package run

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"grove/internal/eval/dataset"
	"grove/internal/eval/judge"
	"grove/internal/eval/metric"
	"grove/internal/lists"
	"grove/internal/llm"
	"grove/internal/text"
)

// Metric is a score of answers.
type Metric struct {
	// Name is the key of Row.Scores, Title its heading.
	Name, Title string
	// Answer is true for scores of the answer's text: 0 for failures and for abstentions from a question that has an
	// answer. The others are of what was read, and missing for failures.
	Answer bool
	// Gated metrics fail a comparison that drops; higher is better in all of these.
	Gated bool
}

// Metrics are all metrics in the order of reports.
func Metrics() []Metric {
	return []Metric{
		{"judge", "judged right", true, true},
		{"lr1", "LR-1", true, true},
		{"lr2", "LR-2", true, true},
		{"alias", "names", true, true},
		{"exact", "names, as in the dictionary", true, true},
		{"match", "needles found", true, true},
		{"choice", "choice accuracy", true, true},
		{"em", "EM", true, true},
		{"f1", "F1", true, true},
		{"f1_word", "F1, by word", true, true},
		{"f1_star", "F1*", true, true},
		{"best_em", "EM of the best candidate", true, false},
		{"best_f1", "F1 of the best candidate", true, false},
		{"rouge1", "ROUGE-1", true, true},
		{"rouge2", "ROUGE-2", true, true},
		{"rougeL", "ROUGE-L", true, true},
		{"element", "element accuracy", true, true},
		{"operation", "operation F1", true, true},
		{"step", "step success", true, true},
		{"episode", "episode success", true, true},
		{"recall", "recall of documents", false, true},
		{"mrr", "MRR of documents", false, true},
		{"ndcg", "nDCG of documents", false, true},
		{"facts_judged", "supporting facts, judged", false, true},
		{"facts_judged_all", "all facts, judged", false, true},
		{"facts_lexical", "supporting facts, lexical", false, true},
		{"facts_lexical_all", "all facts, lexical", false, true},
		{"compression", "compression rate", false, false},
		{"cosine", "cosine of summary and question", false, false},
		{"length", "words of the answer", false, false},
		{"dollars", "US dollars", false, false},
	}
}

// value returns a score of the answer, or its tokens; ok is false if it has none.
func (r Row) value(name string) (x float64, ok bool) {
	if name == tokensOf.Name {
		return float64(r.tokens()), r.Error == ""
	}
	x, ok = r.Scores[name]
	return x, ok
}

// tokensOf is the number of tokens of an answer's calls, which comparisons have beside the scores.
var tokensOf = Metric{"tokens", "tokens", false, false}

// shown writes a score with three decimals, a smaller one with two digits.
func shown(x float64) string {
	if x != 0 && math.Abs(x) < .01 {
		return fmt.Sprintf("%.2g", x)
	}
	return fmt.Sprintf("%.3f", x)
}

// Material is what an answer was made from.
type Material struct {
	// Documents are the documents read, in the order of reading; Chunks the number and Text the
	// texts of their chunks.
	Documents []string
	Chunks    int
	Text      string
	// Summary is what the agent last noted, "" if it takes no notes: it is judged for
	// supporting facts instead of Text.
	Summary string
}

// score returns the scores of an answer, without those of a judge.
func score(q dataset.Question, row Row, m Material) map[string]float64 {
	s := map[string]float64{}
	answered(s, q, row)
	if row.Error != "" {
		return s
	}
	if q.GoldComplete && len(q.GoldIDs) > 0 {
		s["recall"] = metric.Recall(q.GoldIDs, m.Documents, len(m.Documents))
		s["mrr"] = metric.ReciprocalRank(q.GoldIDs, m.Documents)
		s["ndcg"] = metric.NDCG(q.GoldIDs, m.Documents, len(m.Documents))
	}
	if len(q.Facts) > 0 {
		covered(s, "facts_lexical", judge.CoveredLexically(q.Facts, m.noted()))
	}
	if row.DocumentWords > 0 {
		s["compression"] = metric.CompressionRate(row.WordsRead, row.DocumentWords)
	}
	if !row.Abstained {
		s["length"] = float64(metric.Length(row.Answer))
	}
	return s
}

// noted returns what supporting facts are looked for in.
func (m Material) noted() string {
	if m.Summary != "" {
		return m.Summary
	}
	return m.Text
}

// covered adds the share of the facts that are covered, and whether all are.
func covered(s map[string]float64, name string, facts []bool) {
	n := lists.Count(facts, func(ok bool) bool { return ok })
	s[name] = float64(n) / float64(len(facts))
	s[name+"_all"] = one(n == len(facts))
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// answered adds the scores of the answer's text: 0 for a failure or an abstention.
func answered(s map[string]float64, q dataset.Question, row Row) {
	if len(q.Answers) == 0 {
		return
	}
	said := row.Answer
	if row.Error != "" || row.Abstained {
		said = ""
	}
	if q.Web != nil {
		web(s, q, said)
		return
	}
	if len(q.Names) > 0 {
		s["exact"], s["alias"] = names(q.Names, said)
		return
	}
	if q.Needle != nil {
		s["match"] = one(slices.ContainsFunc(q.Answers,
			func(g string) bool { return strings.Contains(text.Normalise(said), text.Normalise(g)) }))
	}
	options := []string(q.Options)
	if options == nil {
		_, options = text.Options(q.Question)
	}
	if len(options) > 0 {
		s["choice"] = metric.Choice(said, q.Answers, options)
	}
	score := func(of func(string, []string) float64, said string) float64 {
		if said == "" {
			return 0 // SQuAD's rule equates nothing with "A", an article
		}
		return of(said, q.Answers)
	}
	chinese := strings.HasPrefix(text.Language(q.Question+" "+strings.Join(q.Answers, " ")), "zh")
	if row.Model == llm.OfflineName {
		s["best_em"], s["best_f1"] = score(metric.ExactMatch, row.Best), score(metric.F1, row.Best)
	}
	rouge := metric.Rouge(said, q.Answers)
	s["em"], s["f1"] = score(metric.ExactMatch, said), score(metric.F1, said)
	s["rouge1"], s["rouge2"], s["rougeL"] = rouge.One, rouge.Two, rouge.L
	if chinese {
		s["f1_word"] = score(metric.F1Words, said)
	}
	if q.Keywords != "" {
		s["f1_star"] = metric.KeywordF1(said, q.Answers, q.Keywords, chinese)
	}
}

// NameLine joins a tag and its name in an answer about anonymity reversion (AnonyRAG).
const NameLine = "——"

// names returns the shares of tags that an answer gives the gold name, and any name, a line each.
func names(gold map[string][]string, said string) (exact, alias float64) {
	named := map[string]string{}
	for line := range strings.Lines(said) {
		if tag, name, ok := strings.Cut(strings.TrimSpace(line), NameLine); ok {
			named[tag] = name
		}
	}
	n := float64(len(gold))
	for tag, accepted := range gold {
		exact += one(len(accepted) > 0 && named[tag] == accepted[0])
		alias += one(slices.ContainsFunc(accepted, func(a string) bool { return text.Normalise(a) == text.Normalise(named[tag]) }))
	}
	return exact / n, alias / n
}

// webAnswer matches "7: TYPE new york".
var webAnswer = regexp.MustCompile(`(?is)([\w-]+)\s*:\s*(CLICK|TYPE|SELECT)\b\s*(.*)`)

// web adds the scores of a step of a web task.
func web(s map[string]float64, q dataset.Question, said string) {
	step := metric.WebStep{}
	if m := webAnswer.FindStringSubmatch(said); m != nil {
		step = metric.WebStep{Element: m[1], Operation: strings.TrimSpace(strings.ToUpper(m[2]) + " " + strings.TrimSpace(m[3]))}
	}
	w := metric.WebEpisode([]metric.WebStep{step}, [][]string{q.Web.Elements}, []string{q.Web.Operation})
	s["element"], s["operation"], s["step"] = w.Element, w.Operation, w.Step
}

// episodes adds the success of each episode to the rows of its first step: all of its steps must be successes.
func episodes(questions map[string]dataset.Question, rows []Row) {
	first, success := map[string]int{}, map[string]float64{}
	for i, r := range rows {
		q := questions[r.ID]
		if q.Web == nil {
			continue
		}
		if _, seen := first[q.Web.Episode]; !seen {
			first[q.Web.Episode], success[q.Web.Episode] = i, 1
		}
		success[q.Web.Episode] = min(success[q.Web.Episode], r.Scores["step"])
	}
	for episode, i := range first {
		rows[i].Scores["episode"] = success[episode]
	}
}

// judged adds the scores of the verdicts.
func judged(s map[string]float64, verdicts map[judge.Scale]judge.Verdict) {
	if v, ok := verdicts[judge.Correct]; ok {
		s["judge"] = one(v == judge.Yes)
	}
	strict, ok := verdicts[judge.Strict]
	if permissive, both := verdicts[judge.Permissive]; ok && both {
		rating := judge.Rate(strict, permissive)
		s["lr1"], s["lr2"] = one(rating == judge.Exact), one(rating != judge.Wrong)
	}
}

// headline returns the metric that reports plot: of those that the rows have, the judge's, else the share of names or of needles, the
// accuracy of choices or of web steps, else F1.
func headline(names map[string]bool) string {
	for _, name := range []string{"judge", "alias", "match", "choice", "step"} {
		if names[name] {
			return name
		}
	}
	return "f1"
}

// metricOf returns the metric of a name.
func metricOf(name string) Metric {
	all := Metrics()
	if i := slices.IndexFunc(all, func(m Metric) bool { return m.Name == name }); i >= 0 {
		return all[i]
	}
	return Metric{Name: name, Title: name}
}
