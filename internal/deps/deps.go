// Package deps keeps go.mod complete while packages are being written. Temporary.
package deps

import (
	_ "github.com/blevesearch/bleve/v2"
	_ "github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	_ "github.com/blevesearch/bleve/v2/index/scorch"
	_ "github.com/clipperhouse/uax29/v2/sentences"
	_ "github.com/clipperhouse/uax29/v2/words"
	_ "github.com/gofrs/flock"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/kljensen/snowball/english"
	_ "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	_ "github.com/schollz/progressbar/v3"
	_ "github.com/spf13/cobra"
	_ "github.com/tiktoken-go/tokenizer"
	_ "github.com/yuin/goldmark"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/term"
	_ "golang.org/x/text/unicode/norm"
	_ "modernc.org/sqlite"
)
