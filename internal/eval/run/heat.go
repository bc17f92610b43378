package run

import (
	"fmt"
	"slices"
)

// heatMap is a picture of a system's needles: a square for each cell, the length across, the depth down.
type heatMap struct {
	Title         string
	Width, Height int
	Squares       []square
	Across, Down  []label
}

type square struct {
	X, Y        int
	Fill, Title string
}

type label struct {
	X, Y int
	Text string
}

// The sizes of a heat map in pixels.
const (
	squareWidth, squareHeight = 46, 26
	marginLeft, marginTop     = 96, 30
)

// heatMaps returns the pictures of the systems that looked for needles.
func (s Summary) heatMaps() (out []heatMap) {
	for _, r := range s.Systems {
		if len(r.Cells) > 0 {
			out = append(out, r.heatMap())
		}
	}
	return out
}

func (r Result) heatMap() heatMap {
	var lengths []int
	var depths []string
	for _, c := range r.Cells {
		if !slices.Contains(lengths, c.Length) {
			lengths = append(lengths, c.Length)
		}
		if d := depthOf(c.Depths); !slices.Contains(depths, d) {
			depths = append(depths, d)
		}
	}
	m := heatMap{Title: r.Title, Width: marginLeft + squareWidth*len(lengths) + 10, Height: marginTop + squareHeight*len(depths) + 10}
	for i, l := range lengths {
		m.Across = append(m.Across, label{marginLeft + squareWidth*i + squareWidth/2, marginTop - 8, fmt.Sprintf("%.3gk", float64(l)/1000)})
	}
	for i, d := range depths {
		m.Down = append(m.Down, label{marginLeft - 8, marginTop + squareHeight*i + squareHeight*2/3, d})
	}
	for _, c := range r.Cells {
		found := c.Scores["match"]
		m.Squares = append(m.Squares, square{marginLeft + squareWidth*slices.Index(lengths, c.Length),
			marginTop + squareHeight*slices.Index(depths, depthOf(c.Depths)),
			shade(found.Mean), fmt.Sprintf("%d tokens, depth %s: %.2f of %d found", c.Length, depthOf(c.Depths), found.Mean, found.N)})
	}
	return m
}

// depthOf returns depths in percent.
func depthOf(depths []float64) (out string) {
	for i, d := range depths {
		if i > 0 {
			out += " and "
		}
		out += fmt.Sprintf("%.0f %%", 100*d)
	}
	return out
}

// shade returns a colour from dark red, for 0, over white to dark blue, for 1, which the usual deficiencies of colour
// vision tell apart.
func shade(share float64) string {
	from, to := [3]float64{178, 24, 43}, [3]float64{247, 247, 247}
	at := share * 2
	if share > 0.5 {
		from, to, at = to, [3]float64{33, 102, 172}, share*2-1
	}
	mix := func(i int) int { return int(from[i] + (to[i]-from[i])*at) }
	return fmt.Sprintf("#%02x%02x%02x", mix(0), mix(1), mix(2))
}
