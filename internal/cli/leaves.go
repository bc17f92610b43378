package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// leaves are what a JSON object says, in words for people: "documents new: 3", by
// key. Left out is what is zero, empty or false; a list of objects is their number.
func leaves(raw json.RawMessage) []string {
	if len(raw) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return []string{line(string(raw))}
	}
	return leavesOf("", v)
}

func leavesOf(name string, v any) []string {
	said := func(what string) []string {
		return []string{strings.TrimPrefix(strings.ReplaceAll(name, "_", " ")+": "+what, ": ")}
	}
	switch v := v.(type) {
	case map[string]any:
		var out []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, leavesOf(strings.TrimSpace(name+" "+line(key)), v[key])...)
		}
		return out
	case []any:
		return leavesOfList(v, said)
	case json.Number:
		if bytes, err := v.Int64(); err == nil && name == "max_file" && bytes > 0 {
			return said(size{&bytes}.String())
		}
		n, err := v.Float64()
		switch {
		case err == nil && n == 0:
			return nil
		case err == nil && name == "read": // a share
			return said(fmt.Sprintf("%.0f %%", 100*n))
		}
		return said(v.String())
	case string:
		if v == "" {
			return nil
		}
		return said(line(v))
	case bool:
		if !v {
			return nil
		}
		return said("yes")
	}
	return nil
}

// leavesOfList are a list's words in a row, or how many objects it has.
func leavesOfList(list []any, said func(string) []string) []string {
	var words []string
	for _, e := range list {
		switch e.(type) {
		case map[string]any, []any:
			return said(fmt.Sprint(len(list)))
		}
		words = append(words, line(fmt.Sprint(e)))
	}
	if len(words) == 0 {
		return nil
	}
	return said(strings.Join(words, ", "))
}
