// Package run has agents answer the questions of a set, keeps every answer, scores the answers, and
// reports and compares the scores. What answers comes in as functions, so that the package knows no
// agent and no store.
package run

import (
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grove/internal/eval/dataset"
	"grove/internal/eval/judge"
	"grove/internal/llm"
	"grove/internal/text"
	"grove/query"
)

// System is what answers: an agent with its settings, a model and a mode.
type System struct {
	Agent string     `json:"agent"`
	Model string     `json:"model"`
	Mode  query.Mode `json:"mode"`
	// Without are the disabled parts of the agent, Options its own options that were set.
	Without []string          `json:"without,omitempty"`
	Options map[string]string `json:"options,omitempty"`
	// Window bounds each call, in tokens; 0 is query.DefaultWindow.
	Window int `json:"window,omitempty"`
	// Prompts is the digest of the instructions that replace those of prompts, "" for none.
	Prompts string `json:"prompts,omitempty"`
}

// Name describes the system in a report.
func (s System) Name() string {
	name := s.Agent
	if len(s.Without) > 0 {
		name += " without " + strings.Join(s.Without, ", ")
	}
	for _, option := range slices.Sorted(maps.Keys(s.Options)) {
		name += " " + option + "=" + text.Truncate(s.Options[option], 40)
	}
	if s.Window > 0 {
		name += " window=" + strconv.Itoa(s.Window)
	}
	if s.Prompts != "" {
		name += " prompts=" + s.Prompts
	}
	return name + ", " + s.Model + ", " + string(s.Mode)
}

// file returns the name of the file of the answers of a repetition.
func (s System) file(repetition int) string {
	parts := []string{s.Agent}
	if len(s.Without) > 0 {
		parts = append(parts, "without", strings.Join(s.Without, "-"))
	}
	for _, option := range slices.Sorted(maps.Keys(s.Options)) {
		parts = append(parts, option, s.Options[option])
	}
	if s.Window > 0 {
		parts = append(parts, "window", strconv.Itoa(s.Window))
	}
	if s.Prompts != "" {
		parts = append(parts, "prompts", s.Prompts)
	}
	parts = append(parts, s.Model, string(s.Mode), strconv.Itoa(repetition))
	name := strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, strings.Join(parts, "-"))
	if len(name) > maxName { // of a long option: file systems bound names
		hash := fnv.New64a()
		hash.Write([]byte(strings.Join(parts, "-")))
		name = name[:maxName] + "-" + strconv.FormatUint(hash.Sum64(), 36)
	}
	return name + answersSuffix
}

// answersSuffix ends the names of the files of answers.
const answersSuffix = ".jsonl"

// maxName bounds the name of a file of answers, without a hash of the rest.
const maxName = 150

// Row is a question with a system's answer: one line of a file of answers.
type Row struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Gold     []string `json:"gold"`
	Type     string   `json:"type,omitempty"`
	// Needle is the place of the needle, nil for other questions.
	Needle *dataset.Needle `json:"needle,omitempty"`
	System
	// Repetition numbers the runs of the same question, from 1.
	Repetition int `json:"run"`
	// Unanswerable is true if the documents do not have the answer: abstaining is right.
	Unanswerable bool `json:"unanswerable,omitempty"`
	// Answer is the answer, or the reason of an abstention.
	Answer    string `json:"answer"`
	Abstained bool   `json:"abstained"`
	// Best is the best candidate of the offline model, said or not; "" for other models.
	Best      string           `json:"best,omitempty"`
	Citations []query.Citation `json:"citations"`
	// TraceID is the id of the stored trace in the workspace Workspace.
	TraceID   string `json:"trace_id,omitempty"`
	Workspace string `json:"workspace,omitempty"`
	// Read are the documents whose chunks were read, in the order of reading. LookUps is the number of chunks read, or
	// of pages looked up among gists, WordsRead that of the words read (of gists and pages shown together),
	// DocumentWords that of all documents that the question is about.
	Read          []string `json:"read,omitempty"`
	LookUps       int      `json:"look_ups"`
	WordsRead     int      `json:"words_read"`
	DocumentWords int      `json:"document_words"`
	// Scores are those of the metrics that apply to the question, by name (see Metrics).
	Scores map[string]float64 `json:"scores"`
	// Verdicts are those of the judge by scale; JudgeError is the reason why they are missing.
	Verdicts   map[judge.Scale]judge.Verdict `json:"verdicts,omitempty"`
	JudgeUsage llm.Usage                     `json:"judge_usage"`
	JudgeError string                        `json:"judge_error,omitempty"`
	// Usage is that of the answer, by stage. Functions counts the steps of the trace by action.
	Usage     llm.Usage      `json:"usage"`
	Functions map[string]int `json:"functions,omitempty"`
	// WidestCall is the size of the largest call in tokens: messages, reply schema and the
	// tokens reserved for the reply.
	WidestCall int   `json:"widest_call"`
	Ms         int64 `json:"ms"`
	// Error is the reason why there is no answer, or "". The next run asks again.
	Error string `json:"error,omitempty"`
}

// said returns the answer, "" for an abstention or a failure.
func (r Row) said() string {
	if r.Abstained || r.Error != "" {
		return ""
	}
	return r.Answer
}

// tokens returns the number of tokens of the answer's calls, prompts and replies together.
func (r Row) tokens() int { return r.Usage.PromptTokens + r.Usage.CompletionTokens }
