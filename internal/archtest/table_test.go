package archtest

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// levelRow is a row of the table: the level, and the packages of the level.
var levelRow = regexp.MustCompile(`^\|\s*(L\d+|tests)\s*\|([^|]*)\|`)

// ParseLevels reads the table of levels from a Markdown text. A row begins
//
//	| L2 | schema, cypher, internal/sqlite |
//
// or, for packages that only tests import, | tests | internal/storetest |.
// Packages are separated by commas and may stand in backquotes; a level may have
// several rows; further cells and other lines are not read. A package in two
// rows and a text without rows are errors.
func ParseLevels(r io.Reader) (map[string]int, error) {
	levels := map[string]int{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		row := levelRow.FindStringSubmatch(strings.TrimSpace(lines.Text()))
		if row == nil {
			continue
		}
		level := TestOnly
		if row[1] != "tests" {
			n, err := strconv.Atoi(row[1][1:])
			if err != nil {
				return nil, fmt.Errorf("level %s: %w", row[1], err)
			}
			level = n
		}
		for cell := range strings.SplitSeq(row[2], ",") {
			name := strings.Trim(strings.TrimSpace(cell), "`")
			if name == "" {
				continue
			}
			if _, twice := levels[name]; twice {
				return nil, fmt.Errorf("%s stands in two places of the table of levels", name)
			}
			levels[name] = level
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the table of levels: %w", err)
	}
	if len(levels) == 0 {
		return nil, fmt.Errorf("no table of levels found: its rows look like %q", "| L1 | internal/graph, internal/llm |")
	}
	return levels, nil
}
