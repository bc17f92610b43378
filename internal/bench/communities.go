package bench

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"grove/community"
	"grove/internal/fault"
	"grove/internal/lists"
)

// CommunitiesResult is the result of community detection on a graph from files.
type CommunitiesResult struct {
	Method      string `json:"method"`
	Entities    int    `json:"entities"`
	Edges       int    `json:"edges"`
	Communities int    `json:"communities"`
	// Levels holds the number of communities of each level; Communities is the first.
	Levels []int `json:"levels"`
	// Coverage is the share of the entities that are in exactly one community.
	Coverage   float64 `json:"coverage"`
	Modularity float64 `json:"modularity"`
	// NMI is the normalized mutual information with the planted communities; nil without any.
	NMI *float64 `json:"nmi"`
	// Ms is the time of the detection with its vectors, without reading the files.
	Ms int64 `json:"ms"`
	// PeakMB is the memory that the process obtained from the system, in MiB.
	PeakMB float64 `json:"peak_mb"`
}

// Communities detects the communities of a graph from a file of edges (head TAB relation TAB
// tail) and, unless planted is "", compares them with a file of planted communities (entity
// TAB community). It needs no workspace. Vectors are hashes of the names, so that names have
// no meaning.
func Communities(ctx context.Context, edges, planted, method string) (CommunitiesResult, error) {
	rows, err := readTable(edges, "head", "relation", "tail")
	if err != nil {
		return CommunitiesResult{}, err
	}
	var gold [][]string
	if planted != "" {
		if gold, err = readTable(planted, "entity", "community"); err != nil {
			return CommunitiesResult{}, err
		}
	}
	graph, goldOf := graphOf(rows, gold)
	started := time.Now()
	r, err := community.Detect(ctx, graph, method)
	if err != nil {
		return CommunitiesResult{}, err
	}
	b := CommunitiesResult{
		Method: r.Method, Entities: len(graph.Names), Edges: len(rows), Levels: []int{},
		Modularity: r.Modularity, Coverage: coverage(r), Ms: time.Since(started).Milliseconds(),
	}
	for _, c := range r.Communities {
		if c.Level == len(b.Levels) {
			b.Levels = append(b.Levels, 0)
		}
		b.Levels[c.Level]++
	}
	if len(b.Levels) > 0 {
		b.Communities = b.Levels[0]
	}
	if planted != "" {
		nmi := agreement(r, goldOf)
		b.NMI = &nmi
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	b.PeakMB = math.Round(float64(memory.Sys)/(1<<20)*10) / 10
	return b, nil
}

// graphOf returns the graph of all entities in both tables, in the order of their names, and
// the numbers of the planted communities by entity.
func graphOf(edges, planted [][]string) (community.Graph, map[int]int) {
	g := community.Graph{Embed: signs, Triples: make([]community.Triple, len(edges))}
	for _, e := range edges {
		g.Names = append(g.Names, e[0], e[2])
	}
	for _, p := range planted {
		g.Names = append(g.Names, p[0])
	}
	slices.Sort(g.Names)
	g.Names = slices.Clip(slices.Compact(g.Names))
	number := make(map[string]int, len(g.Names))
	for i, name := range g.Names {
		number[name] = i
	}
	for i, e := range edges {
		g.Triples[i] = community.Triple{Head: number[e[0]], Relation: e[1], Tail: number[e[2]], Support: 1}
	}
	communities, goldOf := map[string]int{}, map[int]int{}
	for _, p := range planted {
		if _, exists := communities[p[1]]; !exists {
			communities[p[1]] = len(communities)
		}
		goldOf[number[p[0]]] = communities[p[1]]
	}
	return g, goldOf
}

// coverage returns the share of the entities that are in exactly one community of level 0; 1
// without entities.
func coverage(r community.Result) float64 {
	memberships := make([]int, len(r.Of))
	for _, c := range r.Communities {
		if c.Level == 0 {
			for _, e := range c.Members {
				memberships[e]++
			}
		}
	}
	once := lists.Count(memberships, func(n int) bool { return n == 1 })
	if len(memberships) == 0 {
		return 1
	}
	return float64(once) / float64(len(memberships))
}

// agreement returns the NMI over the entities with a planted community.
func agreement(r community.Result, goldOf map[int]int) float64 {
	var got, want []int
	for e, found := range r.Of {
		if planted, ok := goldOf[e]; ok {
			got, want = append(got, found), append(want, planted)
		}
	}
	return community.NMI(got, want)
}

// signs returns for each text a vector of 64 signs from its hash.
func signs(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		hash := sha256.Sum256([]byte(text))
		vectors[i] = make([]float32, 64)
		for j := range vectors[i] {
			vectors[i][j] = float32(int(hash[j/8]>>(j%8)&1)*2 - 1)
		}
	}
	return vectors, nil
}

// tableOf reads lines of tab-separated fields, none of which may be empty; blank lines
// are skipped. An error names the line.
func tableOf(r io.Reader, fields ...string) (rows [][]string, err error) {
	lines, entities := bufio.NewReader(r), map[string]bool{}
	for number := 1; !errors.Is(err, io.EOF); number++ {
		var line string
		if line, err = lines.ReadString('\n'); err != nil && !errors.Is(err, io.EOF) {
			return nil, &fault.Error{Kind: fault.Unreadable, Err: err}
		}
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if line == "" {
			continue
		}
		row := strings.Split(line, "\t")
		if bad := checkRow(row, fields); bad != "" {
			return nil, fault.New(fault.Unreadable, "", "", fmt.Sprintf("line %d: %s", number, bad),
				"a line is "+strings.Join(fields, " TAB "))
		}
		if fields[0] == "entity" && entities[row[0]] {
			message := fmt.Sprintf("line %d: the entity %q stands in two lines", number, row[0])
			return nil, fault.New(fault.Unreadable, "", "", message, "give each entity one line")
		}
		entities[row[0]] = true
		rows = append(rows, row)
	}
	return rows, nil
}

// checkRow returns what is wrong with a row, or "".
func checkRow(row, fields []string) string {
	if len(row) != len(fields) {
		return fmt.Sprintf("it has %d fields, not %d", len(row), len(fields))
	}
	for i, value := range row {
		if value == "" {
			return "its " + fields[i] + " is empty"
		}
		if !utf8.ValidString(value) {
			return "it is not UTF-8"
		}
	}
	return ""
}

// readTable reads a table of fields from a file; see tableOf.
func readTable(path string, fields ...string) ([][]string, error) {
	const op = "bench.Communities"
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.From(fault.Unreadable, op, path, err, "check the path")
	}
	defer f.Close()
	rows, err := tableOf(f, fields...)
	return rows, fault.Wrap(err, op, path)
}
