package eval

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"path/filepath"

	"grove/internal/disk"
	"grove/internal/fault"
)

//go:embed report.html
var reportPage string

// shownAnswers is the maximum number of answers per agent in the report; the files have all.
const shownAnswers = 500

// report writes summary.json and report.html into a folder, and returns the path of the page.
func report(dir string, result RunResult, answers [][]Answered) (string, error) {
	const op = "eval.report"
	path := filepath.Join(dir, "report.html")
	result.Report = path
	summary, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return "", fault.Wrap(err, op, dir)
	}
	if err := disk.Replace(filepath.Join(dir, "summary.json"), append(summary, '\n'), 0o644); err != nil {
		return "", unwritable(op, dir, err)
	}
	page, err := template.New("report").Funcs(template.FuncMap{
		"percent": func(x float64) float64 { return 100 * x },
		"bar":     func(x float64) float64 { return 200 * x },
		"line":    func(i int) int { return 20 * i },
		"height":  func(n int) int { return 20*n + 4 },
	}).Parse(reportPage)
	if err != nil {
		return "", fault.Wrap(err, op, "report.html")
	}
	for i, rows := range answers {
		answers[i] = rows[:min(shownAnswers, len(rows))]
	}
	var b bytes.Buffer
	if err := page.Execute(&b, map[string]any{"Result": result, "Answers": answers, "Shown": shownAnswers}); err != nil {
		return "", fault.Wrap(err, op, path)
	}
	if err := disk.Replace(path, b.Bytes(), 0o644); err != nil {
		return "", unwritable(op, path, err)
	}
	return path, nil
}
