package run

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lists"
	"grove/internal/sqlite"
)

// Folder has the runs of a workspace, each in a folder of its name. Names obey the rules of workspaces, fault.Invalid
// otherwise; a name without a run is fault.NotFound.
type Folder struct{ dir string }

// In returns the runs in a folder, which need not exist.
func In(dir string) Folder { return Folder{dir} }

// The bounds of what a Folder reads into memory, in bytes: a file of a run, and the answers of two runs.
const (
	maxFile    = 64 << 20
	maxAnswers = 256 << 20
)

// State is how far a run is.
type State string

// A run is Done if its report covers all its answers, Running while a process asks, Unfinished if that was interrupted, and
// Unreadable if its files are damaged.
const (
	Done       State = "done"
	Running    State = "running"
	Unfinished State = "unfinished"
	Unreadable State = "unreadable"
)

// Entry describes a run in a list.
type Entry struct {
	Name  string `json:"name"`
	State State  `json:"state" enum:"done|running|unfinished|unreadable"`
	// Problem is the reason of the state Unreadable, else "".
	Problem string    `json:"problem"`
	Started time.Time `json:"started"`
	Dataset string    `json:"dataset"`
	// Digest is a hash of the questions: runs with the same one can be compared.
	Digest string `json:"digest"`
	// Agents, Models and Modes are those of its systems.
	Agents []string `json:"agents"`
	Models []string `json:"models"`
	Modes  []string `json:"modes"`
	// Answers counts the answers so far, Items those that the report covers.
	Answers int `json:"answers"`
	Items   int `json:"items"`
	// Headline is the name of the metric of Scores; "" without a report.
	Headline string  `json:"headline"`
	Scores   []Score `json:"scores"`
}

// Score is the headline score of a system.
type Score struct {
	System string `json:"system"`
	Items  int    `json:"items"`
	Failed int    `json:"failed"`
	// Score is nil if no answer has this score.
	Score *Figure `json:"score"`
}

// Detail is a run with its summary.
type Detail struct {
	Entry
	// Metrics are the names of the metrics of the systems in the order of reports.
	Metrics []string `json:"metrics"`
	// Summary is nil for a run without a report; that of an unfinished run has the answers of earlier calls only.
	Summary *Summary `json:"summary"`
}

// Path returns the folder of a run, which need not exist.
func (f Folder) Path(name string) (string, error) {
	if err := config.CheckWorkspace(name); err != nil {
		return "", fault.New(fault.Invalid, "run.Path", name, "not the name of a run", fault.Hint(err))
	}
	return filepath.Join(f.dir, name), nil
}

// Find returns the folder of a run.
func (f Folder) Find(name string) (string, error) {
	const op = "run.Find"
	dir, err := f.Path(name)
	if err != nil {
		return "", err
	}
	switch _, err := os.Stat(filepath.Join(dir, ManifestFile)); {
	case errors.Is(err, fs.ErrNotExist):
		return "", fault.New(fault.NotFound, op, name, "there is no such run", "`grove eval runs list` lists the runs")
	case err != nil:
		return "", unreadable(op, name, err)
	}
	return dir, nil
}

// List returns at most limit runs from the one with the index from, the newest first, those of the same time by name.
func (f Folder) List(ctx context.Context, from, limit int) ([]Entry, error) {
	names, err := f.names()
	if err != nil {
		return nil, err
	}
	list := []Entry{}
	for _, name := range names {
		if ctx.Err() != nil {
			return nil, fault.Wrap(ctx.Err(), "run.List", "")
		}
		entry, err := f.entry(name)
		switch {
		case fault.Is(err, fault.NotFound): // of another command, or deleted meanwhile
		case err != nil:
			return nil, err
		default:
			list = append(list, entry)
		}
	}
	slices.SortFunc(list, func(a, b Entry) int { return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(a.Name, b.Name)) })
	list = list[min(from, len(list)):]
	list = list[:min(limit, len(list))]
	for i := range list {
		if list[i].State == Unreadable {
			continue
		}
		d, err := f.detail(list[i])
		switch {
		case fault.Is(err, fault.Unreadable):
			list[i].State, list[i].Problem = Unreadable, fault.Brief(err)
		case err != nil:
			return nil, err
		default:
			list[i] = d.Entry
		}
	}
	return list, nil
}

// names returns the names of the folders that may be runs.
func (f Folder) names() (out []string, err error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unreadable("run.names", f.dir, err)
	}
	for _, e := range entries {
		if e.IsDir() && config.CheckWorkspace(e.Name()) == nil {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

// Get returns a run with its summary.
func (f Folder) Get(name string) (Detail, error) {
	e, err := f.entry(name)
	if err != nil {
		return Detail{}, err
	}
	if e.State == Unreadable {
		return Detail{}, fault.New(fault.Unreadable, "run.Get", name, e.Problem, "delete the run, and run it again")
	}
	return f.detail(e)
}

// Report opens the page of a run's report and returns its size; fault.Conflict if the run has none yet.
func (f Folder) Report(name string) (page io.ReadCloser, size int64, err error) {
	const op = "run.Report"
	dir, err := f.Find(name)
	if err != nil {
		return nil, 0, err
	}
	file, err := os.Open(filepath.Join(dir, ReportFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, withoutReport(op, name)
	}
	if err != nil {
		return nil, 0, unreadable(op, name, err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, 0, unreadable(op, name, errors.Join(err, file.Close()))
	}
	return file, info.Size(), nil
}

// Compare compares two runs; fault.Conflict if one of them has no report yet, or is under way.
func (f Folder) Compare(a, b string) (Comparison, error) {
	const op = "run.Compare"
	var dirs []string
	var size int64
	for _, name := range []string{a, b} {
		e, err := f.entry(name)
		if err != nil {
			return Comparison{}, err
		}
		dir := filepath.Join(f.dir, name)
		if _, err := os.Stat(filepath.Join(dir, SummaryFile)); e.State == Running || errors.Is(err, fs.ErrNotExist) {
			return Comparison{}, withoutReport(op, name)
		}
		n, err := sizeOfAnswers(dir)
		if err != nil {
			return Comparison{}, unreadable(op, name, err)
		}
		dirs, size = append(dirs, dir), size+n
	}
	if size > maxAnswers {
		return Comparison{}, fault.New(fault.LimitReached, op, a+" and "+b, "the answers of these runs are too large to compare here",
			"compare them with `grove eval compare`")
	}
	return Compare(dirs[0], dirs[1])
}

// deleting begins the names of folders that are being deleted; no run has such a name.
const deleting = ".deleted-"

// Delete deletes a run; fault.Conflict while it is under way. A deletion that was interrupted is finished by the next one.
func (f Folder) Delete(name string) error {
	const op = "run.Delete"
	dir, err := f.Find(name)
	if err != nil {
		return err
	}
	release, err := sqlite.Lock(dir)
	if fault.Is(err, fault.Held) {
		return fault.New(fault.Conflict, op, name, "the run is under way", "wait until it has ended, or interrupt it")
	}
	if err != nil {
		return err
	}
	err = os.Rename(dir, filepath.Join(f.dir, deleting+name+"-"+time.Now().UTC().Format("20060102T150405.000000000")))
	if err = errors.Join(err, release()); err != nil {
		return unreadable(op, name, err)
	}
	return f.clean()
}

// clean removes what is being deleted.
func (f Folder) clean() error {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), deleting) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(f.dir, e.Name())))
		}
	}
	return unreadable("run.clean", f.dir, err)
}

// Purge deletes the runs that read something with a matching id in the graph of this workspace, or did not list what they read
// there, and those that cannot be read, and returns their number. After an interruption it can be run again.
func (f Folder) Purge(ctx context.Context, match func(ids []string) (bool, error)) (int, error) {
	const op = "run.Purge"
	names, err := f.names()
	if err != nil {
		return 0, err
	}
	purged := 0
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return purged, fault.Wrap(err, op, "")
		}
		entry, err := f.entry(name)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		matched := entry.State == Unreadable
		if err == nil && !matched {
			matched, err = f.matches(name, match)
		}
		if err == nil && matched {
			purged++
			err = f.Delete(name)
		}
		if err != nil {
			return purged, fault.Wrap(err, op, name)
		}
	}
	return purged, f.clean()
}

// matches reports whether what a run read matches.
func (f Folder) matches(name string, match func(ids []string) (bool, error)) (bool, error) {
	raw, err := os.ReadFile(filepath.Join(f.dir, name, readsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, unreadable("run.Purge", name, err)
	}
	ids := strings.Fields(string(raw))
	if slices.Contains(ids, unlisted) {
		ids = nil
	}
	return match(ids)
}

// entry reads what the record of a run says.
func (f Folder) entry(name string) (Entry, error) {
	const op = "run.entry"
	dir, err := f.Find(name)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Name: name, State: Unfinished, Agents: []string{}, Models: []string{}, Modes: []string{}, Scores: []Score{}}
	var r record
	raw, err := readFile(op, name, filepath.Join(dir, ManifestFile))
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return e, fault.New(fault.NotFound, op, name, "the run was deleted", "")
	case err != nil && !fault.Is(err, fault.Unavailable):
		e.State, e.Problem = Unreadable, ManifestFile+": "+err.Error()
		return e, nil
	case err != nil:
		return e, err
	}
	e.Started, e.Dataset, e.Digest = r.Started, r.Dataset, r.Digest
	of := func(field func(System) string) []string { return graph.List(lists.Once(lists.Map(r.Systems, field))) }
	e.Agents, e.Models = of(func(s System) string { return s.Agent }), of(func(s System) string { return s.Model })
	e.Modes = of(func(s System) string { return string(s.Mode) })
	holder, err := sqlite.Holder(dir)
	switch {
	case err != nil:
		return e, err
	case holder != "":
		e.State = Running
	case r.Finished:
		e.State = Done
	}
	return e, nil
}

// detail adds the summary.
func (f Folder) detail(e Entry) (Detail, error) {
	const op = "run.Get"
	dir := filepath.Join(f.dir, e.Name)
	d := Detail{Entry: e, Metrics: []string{}}
	raw, err := readFile(op, e.Name, filepath.Join(dir, SummaryFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if d.State == Done {
			d.State = Unfinished // its report was removed
		}
	case err != nil:
		return d, err
	default:
		d.Summary = new(Summary)
		if err := json.Unmarshal(raw, d.Summary); err != nil {
			return d, fault.From(fault.Unreadable, op, e.Name, err, "run `grove eval run` again")
		}
		d.addSummary()
	}
	if d.Answers = d.Items; d.State == Done {
		return d, nil
	}
	d.Answers, err = countAnswers(dir)
	return d, err
}

// addSummary fills in what the summary says.
func (d *Detail) addSummary() {
	s := d.Summary
	d.Headline = s.Headline
	s.Runs, s.Systems, s.Pairs = graph.List(s.Runs), graph.List(s.Systems), graph.List(s.Pairs)
	for i, r := range s.Systems {
		score := Score{System: r.Title, Items: r.Items, Failed: r.Failed}
		if f, ok := r.Scores[s.Headline]; ok {
			score.Score = &f
		}
		d.Scores, d.Items = append(d.Scores, score), d.Items+r.Items
		if r.Scores == nil {
			s.Systems[i].Scores = map[string]Figure{}
		}
		s.Systems[i].Stages, s.Systems[i].Functions = graph.List(r.Stages), graph.List(r.Functions)
	}
	d.Metrics = lists.Map(s.columns(), func(m Metric) string { return m.Name })
}

// withoutReport is the error of a run that has no report.
func withoutReport(op, name string) error {
	return fault.New(fault.Conflict, op, name, "the run is not finished",
		"wait until it has ended, or start it again: it goes on where it stopped")
}

// countAnswers returns the number of lines in the files of answers of a run.
func countAnswers(dir string) (int, error) {
	n := 0
	err := eachAnswers(dir, func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		buffer := make([]byte, 64<<10)
		for {
			read, err := f.Read(buffer)
			n += bytes.Count(buffer[:read], []byte{'\n'})
			if err == io.EOF {
				return f.Close()
			}
			if err != nil {
				return errors.Join(err, f.Close())
			}
		}
	})
	return n, unreadable("run.countAnswers", filepath.Base(dir), err)
}

func sizeOfAnswers(dir string) (size int64, err error) {
	err = eachAnswers(dir, func(path string) error {
		info, err := os.Stat(path)
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}

// eachAnswers calls do with each file of answers, in order of their names.
func eachAnswers(dir string, do func(path string) error) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if err == nil && strings.HasSuffix(e.Name(), answersSuffix) {
			err = do(filepath.Join(dir, e.Name()))
		}
	}
	return err
}

// readFile reads a file of a run; a missing one is fs.ErrNotExist, one beyond maxFile fault.Unreadable.
func readFile(op, name, path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxFile {
		return nil, fault.New(fault.Unreadable, op, name, filepath.Base(path)+" is too large to read here",
			"open it in the folder of the run")
	}
	var raw []byte
	if err == nil {
		raw, err = os.ReadFile(path)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unreadable(op, name, err)
	}
	return raw, err
}

// unreadable is the error of a disk that fails; nil for nil.
func unreadable(op, name string, err error) error {
	return fault.From(fault.Unavailable, op, name, err, "check the permissions of the data folder")
}
