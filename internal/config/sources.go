package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml"

	"grove/internal/fault"
)

// Source is the origin of a setting's value.
type Source string

// The sources; a flag wins over the environment, that over the file.
const (
	FromDefault     Source = "default"
	FromFile        Source = "file"
	FromEnvironment Source = "environment"
	FromFlag        Source = "flag"
)

// Settle sets the settings that no flag has set from the environment, else from the file
// ("" for none), and returns the source of each. lookup is os.LookupEnv or like it. It
// returns the error of the first invalid value, which leaves a default, and still sets the
// others.
func Settle(settings []Setting, file string, byFlag func(name string) bool, lookup func(string) (string, bool)) (map[string]Source, error) {
	values, err := readFile(settings, file)
	from := map[string]Source{}
	for _, s := range settings {
		from[s.Name] = FromDefault
		if byFlag(s.Name) {
			from[s.Name] = FromFlag
			continue
		}
		name, given, source := file+": "+s.Name, values[s.Name], FromFile
		for _, variable := range s.Env {
			if v, ok := lookup(variable); ok && v != "" {
				name, given, source = variable, v, FromEnvironment
				break
			}
		}
		if given == "" {
			continue
		}
		if s.Value.Set(given) == nil {
			from[s.Name] = source
		} else if err == nil {
			err = unread(s, name, given)
		}
	}
	return from, err
}

// unread returns the error for a value that is not of the setting's type; name is where it was given.
func unread(s Setting, name, given string) error {
	shown := strconv.Quote(given)
	if s.Secret {
		shown = "its value"
	}
	return fault.New(fault.Invalid, "config.Settle", name, shown+" is not "+Wanted(s.Value.Type()), s.Usage)
}

// Wanted describes the values of a type of settings or flags.
func Wanted(kind string) string {
	switch kind {
	case "int":
		return "a whole number"
	case "float", "float64":
		return "a number"
	case "duration":
		return "a time such as 90s or 2m"
	case "bool":
		return "true or false"
	}
	return "a " + kind
}

// maxFile is the largest settings file, in bytes.
const maxFile = 1 << 20

// readFile reads a YAML map of names and values.
func readFile(settings []Setting, file string) (map[string]string, error) {
	const op = "config.readFile"
	if file == "" {
		return nil, nil
	}
	invalid := func(err error) error {
		return fault.From(fault.Invalid, op, file, err, "give a YAML file of settings, such as `store: neo4j`")
	}
	info, err := os.Stat(file)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxFile) {
		err = fmt.Errorf("not an ordinary file of at most %d bytes", maxFile)
	}
	if err != nil {
		return nil, invalid(err)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, invalid(err)
	}
	var found map[string]any
	if err := yaml.Unmarshal(raw, &found); err != nil {
		return nil, invalid(errors.New(yaml.FormatError(err, false, false))) // without the lines, which may hold passwords
	}
	out := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		v := found[name]
		if !slices.ContainsFunc(settings, func(s Setting) bool { return s.Name == name }) {
			return nil, fault.New(fault.Invalid, op, file+": "+name, "no such setting", "`grove config` lists them all")
		}
		switch v.(type) {
		case string, bool, int, int64, uint64, float64:
			out[name] = fmt.Sprint(v)
		default:
			return nil, fault.New(fault.Invalid, op, file+": "+name, "not a single value", "write NAME: VALUE")
		}
	}
	return out, nil
}

// Shown returns the value for printing; of a secret only whether it is set.
func (s Setting) Shown() string {
	v := s.Value.String()
	switch {
	case s.Secret && v != "":
		return "(set, not shown)"
	case v == "":
		return "(not set)"
	}
	return v
}
