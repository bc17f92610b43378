package app

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"grove/internal/fault"
)

// benchItems writes the first n lines of the file of items, or made documents
// where no file is named, into a file; the line behind them, if there is one,
// goes into another. It gives the number of documents, and whether there is one more.
func benchItems(from string, n int, into, oneMore string) (documents int, more bool, err error) {
	var lines io.Reader = made(n + 1)
	if from != "" {
		f, err := os.Open(from)
		if err != nil {
			return 0, false, &fault.Error{Kind: fault.Unreadable, Op: "app.BenchIngest", Item: from, Err: err, Hint: "give a file of JSON lines"}
		}
		defer f.Close()
		lines = f
	}
	out, err := os.Create(into)
	if err != nil {
		return 0, false, err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	for in := bufio.NewReader(lines); ; {
		line, readErr := in.ReadString('\n')
		if strings.TrimSpace(line) != "" {
			if n > 0 && documents == n {
				return documents, true, os.WriteFile(oneMore, []byte(line), 0o600)
			}
			if _, err := out.WriteString(strings.TrimSuffix(line, "\n") + "\n"); err != nil {
				return 0, false, err
			}
			documents++
		}
		if readErr == io.EOF {
			return documents, false, nil
		}
		if readErr != nil {
			return 0, false, &fault.Error{Kind: fault.Unreadable, Op: "app.BenchIngest", Item: from, Err: readErr}
		}
	}
}

// made makes n short documents, as JSON lines: people, their birth, work and
// companies. They name each other across documents, so that the graph hangs
// together; the same n gives the same text.
func made(n int) io.Reader {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	for i := range n {
		// Strings always marshal, and the builder never fails.
		_ = encoder.Encode(map[string]string{"id": fmt.Sprintf("d%05d", i), "title": person(i), "text": biography(i)})
	}
	return strings.NewReader(b.String())
}

func person(i int) string {
	first := []string{"Ada", "Boris", "Clara", "Dimitri", "Elena", "Felix", "Greta", "Hugo", "Irene", "Jonas", "Karla"}
	last := []string{"Abel", "Brandt", "Castell", "Dorn", "Ekberg", "Falk", "Gerlach", "Holm", "Ibsen", "Jansen", "Keller", "Lindt", "Moreau"}
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
