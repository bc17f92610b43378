package query

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"grove/internal/fault"
)

// Option is a setting that one agent alone has: a whole number, or one of some words.
type Option struct {
	Name    string `json:"name"`
	Purpose string `json:"purpose"`
	// Default is what counts where nothing is set.
	Default string `json:"default"`
	// Least and Most bound a number, both included.
	Least int `json:"least,omitempty"`
	Most  int `json:"most,omitempty"`
	// Words are what the value may be, where it is no number.
	Words []string `json:"words,omitempty"`
	// Source says where the default comes from: a paper and its section, or Grove.
	Source string `json:"source"`
}

// Values says in words what the option may be.
func (o Option) Values() string {
	if len(o.Words) > 0 {
		return strings.Join(o.Words, ", ")
	}
	return fmt.Sprintf("%d to %d", o.Least, o.Most)
}

// takes tells whether a text is a value of the option.
func (o Option) takes(value string) bool {
	if len(o.Words) > 0 {
		return slices.Contains(o.Words, value)
	}
	n, err := strconv.Atoi(value)
	return err == nil && n >= o.Least && n <= o.Most
}

// settings are the values of all the agent's options: those given, else the defaults.
// One that the agent does not have, or that is out of bounds, is Invalid.
func (a Agent) settings(given map[string]string) (map[string]string, error) {
	values, names := map[string]string{}, []string{}
	for _, o := range a.Options {
		values[o.Name] = o.Default
		names = append(names, o.Name)
		if v, ok := given[o.Name]; ok {
			if !o.takes(v) {
				return nil, fault.New(fault.Invalid, a.Name+".Answer", o.Name+"="+v, "not a value of the option "+o.Name, "use "+o.Values())
			}
			values[o.Name] = v
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if _, ok := values[name]; !ok {
			hint := "it has none"
			if len(names) > 0 {
				hint = "use " + strings.Join(names, ", ")
			}
			return nil, fault.New(fault.Invalid, a.Name+".Answer", name, "not an option of "+a.Name, hint)
		}
	}
	return values, nil
}

// Number is the value of the agent's option of this name, which is a number.
func (f *Frame) Number(option string) int {
	n, err := strconv.Atoi(f.own[option])
	if err != nil {
		panic(fmt.Sprintf("%s has no number %q", f.agent, option)) // a mistake in the agent, which Answer makes an error
	}
	return n
}

// Word is the value of the agent's option of this name.
func (f *Frame) Word(option string) string { return f.own[option] }
