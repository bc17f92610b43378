package cli

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/internal/lookup"
)

// unbounded is the largest --limit of a command that bounds it by nothing else.
const unbounded = math.MaxInt

// limitFlag adds --limit, with its default in limit, and refuses one that is not 1 to most
// before the command runs.
func limitFlag(cmd *cobra.Command, limit *int, preset, most int, usage string) {
	cmd.Flags().IntVar(limit, "limit", preset, usage)
	cmd.PreRunE = func(*cobra.Command, []string) error {
		hint := "give 1 or more"
		if most < unbounded {
			hint = fmt.Sprintf("give 1 to %d", most)
		}
		if *limit < 1 || *limit > most {
			return fault.New(fault.Invalid, "cli.limit", "--limit", "not a number of rows", hint)
		}
		return nil
	}
}

// need refuses an empty value of any of some flags before the command runs.
func need(cmd *cobra.Command, flags ...string) {
	cmd.PreRunE = func(*cobra.Command, []string) error {
		for _, name := range flags {
			if value := cmd.Flags().Lookup(name).Value.String(); value == "" || value == "[]" {
				return fault.New(fault.Invalid, "cli.need", "--"+name, "the flag is needed", "see `"+cmd.CommandPath()+" --help`")
			}
		}
		return nil
	}
}

// notNegative refuses a negative number for any flag of a command, by the flag's name. A flag
// that may be negative does not exist.
func notNegative(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if kind := f.Value.Type(); err == nil && (kind == "int" || kind == "float64" || kind == "duration") &&
			strings.HasPrefix(f.Value.String(), "-") {
			err = fault.New(fault.Invalid, "cli.notNegative", "--"+f.Name, f.Value.String()+" is negative", f.Usage)
		}
	})
	return err
}

// words wants a question or a query: one argument in quotes, or its words.
func words() cobra.PositionalArgs { return usage(cobra.MinimumNArgs(1)) }

// usage marks the errors of argument checks as wrong usage.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{misused(cmd, args)}
		}
		return nil
	}
}

// misused tells what a command takes, what it was given, and gives an example.
func misused(cmd *cobra.Command, args []string) error {
	given := "nothing"
	if len(args) > 0 {
		given = fmt.Sprintf("%.200q", args)
	}
	needs := cmp.Or(strings.TrimSpace(strings.TrimPrefix(cmd.Use, cmd.Name())), "no arguments")
	hint := "see `" + cmd.CommandPath() + " --help`"
	first, _, _ := strings.Cut(cmd.Example, "\n")
	if example, _, _ := strings.Cut(first, " # "); example != "" {
		hint = "for example: " + strings.TrimSpace(example) + "; " + hint
	}
	return &fault.Error{Kind: fault.Invalid, Err: fmt.Errorf("%s takes %s, and was given %s", cmd.CommandPath(), needs, given), Hint: hint}
}

// scopeFlags are the flags that bound a command to some documents.
type scopeFlags struct {
	documents, tags []string
	since           string
}

// add adds --tag and --since, and --document where documents can be named.
func (s *scopeFlags) add(cmd *cobra.Command, named bool) {
	if named {
		cmd.Flags().StringArrayVar(&s.documents, "document", nil, "only this document, by id, source, title or file name (repeatable)")
	}
	cmd.Flags().StringArrayVar(&s.tags, "tag", nil, "only documents with this tag, key=value (repeatable: all must match)")
	cmd.Flags().StringVar(&s.since, "since", "", "only documents ingested since this date (2026-01-31) or time (2026-01-31T12:00:00Z)")
}

// scope reads them. Its Documents are names as they were given.
func (s *scopeFlags) scope() (graph.Scope, error) {
	since, err := graph.ParseSince(s.since)
	if err != nil {
		return graph.Scope{}, err
	}
	out := graph.Scope{Tags: s.tags, Since: since}
	for _, name := range s.documents {
		out.Documents = append(out.Documents, graph.ID(name))
	}
	return out, out.Check()
}

// selectorFlags adds --source and --source-id.
func selectorFlags(cmd *cobra.Command, s *lookup.Selector) {
	cmd.Flags().StringArrayVar(&s.Sources, "source", nil, "select the document with this source (repeatable)")
	cmd.Flags().StringArrayVar(&s.SourceIDs, "source-id", nil, "select all documents with this source id (repeatable)")
}

// size is the value of a flag: a number of bytes, at least one.
type size struct{ bytes *int64 }

// Set reads a number and its unit, in any case; none is bytes.
func (s size) Set(given string) error {
	n, err := humanize.ParseBytes(strings.TrimSpace(given))
	if err != nil || n < 1 || n > math.MaxInt64 {
		return errors.New("not a size of at least one byte, such as 500MB, 1GiB or 4096")
	}
	*s.bytes = int64(n)
	return nil
}

// String writes the size in the largest unit of which it is a whole number.
func (s size) String() string {
	if s.bytes == nil { // flag packages make a zero value to compare with
		return ""
	}
	switch n := *s.bytes; {
	case n > 0 && n%(1<<30) == 0:
		return fmt.Sprintf("%dGiB", n>>30)
	case n > 0 && n%(1<<20) == 0:
		return fmt.Sprintf("%dMiB", n>>20)
	default:
		return strconv.FormatInt(n, 10)
	}
}

// Type names the kind of value in the help.
func (s size) Type() string { return "size" }
