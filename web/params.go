package web

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
)

// The kinds of parameters, by their names in JSON Schema.
const (
	aText   = "string"
	aNumber = "integer"
	aFlag   = "boolean"
	aList   = "array" // of texts: the parameter is repeated for each
)

// The locations of parameters.
const (
	inPath   = "path"
	inQuery  = "query"
	inHeader = "header"
)

// param is a parameter of a route.
type param struct {
	name, in, kind, doc string
	required            bool
	// min and max bound a number, or the runes of a text.
	min, max int
	// otherwise is the default.
	otherwise any
	// oneOf are the allowed texts; nil allows any.
	oneOf []string
	// form, if not nil, restricts a text.
	form *form
}

// form is the syntax of a text.
type form struct {
	pattern *regexp.Regexp
	// formats, if not nil, are the equivalent formats of JSON Schema.
	formats []string
	hint    string
}

var (
	tagForm  = &form{pattern: regexp.MustCompile(`^[^=]+=`), hint: "write key=value"}
	timeForm = &form{pattern: regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}`),
		formats: []string{"date", "date-time"}, hint: "give 2026-01-31 or 2026-01-31T12:00:00Z"}
	eventForm = &form{pattern: regexp.MustCompile(`^([a-z0-9]{1,40}\.[0-9]{1,9})?$`),
		hint: "give the id of the last event, or omit the header"}
	countForm = &form{pattern: regexp.MustCompile(`^[0-9]*$`), hint: "give the id of the last event, or omit the header"}
)

// longestList is the maximum number of texts of a list.
const longestList = 50

// longestText is the maximum length in runes of a text, longestItem of one in a list.
// Together they fit into a header in any encoding.
const (
	longestText = 5000
	longestItem = 200
)

func pathText(name, doc string) param {
	return param{name: name, in: inPath, kind: aText, doc: doc, required: true, min: 1, max: longestText}
}

func queryText(name, doc string) param {
	return param{name: name, in: inQuery, kind: aText, doc: doc, max: longestText}
}

func queryNumber(name, doc string, otherwise, low, high int) param {
	return param{name: name, in: inQuery, kind: aNumber, doc: doc, min: low, max: high, otherwise: otherwise}
}

func queryList(name, doc string) param {
	return param{name: name, in: inQuery, kind: aList, doc: doc, min: 1, max: longestItem}
}

func queryFlag(name, doc string) param {
	return param{name: name, in: inQuery, kind: aFlag, doc: doc, otherwise: false}
}

func headerText(name, doc string, longest int) param {
	return param{name: name, in: inHeader, kind: aText, doc: doc, max: longest}
}

// like returns a parameter restricted to the form.
func (f *form) like(p param) param { p.form = f; return p }

// given excludes the empty text.
func given(p param) param { p.min = 1; return p }

func needed(p param) param { p.required, p.min = true, 1; return p }

// readParams validates the parameters of the request. One that is unknown to the route, or
// repeated without being a list, is refused.
func (c *call) readParams() error {
	c.values = map[string]any{}
	if name := c.workspace; name != "" {
		if err := config.CheckWorkspace(name); err != nil {
			return err
		}
	}
	query, err := url.ParseQuery(c.gin.Request.URL.RawQuery)
	if err != nil { // else a malformed filter would be ignored
		return badParam("query", "malformed parameters", "write parameters as name=value, percent-encoded, separated by &")
	}
	for name := range query {
		if !slices.ContainsFunc(c.route.params, func(p param) bool { return p.in == inQuery && p.name == name }) {
			return badParam(name, "unknown parameter", "GET /openapi.json lists the parameters")
		}
	}
	for _, p := range c.route.params {
		var given []string
		switch p.in {
		case inPath:
			given = []string{c.gin.Param(p.name)}
		case inQuery:
			given = query[p.name]
		case inHeader:
			given = c.gin.Request.Header.Values(p.name)
		}
		value, err := p.read(given)
		if err != nil {
			return err
		}
		c.values[p.name] = value
	}
	return nil
}

// read returns the value of a parameter.
func (p param) read(given []string) (any, error) {
	switch {
	case len(given) == 0 && p.required:
		return nil, badParam(p.name, "required parameter missing", p.doc)
	case len(given) == 0:
		return p.otherwise, nil
	case p.kind == aList:
		return p.readList(given)
	case len(given) > 1:
		return nil, badParam(p.name, "parameter repeated", "give it once")
	}
	s := given[0]
	switch p.kind {
	case aNumber:
		n, err := strconv.Atoi(s)
		if err != nil || n < p.min || n > p.max {
			return nil, badParam(p.name, "not a number in the allowed range", fmt.Sprintf("give %d to %d", p.min, p.max))
		}
		return n, nil
	case aFlag:
		if s != "true" && s != "false" {
			return nil, badParam(p.name, "not true or false", "give true or false")
		}
		return s == "true", nil
	}
	return s, p.checkText(s)
}

// readList returns the value of a list.
func (p param) readList(given []string) (any, error) {
	if len(given) > longestList {
		return nil, badParam(p.name, "parameter repeated too often", fmt.Sprintf("give it at most %d times", longestList))
	}
	for _, s := range given {
		if err := p.checkText(s); err != nil {
			return nil, err
		}
	}
	return given, nil
}

// checkText validates a text.
func (p param) checkText(s string) error {
	switch n := utf8.RuneCountInString(s); {
	case !utf8.ValidString(s):
		return badParam(p.name, "not UTF-8", "")
	case n < p.min || n > p.max:
		return badParam(p.name, fmt.Sprintf("%d characters", n), fmt.Sprintf("give %d to %d", p.min, p.max))
	case p.oneOf != nil && !slices.Contains(p.oneOf, s):
		return badParam(p.name, "not an allowed value", "give "+strings.Join(p.oneOf, ", or "))
	case p.form != nil && s != "" && !p.form.pattern.MatchString(s):
		return badParam(p.name, "invalid syntax", p.form.hint)
	case p.in == inHeader && hasControls(s):
		return badParam(p.name, "contains control characters", "")
	}
	return nil
}

func hasControls(s string) bool { return strings.ContainsFunc(s, unicode.IsControl) }

func badParam(name, message, hint string) error {
	return fault.New(fault.Invalid, "web.params", name, message, hint)
}

// scopeParams are the parameters that restrict a read to some documents.
func scopeParams() []param {
	return []param{
		queryList("document", "the id of a document to include, by default all; may be repeated"),
		tagForm.like(queryList("tag", "a tag (key=value) that documents must have; may be repeated, then all are required")),
		given(timeForm.like(queryText("since", "a date or an RFC 3339 time: only documents ingested since then are included"))),
	}
}

// scope returns the values of scopeParams.
func (a arguments) scope() (graph.Scope, error) {
	since, err := graph.ParseSince(a.text("since"))
	if err != nil {
		return graph.Scope{}, err
	}
	s := graph.Scope{Tags: a.list("tag"), Since: since}
	for _, id := range a.list("document") {
		s.Documents = append(s.Documents, graph.ID(id))
	}
	return s, s.Check()
}
