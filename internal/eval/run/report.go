package run

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"grove/internal/disk"
	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/text"
)

//go:embed report.html
var reportPage string

// ReportStyle is the style sheet of the page, the only style that it has: whoever shows it can allow this one by its hash.
var ReportStyle = func() string {
	_, rest, _ := strings.Cut(reportPage, "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	return style
}()

// shownAnswers is the maximum number of answers per system in the report; the files have all.
const shownAnswers = 200

// Report writes the summary and the report of all answers in a folder to questions of the set.
func Report(dir string, set dataset.Set, m Manifest, skipped int) (Summary, error) {
	const op = "run.Report"
	systems, err := readRows(dir)
	if err != nil {
		return Summary{}, err
	}
	built := openBuilds(dir).all
	s := Summary{Manifest: m, Skipped: skipped, Duplicates: set.Duplicates, Unknown: set.Unknown, Report: filepath.Join(dir, ReportFile),
		Build: Build{Complete: true}}
	s.Systems, s.Headline, s.Pairs = summarise(set, systems)
	for _, r := range s.Systems {
		s.Runs = append(s.Runs, r.line())
	}
	for _, digest := range slices.Sorted(maps.Keys(built)) {
		s.Build.join(built[digest])
	}
	s.Graph = graph.ShapeOf(s.Build.Samples)
	s.Build.Samples = nil
	raw, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return Summary{}, fault.Wrap(err, op, dir)
	}
	page, err := s.page(systems)
	if err != nil {
		return Summary{}, fault.Wrap(err, op, dir)
	}
	for name, content := range map[string][]byte{SummaryFile: append(raw, '\n'), MarkdownFile: []byte(s.markdown()), ReportFile: page} {
		if err := disk.Replace(filepath.Join(dir, name), content, 0o644); err != nil {
			return Summary{}, unwritable(op, dir, err)
		}
	}
	return s, nil
}

// readRows returns the answers in a folder by system, in order of their names.
func readRows(dir string) ([][]Row, error) {
	var systems [][]Row
	places := map[string]int{}
	err := eachAnswers(dir, func(path string) error {
		last := map[string]int{}
		return dataset.ReadLines(path, func(r Row) error {
			i, ok := places[r.Name()]
			if !ok {
				i = len(systems)
				places[r.Name()] = i
				systems = append(systems, nil)
			}
			if at, again := last[r.ID]; again {
				systems[i][at] = r
				return nil
			}
			last[r.ID] = len(systems[i])
			systems[i] = append(systems[i], r)
			return nil
		})
	})
	return systems, fault.Wrap(err, "run.readRows", dir)
}

// Load returns the summary and the answers by system of a run's folder; fault.NotFound if it holds none.
func Load(dir string) (Summary, [][]Row, error) {
	const op = "run.Load"
	path := filepath.Join(dir, SummaryFile)
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Summary{}, nil, fault.New(fault.NotFound, op, dir, "the folder holds no finished run", "finish it with `grove eval run`")
	}
	if err != nil {
		return Summary{}, nil, fault.Wrap(err, op, path)
	}
	var s Summary
	if err := json.Unmarshal(raw, &s); err != nil {
		return s, nil, fault.From(fault.Unreadable, op, path, err, "run `grove eval run` again")
	}
	rows, err := readRows(dir)
	return s, rows, err
}

// columns returns the metrics that any system has, in the order of Metrics.
func (s Summary) columns() []Metric {
	return slices.DeleteFunc(Metrics(), func(m Metric) bool {
		return !slices.ContainsFunc(s.Systems, func(r Result) bool { _, ok := r.Scores[m.Name]; return ok })
	})
}

// types returns the types of questions, sorted.
func (s Summary) types() []string {
	all := map[string]bool{}
	for _, r := range s.Systems {
		for t := range r.ByType {
			all[t] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// page renders the report. It shows no time of its making, so that equal answers give an equal page.
func (s Summary) page(systems [][]Row) ([]byte, error) {
	page, err := template.New("report").Funcs(template.FuncMap{
		"shown":   shown,
		"bounds":  func(f Figure) string { return fmt.Sprintf("%s to %s, n %d", shown(f.Low), shown(f.High), f.N) },
		"score":   func(r Row, name string) string { return scoreCell(r, name) },
		"metric":  metricOf,
		"short":   short,
		"percent": func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) },
	}).Parse(reportPage)
	if err != nil {
		return nil, err
	}
	shown := lists.Map(systems, func(rows []Row) []Row { return rows[:min(shownAnswers, len(rows))] })
	title := metricOf(s.Headline).Title
	plots := []plot{
		scatter(title+" against tokens", "tokens an answer, logarithmic", s, func(r Result) float64 { return r.Tokens }),
		scatter(title+" against time", "milliseconds an answer (median), logarithmic", s,
			func(r Result) float64 { return float64(r.MsP50) }),
		scatter(title+" against construction", "tokens of construction, logarithmic", s,
			func(Result) float64 { return float64(s.Build.Total()) }),
	}
	if slices.ContainsFunc(s.Systems, func(r Result) bool { return len(r.lengths) > 0 }) {
		plots = append(plots, lengthPlot(s))
	}
	if types := s.types(); len(types) > 0 {
		plots = append(plots, bars(s, types))
	}
	var b bytes.Buffer
	err = page.Execute(&b, map[string]any{"Maps": s.heatMaps(), "S": s, "Columns": s.columns(), "Plots": plots, "Answers": shown,
		"Shown": shownAnswers, "Width": plotWidth, "Height": plotHeight})
	return b.Bytes(), err
}

func scoreCell(r Row, name string) string {
	if x, ok := r.Scores[name]; ok {
		return fmt.Sprintf("%.2f", x)
	}
	return "-"
}

// markdown renders the table of the systems.
func (s Summary) markdown() string {
	var b strings.Builder
	cell := strings.NewReplacer("|", "\\|", "\n", " ", "\r", " ")
	columns := s.columns()
	fmt.Fprintf(&b, "# %s\n\n| system | questions | failed | abstained |", cell.Replace(s.Dataset))
	for _, m := range columns {
		fmt.Fprintf(&b, " %s |", m.Title)
	}
	fmt.Fprintf(&b, " calls | tokens | look-ups | ms (median) |\n|%s\n", strings.Repeat("---|", 8+len(columns)))
	for _, r := range s.Systems {
		fmt.Fprintf(&b, "| %s | %d | %d | %d |", cell.Replace(r.Title), r.Questions, r.Failed, r.Abstained)
		for _, m := range columns {
			if f, ok := r.Scores[m.Name]; ok {
				fmt.Fprintf(&b, " %s (%s-%s) |", shown(f.Mean), shown(f.Low), shown(f.High))
			} else {
				b.WriteString(" - |")
			}
		}
		fmt.Fprintf(&b, " %.1f | %.0f | %.1f | %d |\n", r.Calls, r.Tokens, r.LookUps, r.MsP50)
	}
	fmt.Fprintf(&b, "\nTokens of construction: %d ($%.4f).", s.Build.Total(), s.Build.Extraction.Dollars+s.Build.Communities.Dollars)
	for _, r := range s.Systems {
		fmt.Fprintf(&b, " Of all answers of %s: %d ($%.4f).", cell.Replace(r.Title), r.Cost.Tokens, r.Cost.Dollars)
	}
	b.WriteString("\n\nIn brackets the 95 % bootstrap interval over the questions. ")
	fmt.Fprintf(&b, "Left out for want of a gold answer: %s.\n", text.Count(s.Skipped, "question"))
	return b.String()
}
