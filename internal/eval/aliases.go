package eval

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"grove/internal/eval/dataset"
	"grove/internal/fault"
	"grove/internal/lists"
)

// Novel is one text and the names of its characters.
type Novel struct {
	ID   string `json:"id"`
	Lang string `json:"lang"`
	// TextFile is relative to the folder of the file of novels.
	TextFile   string      `json:"text_file"`
	Characters []Character `json:"characters"`
	// Text is the content of TextFile.
	Text string `json:"-"`
}

// Character is one character and all its names.
type Character struct {
	Name    string   `json:"name"`
	Aliases []string `json:"aliases"`
}

// ReadNovels reads a file of novels, with their texts.
func ReadNovels(path string) ([]Novel, error) {
	const op = "eval.ReadNovels"
	var out []Novel
	err := dataset.ReadLines(path, func(n Novel) error {
		if n.ID == "" || len(n.Characters) == 0 {
			return errors.New("a novel needs an id and characters")
		}
		if !filepath.IsLocal(n.TextFile) {
			return fmt.Errorf("the text file %q is not below the folder of the set", n.TextFile)
		}
		file := filepath.Join(filepath.Dir(path), n.TextFile)
		raw, err := os.ReadFile(file)
		if err != nil {
			return fault.From(fault.Unreadable, op, file, err, "put the text in the folder of the list of characters")
		}
		if !utf8.Valid(raw) {
			return fmt.Errorf("the text of %s is not UTF-8", file)
		}
		n.Text = string(raw)
		out = append(out, n)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = fault.New(fault.Unreadable, op, path, "there are no novels", "")
	}
	return out, err
}

// Cluster groups names in a novel by the character that they denote. A name that it omits,
// such as one not found in the text, is a group of its own.
type Cluster func(ctx context.Context, novel Novel, names []string) ([][]string, error)

// AliasResult compares merged names with the gold, over all novels.
//
// The universe is every name of a gold list. A name of two characters is excluded and
// counted in Ambiguous.
type AliasResult struct {
	Novels int `json:"novels"`
	// Names is the size of the universe, Characters the number of gold clusters, Seen the
	// number of names in predicted clusters.
	Names      int `json:"names"`
	Characters int `json:"characters"`
	Seen       int `json:"seen"`
	Ambiguous  int `json:"ambiguous"`
	// Pairwise counts the pairs of one novel's names that are together.
	Pairwise PRF `json:"pairwise"`
	// BCubed is the mean over the names of the B-cubed measures (Bagga and Baldwin 1998).
	BCubed PRF `json:"b_cubed"`
}

// Aliases measures a clustering of the names in novels.
func Aliases(ctx context.Context, novels []Novel, cluster Cluster) (AliasResult, error) {
	result := AliasResult{Novels: len(novels)}
	var pairs tally
	precision, recall := 0.0, 0.0
	for _, n := range novels {
		gold, names, ambiguous := goldClusters(n)
		groups, err := cluster(ctx, n, slices.Clone(names))
		if err != nil {
			return result, fault.Wrap(err, "eval.Aliases", n.ID)
		}
		predicted, seen := predictedClusters(groups, names)
		result.Names += len(names)
		result.Characters += len(lists.Once(slices.Collect(maps.Values(gold))))
		result.Seen += seen
		result.Ambiguous += ambiguous
		together, p, r := clusterScores(names, gold, predicted)
		pairs.add(together)
		precision, recall = precision+p, recall+r
	}
	result.Pairwise = pairs.prf()
	if result.Names > 0 {
		result.BCubed = prf(precision/float64(result.Names), recall/float64(result.Names))
	}
	return result, nil
}
