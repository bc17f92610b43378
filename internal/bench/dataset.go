package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/lists"
	"grove/internal/load"
)

// datasets are the documents and questions of a query benchmark.
type datasets struct {
	sets []dataset.Set
	// limit is the maximum number of documents; 0 is all.
	limit int
	// ingested are the source ids of the documents that were read, by data set.
	ingested []map[string]bool
}

// errEnough ends a walk at the limit.
var errEnough = errors.New("enough documents")

// readDatasets reads the questions of data sets.
func readDatasets(folders []string, limit int) (*datasets, error) {
	d := &datasets{limit: limit}
	for _, dir := range folders {
		set, err := dataset.Read(dir)
		if err != nil {
			return nil, err
		}
		d.sets, d.ingested = append(d.sets, set), append(d.ingested, map[string]bool{})
	}
	return d, nil
}

// documents is the source of the documents, one data set after the other.
func (d *datasets) documents(ctx context.Context, yield func(load.Record, error) error) error {
	n := 0
	for i, set := range d.sets {
		o := load.Options{Collection: fmt.Sprintf("%d-%s", i, set.Name)}
		err := load.Walk(ctx, []string{set.Corpus}, o, func(r load.Record, err error) error {
			switch {
			case err != nil:
				return err
			case d.limit > 0 && n == d.limit:
				return errEnough
			}
			n++
			d.ingested[i][r.SourceID] = true
			return yield(r, nil)
		})
		if errors.Is(err, errEnough) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// questions returns at most limit questions whose gold documents were ingested, one of each
// data set in turn. Questions without gold qualify.
func (d *datasets) questions(limit int) ([]dataset.Question, error) {
	var out []dataset.Question
	left := make([][]dataset.Question, len(d.sets))
	for i, set := range d.sets {
		left[i] = slices.DeleteFunc(slices.Clone(set.Questions), func(q dataset.Question) bool {
			return slices.ContainsFunc(q.GoldIDs, func(id string) bool { return !d.ingested[i][id] })
		})
	}
	for before := -1; len(out) > before && len(out) < limit; {
		before = len(out)
		for i := range left {
			if len(left[i]) > 0 && len(out) < limit {
				out, left[i] = append(out, left[i][0]), left[i][1:]
			}
		}
	}
	if len(out) == 0 {
		return nil, fault.New(fault.Invalid, "bench.Query", "", "no question has its gold among the documents", "give --documents more")
	}
	return out, nil
}

// copyItems writes the first n lines (0: all) of the file from, or n generated documents if
// from is "", to the file into, and the next line, if there is one, to oneMore. Blank lines
// do not count.
func copyItems(from string, n int, into, oneMore string) (documents int, more bool, err error) {
	var in io.ReadCloser = io.NopCloser(bytes.NewReader(GenerateDocuments(n + 1)))
	if from != "" {
		if in, err = os.Open(from); err != nil {
			return 0, false, fault.From(fault.Unreadable, "bench.Ingest", from, err, "give a file of JSON lines")
		}
	}
	defer in.Close() // it is only read
	var items bytes.Buffer
	for lines := bufio.NewReader(in); err == nil; {
		var line []byte
		line, err = lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if n > 0 && documents == n {
			return documents, true, errors.Join(os.WriteFile(into, items.Bytes(), 0o600), os.WriteFile(oneMore, line, 0o600))
		}
		items.Write(append(line, '\n'))
		documents++
	}
	if err != io.EOF {
		return 0, false, fault.From(fault.Unreadable, "bench.Ingest", from, err, "")
	}
	return documents, false, os.WriteFile(into, items.Bytes(), 0o600)
}

// generateDataset writes a data set of n generated documents, each with a question of
// one or two hops and without gold answers, into a folder.
func generateDataset(dir string, n int) error {
	questions := make([]any, n)
	for i := range questions {
		text := "Where was " + person(i) + " born?"
		if i%2 == 1 {
			text = "Where does the person live who " + person(i) + " is married to?"
		}
		questions[i] = dataset.Question{ID: fmt.Sprintf("q%05d", i), Question: text}
	}
	return errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, dataset.CorpusFile), GenerateDocuments(n), 0o600),
		os.WriteFile(filepath.Join(dir, dataset.QuestionsFile), jsonLines(questions), 0o600))
}

// GenerateDocuments returns n short documents as JSON lines: people, their births, work
// and companies. They name each other across documents, so that the graph is connected;
// the same n gives the same text.
func GenerateDocuments(n int) []byte {
	return jsonLines(lists.Map(lists.Indices(n), func(i int) any {
		return map[string]string{"id": fmt.Sprintf("d%05d", i), "title": person(i), "text": biography(i)}
	}))
}

func jsonLines(rows []any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	for _, row := range rows {
		_ = encoder.Encode(row) // plain values always marshal, and a buffer never fails
	}
	return b.Bytes()
}

func person(i int) string {
	first := []string{"Ada", "Boris", "Clara", "Dimitri", "Elena", "Felix", "Greta", "Hugo", "Irene", "Jonas", "Karla"}
	last := []string{"Abel", "Brandt", "Castell", "Dorn", "Ekberg", "Falk", "Gerlach", "Holm", "Ibsen", "Jansen", "Keller",
		"Lindt", "Moreau"}
	name := first[i%len(first)] + " " + last[i/len(first)%len(last)]
	if round := i / (len(first) * len(last)); round > 0 {
		name += fmt.Sprintf(" %c%s", 'A'+rune(round%26), last[round%len(last)])
	}
	return name
}

func biography(i int) string {
	cities := []string{"Lyon", "Porto", "Bergen", "Ghent", "Turin", "Graz", "Malmo"}
	trades := []string{"an engineer", "a composer", "a botanist", "a film director", "a chemist"}
	firms := []string{"Nordlicht Works", "Atlas Press", "Harbour Films", "Meridian Institute", "Silverline Company", "Orchard Trust"}
	name, city, firm := person(i), cities[i%len(cities)], firms[i%len(firms)]
	return fmt.Sprintf("%s is %s who was born in %s on %d March %d. "+
		"%s studied in %s and joined %s in %d. "+
		"At %s, %s worked with %s on the project that was shown in %s in %d. "+
		"Their report was published by %s and was read by %s. "+
		"Since %d %s has lived in %s, and %s is married to %s.",
		name, trades[i%len(trades)], city, 1+i%28, 1900+i%90,
		name, cities[(i/3)%len(cities)], firm, 1925+i%90,
		firm, name, person(i*7/8), cities[(i+2)%len(cities)], 1930+i%90,
		firms[(i/2)%len(firms)], person(i/2),
		1940+i%80, name, cities[(i+4)%len(cities)], name, person(i+1))
}
