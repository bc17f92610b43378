package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// fieldNames are the names of the parameters and of the fields of bodies.
type fieldNames map[string]bool

func namesOf(table []route) fieldNames {
	out := fieldNames{}
	for _, r := range table {
		for _, p := range r.params {
			out[p.name] = true
		}
		if r.body != nil {
			properties := object{}
			(&schemas{components: object{}}).fields(reflect.TypeOf(r.body), properties, new([]any))
			for name := range properties {
				out[name] = true
			}
		}
	}
	return out
}

var (
	commandName = regexp.MustCompile(`\bgrove [a-z]`)
	flagName    = regexp.MustCompile(`--[a-z][a-z-]*`)
)

// hint returns a hint for clients of the service: the flags of commands become the fields of the same
// name, and clauses about commands or about flags without a field are omitted.
func (f fieldNames) hint(hint string) string {
	var kept []string
	for clause := range strings.SplitSeq(hint, "; ") {
		ours := !commandName.MatchString(clause)
		clause = flagName.ReplaceAllStringFunc(clause, func(flag string) string {
			name := strings.ReplaceAll(flag[len("--"):], "-", "_")
			ours = ours && f[name]
			return name
		})
		if ours {
			kept = append(kept, clause)
		}
	}
	return strings.Join(kept, "; ")
}

// jsonOf names the values of a type in JSON.
func jsonOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}

// inWords describes why a JSON body could not be decoded, without the words of the decoder.
func inWords(err error) string {
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	var moment *time.ParseError
	switch {
	case errors.As(err, &wrong):
		return fmt.Sprintf("the field %q has the wrong type: JSON %s; give %s", wrong.Field, wrong.Value, jsonOf(wrong.Type))
	case errors.Is(err, io.EOF):
		return "the body is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the JSON ends too early"
	case errors.As(err, &syntax):
		return fmt.Sprintf("the body is not JSON: see byte %d", syntax.Offset)
	case errors.As(err, &moment):
		return fmt.Sprintf("%s is not an RFC 3339 time", strings.Trim(moment.Value, `"`))
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}
