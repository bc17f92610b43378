package eval

import (
	"maps"
	"slices"
	"strings"

	"grove/internal/eval/metric"
	"grove/query"
)

// Answered is a question with an agent's answer: one line of a file of results.
type Answered struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Gold     []string `json:"gold"`
	Type     string   `json:"type,omitempty"`
	Agent    string   `json:"agent"`
	Mode     string   `json:"mode"`
	Model    string   `json:"model"`
	// Without are the disabled parts of the agent, Options its own options that were set.
	Without []string          `json:"without,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	// Answer is the answer, or the reason of an abstention.
	Answer    string           `json:"answer"`
	Abstained bool             `json:"abstained"`
	Citations []query.Citation `json:"citations"`
	// EM and F1 are 0 for an abstention.
	EM float64 `json:"em"`
	F1 float64 `json:"f1"`
	// Best is the best candidate of the offline model, also of an abstention; nil for other models.
	Best *Best `json:"best,omitempty"`
	// Read are the documents whose chunks were read; Recall is the share of the gold among
	// them, nil if the gold is incomplete.
	Read   []string `json:"read,omitempty"`
	Recall *float64 `json:"recall,omitempty"`
	// Calls and Tokens are those of the answer, prompts and replies together.
	Calls  int `json:"calls"`
	Tokens int `json:"tokens"`
	// WidestCall is the size of the largest call in tokens: messages, reply schema and the
	// tokens reserved for the reply.
	WidestCall int   `json:"widest_call"`
	Ms         int64 `json:"ms"`
	// Error is the reason why there is no answer, or "". The next run asks again.
	Error string `json:"error,omitempty"`
}

// Best is a candidate for an answer with its exact match and F1; Text is "" if there was none.
type Best struct {
	Text string  `json:"text"`
	EM   float64 `json:"em"`
	F1   float64 `json:"f1"`
}

// RunResult is the result over all agents.
type RunResult struct {
	Dataset string     `json:"dataset"`
	Runs    []AgentRun `json:"runs"`
	// Skipped counts the questions without a gold answer.
	Skipped int `json:"skipped"`
	// Report is the path of the HTML report.
	Report string `json:"report"`
}

// AgentRun is the result of one agent.
type AgentRun struct {
	Agent string `json:"agent"`
	// Without are the disabled parts of the agent, Options its own options that were set.
	Without []string          `json:"without,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	Mode    string            `json:"mode"`
	// Items is the number of questions. Failed have no answer and, like those Abstained
	// from, count as wrong.
	Items     int `json:"items"`
	Failed    int `json:"failed"`
	Abstained int `json:"abstained"`
	// EM and F1 are means over all items.
	EM float64 `json:"em"`
	F1 float64 `json:"f1"`
	// BestEM and BestF1 are means of the best candidates over all items, nil but for the offline
	// model.
	BestEM *float64 `json:"best_em,omitempty"`
	BestF1 *float64 `json:"best_f1,omitempty"`
	// Recall is the mean over the items that have one, nil if none has.
	Recall *float64 `json:"recall,omitempty"`
	// Calls and Tokens are sums over all items.
	Calls  int `json:"calls"`
	Tokens int `json:"tokens"`
	// MaxCallTokens is the largest WidestCall.
	MaxCallTokens int   `json:"max_call_tokens"`
	MsP50         int64 `json:"ms_p50"`
	// File holds the answers.
	File string `json:"file"`
}

// Name returns the agent's name with its disabled parts and its options.
func (r AgentRun) Name() string { return named(r.Agent, r.Without, r.Options) }

// Name returns the same as AgentRun.Name.
func (a Answered) Name() string { return named(a.Agent, a.Without, a.Options) }

func named(agent string, without []string, options map[string]string) string {
	if len(without) > 0 {
		agent += " without " + strings.Join(without, ", ")
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		agent += " " + name + "=" + options[name]
	}
	return agent
}

// sum returns the totals and means of an agent's answers.
func (r Run) sum(agent, path string, rows []Answered) AgentRun {
	sum := AgentRun{Agent: agent, Without: r.Without, Options: r.Options, Mode: string(r.Mode), Items: len(rows), File: path}
	var times []int64
	em, f1 := 0.0, 0.0
	for _, row := range rows {
		if row.Error != "" {
			sum.Failed++
			continue
		}
		if row.Abstained {
			sum.Abstained++
		}
		em, f1 = em+row.EM, f1+row.F1
		sum.Calls += row.Calls
		sum.Tokens += row.Tokens
		sum.MaxCallTokens = max(sum.MaxCallTokens, row.WidestCall)
		times = append(times, row.Ms)
	}
	sum.EM, sum.F1 = round(em/float64(len(rows))), round(f1/float64(len(rows)))
	sum.BestEM = meanBest(rows, func(b Best) float64 { return b.EM })
	sum.BestF1 = meanBest(rows, func(b Best) float64 { return b.F1 })
	sum.Recall = meanRecall(rows)
	sum.MsP50 = metric.Percentile(times, .5)
	return sum
}

// meanBest returns the mean of a figure of the best candidates; nil if no row has one.
func meanBest(rows []Answered, of func(Best) float64) *float64 {
	any, sum := false, 0.0
	for _, row := range rows {
		if row.Best != nil {
			any, sum = true, sum+of(*row.Best)
		}
	}
	if !any {
		return nil
	}
	mean := round(sum / float64(len(rows)))
	return &mean
}

// meanRecall returns the mean recall of the rows that have one; nil if none has.
func meanRecall(rows []Answered) *float64 {
	n, sum := 0, 0.0
	for _, row := range rows {
		if row.Recall != nil {
			n, sum = n+1, sum+*row.Recall
		}
	}
	if n == 0 {
		return nil
	}
	mean := round(sum / float64(n))
	return &mean
}
