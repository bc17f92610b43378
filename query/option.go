package query

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grove/internal/fault"
)

// Option is a setting of a single agent: an integer, one of Choices, or a text of at most Longest
// characters.
type Option struct {
	Name    string `json:"name"`
	Purpose string `json:"purpose"`
	// Default is the value if none is set.
	Default string `json:"default"`
	// Least and Most are the inclusive bounds.
	Least int `json:"least,omitempty"`
	Most  int `json:"most,omitempty"`
	// Choices are the permitted values of an option that is no number.
	Choices []string `json:"choices,omitempty"`
	// Longest bounds a free text, in characters; 0 for other options.
	Longest int `json:"longest,omitempty"`
	// Source is the origin of the default: a paper and its section, or Grove.
	Source string `json:"source"`
}

// Values describes the permitted values.
func (o Option) Values() string {
	switch {
	case len(o.Choices) > 0:
		return strings.Join(o.Choices, ", ")
	case o.Longest > 0:
		return fmt.Sprintf("a text of at most %d characters", o.Longest)
	}
	return fmt.Sprintf("%d to %d", o.Least, o.Most)
}

// takes reports whether a text is a permitted value.
func (o Option) takes(value string) bool {
	switch {
	case len(o.Choices) > 0:
		return slices.Contains(o.Choices, value)
	case o.Longest > 0:
		return utf8.ValidString(value) && utf8.RuneCountInString(value) <= o.Longest
	}
	n, err := strconv.Atoi(value)
	return err == nil && n >= o.Least && n <= o.Most
}

// settings returns the values of all options of the agent, defaults included. Unknown
// options and values out of bounds are Invalid.
func (a Agent) settings(given map[string]string) (map[string]string, error) {
	values, names := map[string]string{}, []string{}
	for _, o := range a.Options {
		values[o.Name] = o.Default
		names = append(names, o.Name)
		if v, ok := given[o.Name]; ok {
			if !o.takes(v) {
				return nil, fault.New(fault.Invalid, a.Name+".Answer", o.Name+"="+v, "not a valid value of option "+o.Name,
					"use "+o.Values())
			}
			values[o.Name] = v
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if _, ok := values[name]; !ok {
			hint := "the agent has no options"
			if len(names) > 0 {
				hint = "use " + strings.Join(names, ", ")
			}
			return nil, fault.New(fault.Invalid, a.Name+".Answer", name, "the agent "+a.Name+" has no option of this name", hint)
		}
	}
	return values, nil
}

// Number returns the value of the agent's numeric option of this name.
func (f *Frame) Number(option string) int {
	n, err := strconv.Atoi(f.own[option])
	if err != nil {
		panic(fmt.Sprintf("%s has no numeric option %q", f.agent, option)) // a bug of the agent; Answer returns it as an error
	}
	return n
}

// Choice returns the value of the agent's option of this name as text.
func (f *Frame) Choice(option string) string { return f.own[option] }
