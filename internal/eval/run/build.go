package run

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"

	"grove/internal/disk"
	"grove/internal/graph"
	"grove/internal/llm"
)

// Build is the cost of making graphs, and their size.
type Build struct {
	// Model read the documents; "" if that is not known, or not one model.
	Model     string `json:"model,omitempty"`
	Graphs    int    `json:"graphs"`
	Documents int    `json:"documents"`
	Chunks    int    `json:"chunks"`
	// Words and Tokens are those of the documents.
	Words  int `json:"words"`
	Tokens int `json:"tokens"`
	// Extraction is the cost of reading the documents, Communities that of the derived layers, foremost the communities.
	Extraction  Cost `json:"extraction"`
	Communities Cost `json:"communities"`
	// Complete is false if some of the documents were ingested before, by other commands: their cost is not known.
	Complete bool `json:"complete"`
	// Samples are the counts of each graph.
	Samples []graph.Sample `json:"samples,omitempty"`
}

// Cost is calls, tokens, time, and the price of the tokens in US dollars, 0 where no price is known. Calls that stored replies answered
// count too, so that it does not depend on what was asked before.
type Cost struct {
	Calls   int     `json:"calls"`
	Tokens  int     `json:"tokens"`
	Ms      int64   `json:"ms"`
	Dollars float64 `json:"dollars"`
}

// Add adds a usage and its time.
func (c *Cost) Add(u llm.Usage, prices llm.Prices, ms int64) {
	c.join(Cost{u.Calls, u.PromptTokens + u.CompletionTokens, ms, prices.Cost(u.PromptTokens, u.CompletionTokens)})
}

func (c *Cost) join(other Cost) {
	c.Calls += other.Calls
	c.Tokens += other.Tokens
	c.Dollars += other.Dollars
	c.Ms += other.Ms
}

// Total returns the tokens of both parts.
func (b Build) Total() int { return b.Extraction.Tokens + b.Communities.Tokens }

func (b *Build) join(other Build) {
	if b.Graphs == 0 {
		b.Model = other.Model
	} else if b.Model != other.Model {
		b.Model = ""
	}
	b.Graphs += other.Graphs
	b.Documents += other.Documents
	b.Chunks += other.Chunks
	b.Words += other.Words
	b.Tokens += other.Tokens
	b.Extraction.join(other.Extraction)
	b.Communities.join(other.Communities)
	b.Complete = b.Complete && other.Complete
	b.Samples = append(b.Samples, other.Samples...)
}

// buildsFile keeps, in a run's folder, the Build of each graph by the digest of its documents.
const buildsFile = "graphs.json"

// builds are those of all graphs of a run's folder, those of earlier runs too. They are written when a graph is opened, so that
// a killed run loses none.
type builds struct {
	path string
	mu   sync.Mutex
	all  map[string]Build
}

// openBuilds reads the builds of a folder; a damaged file is written anew.
func openBuilds(dir string) *builds {
	b := &builds{path: filepath.Join(dir, buildsFile), all: map[string]Build{}}
	if raw, err := os.ReadFile(b.path); err != nil || json.Unmarshal(raw, &b.all) != nil {
		b.all = map[string]Build{}
	}
	return b
}

// keep adds the build of a graph; it is safe for concurrent use.
func (b *builds) keep(digest string, one Build) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all[digest] = one
	raw, err := json.Marshal(b.all)
	if err != nil {
		return err
	}
	return unwritable("run.keepBuild", b.path, disk.Replace(b.path, raw, 0o644))
}
