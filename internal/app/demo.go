package app

import (
	"context"
	"embed"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"grove/ingest"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/jobs"
	"grove/query"
)

//go:embed sample/documents sample/questions.json sample/NOTICE
var sample embed.FS

// DemoResult is the result of Demo.
type DemoResult struct {
	Counts  graph.Counts `json:"counts"`
	Answers []DemoAnswer `json:"answers"`
	// Ms is the duration in milliseconds.
	Ms int64 `json:"ms"`
}

// DemoAnswer is the answer to one question about the sample.
type DemoAnswer struct {
	Question  string           `json:"question"`
	Answer    string           `json:"answer"`
	Abstained bool             `json:"abstained"`
	Citations []query.Citation `json:"citations"`
}

// Demo ingests the bundled sample into the workspace and answers its questions.
func (a *App) Demo(ctx context.Context, progress func(ingest.Progress)) (DemoResult, error) {
	started := time.Now()
	folders, err := a.unpackSample()
	if err != nil {
		return DemoResult{}, err
	}
	// Replace: a newer version may have a newer sample.
	report, err := a.Jobs().Ingest(ctx, jobs.IngestOptions{Paths: folders, Collection: "sample", Replace: true, Progress: progress})
	if err != nil {
		return DemoResult{}, err
	}
	if len(report.Errors) > 0 {
		e := report.Errors[0]
		return DemoResult{}, fault.New(fault.Internal, "app.Demo", e.Item, e.Message, e.Hint)
	}
	questions, err := sampleQuestions()
	if err != nil {
		return DemoResult{}, err
	}
	result := DemoResult{}
	if result.Counts, err = a.Store.Counts(ctx); err != nil {
		return DemoResult{}, err
	}
	for _, q := range questions {
		answer, err := a.Ask(ctx, AskOptions{Question: query.Question{Text: q.Question}})
		if err != nil {
			return DemoResult{}, err
		}
		result.Answers = append(result.Answers, DemoAnswer{q.Question, answer.Answer, answer.Abstained, answer.Citations})
	}
	result.Ms = time.Since(started).Milliseconds()
	return result, nil
}

// unpackSample copies the sample to the workspace's folder and returns its folders of documents.
func (a *App) unpackSample() (folders []string, err error) {
	err = fs.WalkDir(sample, "sample", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(a.Config.Folder(), filepath.FromSlash(path))
		if d.IsDir() {
			if strings.Count(path, "/") == 2 {
				folders = append(folders, target)
			}
			return os.MkdirAll(target, 0o755)
		}
		raw, err := sample.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, raw, 0o644)
	})
	return folders, fault.Wrap(err, "app.unpackSample", a.Config.Folder())
}

// sampleQuestion is a question about the sample.
type sampleQuestion struct{ Question string }

// sampleQuestions returns the questions about the sample.
func sampleQuestions() (questions []sampleQuestion, err error) {
	raw, err := sample.ReadFile("sample/questions.json")
	if err == nil {
		err = json.Unmarshal(raw, &questions)
	}
	return questions, fault.Wrap(err, "app.sampleQuestions", "questions.json")
}
