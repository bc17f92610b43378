package load

import (
	"strconv"
	"strings"
)

// block asks for the pause at a tag. The tag of a block ends a heading whose end
// tag is missing.
func (r *renderer) block(name string) {
	p := breakOf(name)
	if p != noPause && !r.out.marking {
		r.closeHeading()
	}
	r.out.after(p)
}

// closeHeading ends the open heading, which counts if it has text.
func (r *renderer) closeHeading() {
	if r.level > 0 && !r.out.marking {
		if caption := strings.Join(strings.Fields(r.out.b.String()[r.out.at:]), " "); caption != "" {
			r.headings = append(r.headings, heading{Heading{r.out.start, shortened(caption)}, r.level})
		}
	}
	r.level, r.out.marking = 0, false
}

// firstNumber returns the number of a list's first item, 0 for lists without numbers.
func firstNumber(name, start string) int {
	if name != "ol" {
		return 0
	}
	if n, err := strconv.ParseUint(strings.TrimSpace(start), 10, 31); err == nil && n > 0 {
		return int(n)
	}
	return 1
}

// item begins an item of the innermost list.
func (r *renderer) item() {
	bullet, depth := "- ", max(len(r.lists)-1, 0)
	if len(r.lists) > 0 && r.lists[depth] > 0 {
		bullet = strconv.Itoa(r.lists[depth]) + ". "
		r.lists[depth]++
	}
	r.out.item(strings.Repeat("  ", depth) + bullet)
}

// row begins or ends a row of the innermost table.
func (r *renderer) row() {
	if n := len(r.rows); n > 0 {
		r.rows[n-1] = 0
	}
	r.out.row()
}

// cell begins a cell of the innermost table.
func (r *renderer) cell() {
	n := len(r.rows)
	if n == 0 {
		r.out.after(space)
		return
	}
	r.out.cell(r.rows[n-1] == 0)
	r.rows[n-1]++
}
