package app

import (
	"context"
	"crypto/sha256"
	"io"
	"math"
	"os"
	"runtime"
	"time"

	"grove/community"
	"grove/internal/fault"
)

// CommunitiesBench is a measured division of a graph from files.
type CommunitiesBench struct {
	Method      string `json:"method"`
	Entities    int    `json:"entities"`
	Edges       int    `json:"edges"`
	Communities int    `json:"communities"`
	// Levels holds the number of communities of each level; Communities is the first.
	Levels []int `json:"levels"`
	// Coverage is the share of the entities that are in exactly one community.
	Coverage   float64 `json:"coverage"`
	Modularity float64 `json:"modularity"`
	// NMI is the agreement with the planted communities; nil where none were given.
	NMI *float64 `json:"nmi"`
	// Ms is the time of the division alone, vectors included, without reading the files.
	Ms int64 `json:"ms"`
	// PeakMB is all memory that the process took from the system, in 2^20 bytes.
	PeakMB float64 `json:"peak_mb"`
}

// BenchCommunities divides the graph of a file of edges (head, relation, tail by
// tabs) and compares the communities with those of a file of planted ones (entity,
// community), if one is named. It needs no workspace. The vectors are of the
// texts' hashes (signs), so that names say nothing but which entity is meant.
func BenchCommunities(ctx context.Context, edges, planted, method string) (CommunitiesBench, error) {
	g, err := readTable(edges, readEdges)
	if err != nil {
		return CommunitiesBench{}, err
	}
	var gold []plantedEntity
	if planted != "" {
		if gold, err = readTable(planted, readPlanted); err != nil {
			return CommunitiesBench{}, err
		}
	}
	graph, goldOf := benchGraph(g, gold)
	started := time.Now()
	r, err := community.Detect(ctx, graph, community.Options{Method: method})
	if err != nil {
		return CommunitiesBench{}, err
	}
	b := CommunitiesBench{
		Method: r.Method, Entities: len(graph.Names), Edges: len(g), Levels: []int{},
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

// coverage is the share of entities that exactly one community of level 0 holds;
// 1 where there are none.
func coverage(r community.Result) float64 {
	held := make([]int, len(r.Of))
	for _, c := range r.Communities {
		if c.Level == 0 {
			for _, e := range c.Members {
				held[e]++
			}
		}
	}
	once := 0
	for _, times := range held {
		if times == 1 {
			once++
		}
	}
	if len(held) == 0 {
		return 1
	}
	return float64(once) / float64(len(held))
}

// agreement is the NMI over the entities that a planted community is known of.
func agreement(r community.Result, goldOf map[int]int) float64 {
	var got, want []int
	for e, found := range r.Of {
		if planted, ok := goldOf[e]; ok {
			got, want = append(got, found), append(want, planted)
		}
	}
	return community.NMI(got, want)
}

// signs gives each text 64 signs from its hash.
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

// readTable reads a whole file of lines.
func readTable[T any](path string, read func(io.Reader) ([]T, error)) ([]T, error) {
	const op = "app.BenchCommunities"
	f, err := os.Open(path)
	if err != nil {
		return nil, &fault.Error{Kind: fault.Unreadable, Op: op, Item: path, Err: err, Hint: "check the path"}
	}
	defer f.Close()
	rows, err := read(f)
	return rows, fault.Wrap(err, op, path)
}
