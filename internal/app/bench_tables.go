package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"grove/community"
	"grove/internal/fault"
)

// benchEdge is a line of a file of edges.
type benchEdge struct{ head, relation, tail string }

// plantedEntity is a line of a file of planted communities.
type plantedEntity struct{ entity, community string }

func readEdges(r io.Reader) ([]benchEdge, error) {
	var edges []benchEdge
	err := eachRow(r, []string{"head", "relation", "tail"}, func(f []string) error {
		edges = append(edges, benchEdge{f[0], f[1], f[2]})
		return nil
	})
	return edges, err
}

func readPlanted(r io.Reader) ([]plantedEntity, error) {
	var planted []plantedEntity
	seen := map[string]bool{}
	err := eachRow(r, []string{"entity", "community"}, func(f []string) error {
		if seen[f[0]] {
			return fmt.Errorf("the entity %q stands in two lines", f[0])
		}
		seen[f[0]] = true
		planted = append(planted, plantedEntity{f[0], f[1]})
		return nil
	})
	return planted, err
}

// eachRow calls use with the fields of every line that is not empty. An error
// names the line.
func eachRow(r io.Reader, fields []string, use func([]string) error) error {
	lines := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return &fault.Error{Kind: fault.Unreadable, Err: err}
		}
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if line != "" {
			if bad := useRow(line, fields, use); bad != nil {
				return &fault.Error{Kind: fault.Unreadable, Err: fmt.Errorf("line %d: %w", number, bad),
					Hint: "a line is " + strings.Join(fields, " TAB ")}
			}
		}
		if err != nil {
			return nil
		}
	}
}

func useRow(line string, fields []string, use func([]string) error) error {
	if !utf8.ValidString(line) {
		return errors.New("it is not UTF-8")
	}
	values := strings.Split(line, "\t")
	if len(values) != len(fields) {
		return fmt.Errorf("it has %d fields, not %d", len(values), len(fields))
	}
	for i, v := range values {
		if v == "" {
			return fmt.Errorf("its %s is empty", fields[i])
		}
	}
	return use(values)
}

// benchGraph makes the graph of all entities that either file names, in the order
// of their names, and gives the planted community of those that have one.
func benchGraph(edges []benchEdge, planted []plantedEntity) (community.Graph, map[int]int) {
	g := community.Graph{Embed: signs, Triples: make([]community.Triple, len(edges))}
	for _, e := range edges {
		g.Names = append(g.Names, e.head, e.tail)
	}
	for _, p := range planted {
		g.Names = append(g.Names, p.entity)
	}
	slices.Sort(g.Names)
	g.Names = slices.Clip(slices.Compact(g.Names))
	number := make(map[string]int, len(g.Names))
	for i, name := range g.Names {
		number[name] = i
	}
	for i, e := range edges {
		g.Triples[i] = community.Triple{Head: number[e.head], Relation: e.relation, Tail: number[e.tail], Support: 1}
	}
	communities, goldOf := map[string]int{}, map[int]int{}
	for _, p := range planted {
		c, known := communities[p.community]
		if !known {
			c = len(communities)
			communities[p.community] = c
		}
		goldOf[number[p.entity]] = c
	}
	return g, goldOf
}
