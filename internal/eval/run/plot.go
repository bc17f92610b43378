package run

import (
	"fmt"
	"math"

	"grove/internal/lists"
)

// plot is a chart of the report in SVG coordinates: an area of plotWidth x plotHeight.
type plot struct {
	Title, Across string
	XTicks        []tick
	YTicks        []tick
	Series        []series
}

const (
	plotWidth  = 460.
	plotHeight = 220.
)

// tick is a mark on an axis.
type tick struct {
	At    float64
	Label string
}

// series are the marks of a system: points, joined by Line unless it is "", or bars.
type series struct {
	Title string
	Color string
	Marks []mark
	Line  string
}

// mark is a point at X, Y, with the ends of its interval, or a bar of Width from Y to the bottom.
type mark struct {
	X, Y, Low, High, Width, Height float64
	Label                          string
}

// colors are distinguishable with the usual deficiencies of colour vision (Okabe and Ito 2008).
var colors = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a8a00"}

func color(i int) string { return colors[i%len(colors)] }

func down(y float64) float64 { return plotHeight * (1 - max(0, min(1, y))) }

func accuracyTicks() []tick {
	return lists.Map([]float64{0, .25, .5, .75, 1}, func(y float64) tick { return tick{down(y), fmt.Sprint(y)} })
}

// logTicks returns powers of ten, and places for them, that span the values; place maps a value to a coordinate.
func logTicks(values []float64) (ticks []tick, place func(float64) float64) {
	if len(values) == 0 {
		values = []float64{1}
	}
	const most = 15. // powers of ten on an axis
	low, high := most, 0.
	for _, v := range values {
		l := min(math.Log10(max(v, 1)), most-1)
		low, high = min(low, math.Floor(l)), max(high, math.Ceil(l))
	}
	if low >= high {
		high = low + 1
	}
	place = func(v float64) float64 { return plotWidth * (math.Log10(max(v, 1)) - low) / (high - low) }
	for p := low; p <= high; p++ {
		ticks = append(ticks, tick{place(math.Pow(10, p)), short(math.Pow(10, p))})
	}
	return ticks, place
}

// short writes 12000 as 12k.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.3gM", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%.3gk", v/1e3)
	}
	return fmt.Sprintf("%.3g", v)
}

// scatter plots the headline score of each system against a cost.
func scatter(title, across string, s Summary, cost func(Result) float64) plot {
	p := plot{Title: title, Across: across, YTicks: accuracyTicks()}
	values := lists.Map(s.Systems, cost)
	ticks, place := logTicks(values)
	p.XTicks = ticks
	for i, r := range s.Systems {
		f := r.Scores[s.Headline]
		p.Series = append(p.Series, series{Title: r.Title, Color: color(i), Marks: []mark{{X: place(values[i]), Y: down(f.Mean),
			Low: down(f.Low), High: down(f.High), Label: fmt.Sprintf("%s: %.3f at %s", r.Title, f.Mean, short(values[i]))}}})
	}
	return p
}

// lengthPlot plots the headline score against the length of the documents.
func lengthPlot(s Summary) plot {
	p := plot{Title: metricOf(s.Headline).Title + " by length of the documents", Across: "words, logarithmic", YTicks: accuracyTicks()}
	var values []float64
	for _, r := range s.Systems {
		for _, at := range r.lengths {
			values = append(values, at.x)
		}
	}
	ticks, place := logTicks(values)
	p.XTicks = ticks
	for i, r := range s.Systems {
		one := series{Title: r.Title, Color: color(i)}
		for _, at := range r.lengths {
			x, y := place(at.x), down(at.y)
			one.Marks = append(one.Marks,
				mark{X: x, Y: y, Low: y, High: y, Label: fmt.Sprintf("%s: %.3f at %s words", r.Title, at.y, short(at.x))})
			one.Line += fmt.Sprintf("%.1f,%.1f ", x, y)
		}
		p.Series = append(p.Series, one)
	}
	return p
}

// bars plots the headline score of each system for each type of question.
func bars(s Summary, types []string) plot {
	p := plot{Title: metricOf(s.Headline).Title + " by type of question", YTicks: accuracyTicks()}
	if len(types) == 0 || len(s.Systems) == 0 {
		return p
	}
	step := plotWidth / float64(len(types))
	width := step * .8 / float64(len(s.Systems))
	for i, t := range types {
		label := []rune(t)
		p.XTicks = append(p.XTicks, tick{step * (float64(i) + .5), string(label[:min(len(label), int(step/6))])})
	}
	for j, r := range s.Systems {
		one := series{Title: r.Title, Color: color(j)}
		for i, t := range types {
			f, ok := r.ByType[t][s.Headline]
			if !ok {
				continue
			}
			x := step*float64(i) + step*.1 + width*float64(j)
			one.Marks = append(one.Marks, mark{X: x, Y: down(f.Mean), Low: down(f.Low), High: down(f.High), Width: width,
				Height: plotHeight - down(f.Mean), Label: fmt.Sprintf("%s, %s: %.3f of %d", t, r.Title, f.Mean, f.N)})
		}
		p.Series = append(p.Series, one)
	}
	return p
}
