package needle

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
)

//go:embed report.html
var reportPage string

// heatMap is a picture of an agent's matches: a square for each cell, the length across, the depth down.
type heatMap struct {
	Agent         string
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

// The sizes of a picture in pixels.
const (
	squareWidth, squareHeight = 46, 26
	marginLeft, marginTop     = 96, 30
)

// report returns the page of a result.
func report(res Result) ([]byte, error) {
	page, err := template.New("report").Parse(reportPage)
	if err != nil {
		return nil, err
	}
	var maps []heatMap
	for _, o := range res.Agents {
		maps = append(maps, drawn(o))
	}
	var b bytes.Buffer
	err = page.Execute(&b, map[string]any{"Result": res, "Maps": maps})
	return b.Bytes(), err
}

// drawn returns the picture of an agent.
func drawn(o Outcome) heatMap {
	var lengths []int
	var depths []string
	for _, c := range o.Cells {
		if !slices.Contains(lengths, c.Length) {
			lengths = append(lengths, c.Length)
		}
		if d := depthOf(c.Depths); !slices.Contains(depths, d) {
			depths = append(depths, d)
		}
	}
	m := heatMap{Agent: o.Agent, Width: marginLeft + squareWidth*len(lengths) + 10, Height: marginTop + squareHeight*len(depths) + 10}
	for i, l := range lengths {
		m.Across = append(m.Across, label{marginLeft + squareWidth*i + squareWidth/2, marginTop - 8, fmt.Sprintf("%.3gk", float64(l)/1000)})
	}
	for i, d := range depths {
		m.Down = append(m.Down, label{marginLeft - 8, marginTop + squareHeight*i + squareHeight*2/3, d})
	}
	for _, c := range o.Cells {
		m.Squares = append(m.Squares, square{marginLeft + squareWidth*slices.Index(lengths, c.Length), marginTop + squareHeight*slices.Index(depths, depthOf(c.Depths)),
			shade(c.Match), fmt.Sprintf("%d tokens, depth %s: %.2f of %d found", c.Length, depthOf(c.Depths), c.Match, c.Items)})
	}
	return m
}

// Accepted returns the judged share for the report.
func (o Outcome) Accepted() string {
	if o.Judged == nil {
		return "not judged"
	}
	return fmt.Sprintf("%.3f", *o.Judged)
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
