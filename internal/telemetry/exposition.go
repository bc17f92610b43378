package telemetry

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Exposition is the media type of Prometheus' text format.
const Exposition = "text/plain; version=0.0.4; charset=utf-8"

// stateTime bounds the look at the service's state that one scrape takes.
const stateTime = 5 * time.Second

// ServeHTTP answers with all metrics.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", Exposition)
	_, _ = w.Write(m.Text(r.Context())) // a client that goes away has seen enough
}

// Text gives all metrics in Prometheus' text format, by name and labels.
func (m *Metrics) Text(ctx context.Context) []byte {
	ctx, stop := context.WithTimeout(ctx, stateTime)
	defer stop()
	var state State
	if m.look != nil {
		state = m.look(ctx)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var out bytes.Buffer
	for _, f := range m.all(state) {
		f.write(&out)
	}
	return out.Bytes()
}

// all are the families with those of the moment, by name.
func (m *Metrics) all(state State) []*family {
	all := slices.Concat(m.families, state.families(), runtimeFamilies())
	slices.SortFunc(all, func(a, b *family) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

func (f *family) write(to *bytes.Buffer) {
	to.WriteString("# HELP " + f.Name + " " + escapedHelp(f.Help) + "\n# TYPE " + f.Name + " " + f.Kind + "\n")
	for _, s := range f.sorted() {
		if f.Kind != histogram {
			line(to, f.Name, f.Labels, s.labels, s.value)
			continue
		}
		names, below := slices.Concat(f.Labels, []string{"le"}), uint64(0)
		for i, bound := range f.bounds {
			below += s.buckets[i]
			line(to, f.Name+"_bucket", names, slices.Concat(s.labels, []string{number(bound)}), float64(below))
		}
		line(to, f.Name+"_bucket", names, slices.Concat(s.labels, []string{"+Inf"}), float64(s.n))
		line(to, f.Name+"_sum", f.Labels, s.labels, s.value)
		line(to, f.Name+"_count", f.Labels, s.labels, float64(s.n))
	}
}

// line writes one sample.
func line(to *bytes.Buffer, name string, labels, values []string, value float64) {
	to.WriteString(name)
	for i, l := range labels {
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		to.WriteByte(separator)
		to.WriteString(l + `="` + escapedLabel(values[i]) + `"`)
	}
	if len(labels) > 0 {
		to.WriteByte('}')
	}
	to.WriteString(" " + number(value) + "\n")
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func escapedHelp(s string) string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`).Replace(s)
}

func escapedLabel(s string) string {
	return strings.NewReplacer(`\`, `\\`, "\n", `\n`, `"`, `\"`).Replace(strings.ToValidUTF8(s, "\uFFFD"))
}
