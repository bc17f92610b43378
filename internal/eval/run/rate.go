package run

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"grove/internal/eval/judge"
	"grove/internal/eval/metric"
	"grove/internal/fault"
)

// rateColumns are those of a sheet for human raters: the system is not shown.
var rateColumns = []string{"item", "question", "gold", "answer", "rating"}

// ExportRatings writes a sheet (CSV) for human raters: one line an answer, in an order that does not show the system. A rating
// is 0 (wrong), 1 (partly right) or 2 (right), as LongAgent's raters give.
func ExportRatings(w io.Writer, systems [][]Row) error {
	var lines [][]string
	for _, rows := range systems {
		for _, r := range rows {
			if r.Error == "" && len(r.Gold) > 0 {
				lines = append(lines, []string{item(r), sheetText(r.Question), sheetText(strings.Join(r.Gold, "; ")),
					sheetText(r.Answer), ""})
			}
		}
	}
	slices.SortFunc(lines, slices.Compare)
	sheet := csv.NewWriter(w)
	_ = sheet.Write(rateColumns) // an error stays until Error
	_ = sheet.WriteAll(lines)
	return fault.Wrap(sheet.Error(), "run.ExportRatings", "")
}

// item identifies an answer without naming its system.
func item(r Row) string {
	h := sha256.Sum256(fmt.Appendf(nil, "%q %q %d %q", r.Name(), r.ID, r.Repetition, r.Answer))
	return hex.EncodeToString(h[:8])
}

// sheetText keeps a spreadsheet from taking a text for a formula.
func sheetText(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

// Ratings is the result of human ratings.
type Ratings struct {
	Raters int `json:"raters"`
	// Systems have the share of the ratings 1 and 2 (LongAgent: both are right), by name.
	Systems map[string]Figure `json:"systems"`
	// Agreements are between raters, and of each rater with the judge on right and wrong.
	Agreements []Agreement `json:"agreements"`
	// Unrated counts lines without a rating over all sheets.
	Unrated int `json:"unrated"`
}

// Agreement is that of two raters over the items that both rated.
type Agreement struct {
	A     string  `json:"a"`
	B     string  `json:"b"`
	N     int     `json:"n"`
	Share float64 `json:"share"`
	// Kappa is Cohen's.
	Kappa float64 `json:"kappa"`
}

// ImportRatings reads the sheets of raters, by their names, and rates the systems.
func ImportRatings(sheets map[string]io.Reader, order []string, systems [][]Row) (Ratings, error) {
	rows := map[string]Row{}
	for _, list := range systems {
		for _, r := range list {
			rows[item(r)] = r
		}
	}
	out := Ratings{Raters: len(order), Systems: map[string]Figure{}, Agreements: []Agreement{}}
	by := map[string]map[string]int{}
	perSystem := map[string][]float64{}
	for _, name := range order {
		ratings, unrated, err := readRatings(name, sheets[name], rows)
		if err != nil {
			return out, err
		}
		by[name] = ratings
		out.Unrated += unrated
	}
	for _, name := range order {
		for _, list := range systems {
			for _, r := range list {
				if rating, ok := by[name][item(r)]; ok {
					perSystem[r.Name()] = append(perSystem[r.Name()], one(rating > 0))
				}
			}
		}
	}
	for system, values := range perSystem {
		low, high := metric.Bootstrap(values)
		out.Systems[system] = Figure{round(metric.Mean(values)), round(low), round(high), len(values), 0}
	}
	judgement := map[string]int{}
	for key, r := range rows {
		if v, ok := r.Verdicts[judge.Correct]; ok {
			judgement[key] = int(one(v == judge.Yes))
		}
	}
	for i, a := range order {
		for _, b := range order[i+1:] {
			out.Agreements = append(out.Agreements, agreement(a, b, by[a], by[b]))
		}
		if right := binary(by[a]); len(judgement) > 0 {
			out.Agreements = append(out.Agreements, agreement(a, "judge", right, judgement))
		}
	}
	return out, nil
}

func binary(ratings map[string]int) map[string]int {
	out := map[string]int{}
	for key, r := range ratings {
		out[key] = int(one(r > 0))
	}
	return out
}

func agreement(nameA, nameB string, a, b map[string]int) Agreement {
	var left, right []int
	same := 0
	for key, x := range a {
		if y, ok := b[key]; ok {
			left, right = append(left, x), append(right, y)
			same += int(one(x == y))
		}
	}
	return Agreement{nameA, nameB, len(left), round(float64(same) / float64(max(1, len(left)))), round(metric.Kappa(left, right))}
}

// readRatings reads one rater's sheet: the ratings by item, and the number of lines without one.
func readRatings(name string, in io.Reader, rows map[string]Row) (map[string]int, int, error) {
	const op = "run.ImportRatings"
	bad := func(line int, message string) error {
		return fault.New(fault.Unreadable, op, fmt.Sprintf("%s, line %d", name, line), message,
			"a rating is 0, 1 or 2, in the sheet of `grove eval rate export`")
	}
	lines, err := csv.NewReader(in).ReadAll()
	if err != nil || len(lines) == 0 || !slices.Equal(lines[0], rateColumns) {
		return nil, 0, bad(1, "not a sheet with the columns "+strings.Join(rateColumns, ", "))
	}
	out, unrated := map[string]int{}, 0
	for i, line := range lines[1:] {
		key, given := line[0], strings.TrimSpace(line[4])
		if _, ok := rows[key]; !ok {
			return nil, 0, bad(i+2, "the run has no answer "+strconv.Quote(key))
		}
		if given == "" {
			unrated++
			continue
		}
		rating, err := strconv.Atoi(given)
		if _, twice := out[key]; err != nil || rating < 0 || rating > 2 || twice {
			return nil, 0, bad(i+2, "the rating "+strconv.Quote(given)+" is not 0, 1 or 2, or the answer is rated twice")
		}
		out[key] = rating
	}
	return out, unrated, nil
}
