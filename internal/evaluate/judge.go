package evaluate

import (
	"context"
	"fmt"
	"path/filepath"

	"grove/internal/config"
	"grove/internal/eval/judge"
	"grove/internal/eval/needle"
	"grove/internal/fault"
	"grove/internal/llm"
)

// judgeOf returns the client of a judging model at the URL of an endpoint, by default that of the settings.
func (w *Workspace) judgeOf(model, url string) (*llm.Client, error) {
	return w.ClientOf(model, config.Endpoint{BaseURL: config.NewAddress(url), APIKey: w.Config.JudgeAPIKey})
}

// JudgeAgreement measures the agreement of a model with the judged pairs that Grove has; url is that of its endpoint, by default that
// of the settings.
func (w *Workspace) JudgeAgreement(ctx context.Context, model, url string, progress func(done, of int)) (judge.Agreement, error) {
	client, err := w.judgeOf(model, url)
	if err != nil {
		return judge.Agreement{}, err
	}
	list, err := judge.Pairs()
	if err != nil {
		return judge.Agreement{}, err
	}
	return judge.Agree(ctx, client.Session(llm.Bounds{}), list, w.Config.LLM.Concurrency, progress)
}

// NoMention builds n unanswerable pairs of a set at each length in tokens, writes them below dir, a folder a length, and asks a LongAgent
// member for each question in its text.
func (w *Workspace) NoMention(ctx context.Context, path string, lengths []int, n int, seed uint64, dir string,
	progress func(done, of int)) ([]needle.Silence, error) {
	const op = "evaluate.NoMention"
	set, documents, err := setWithDocuments(path)
	if err != nil {
		return nil, err
	}
	client, err := w.ClientOf(w.Config.Model, config.Endpoint{})
	if err != nil {
		return nil, err
	}
	var all [][]needle.Unanswerable
	var out []needle.Silence
	total, done := 0, 0
	for _, length := range lengths {
		if length < 100 || length > 100_000 {
			return nil, fault.New(fault.Invalid, op, fmt.Sprint(length), "a length is 100 to 100,000 tokens", "use --lengths 500,1000,3000")
		}
		pairs := needle.NoMention(set, documents, length, n, seed, w.Counter)
		if len(pairs) == 0 {
			return nil, fault.New(fault.Invalid, op, path,
				fmt.Sprintf("no question has an answer that %d tokens of the other documents lack", length),
				"use a set with more documents, or shorter --lengths")
		}
		at := filepath.Join(dir, fmt.Sprint(length))
		if err := needle.SaveUnanswerable(pairs, at); err != nil {
			return nil, err
		}
		all, out = append(all, pairs), append(out, needle.Silence{Length: length, Out: at})
		total += len(pairs)
	}
	for i, pairs := range all {
		r, err := needle.Silent(ctx, client.Session(llm.Bounds{Window: max(4096, lengths[i]+2048)}), client.Kit, pairs,
			w.Config.LLM.Concurrency, func() {
				done++
				progress(done, total)
			})
		if err != nil {
			return nil, err
		}
		r.Length, r.Out = out[i].Length, out[i].Out
		out[i] = r
	}
	return out, nil
}
