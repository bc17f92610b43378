package web

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"
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
	aList   = "array" // of texts, the parameter being given once for each
)

// Where a parameter stands.
const (
	inPath   = "path"
	inQuery  = "query"
	inHeader = "header"
)

// param is one parameter of a route.
type param struct {
	name, in, kind, doc string
	required            bool
	// min and max bound a number, or the runes of a text.
	min, max int
	// otherwise is what holds where it is not given.
	otherwise any
	// oneOf are the texts that it may be; nil is any.
	oneOf []string
	// form, if not nil, is what a text looks like.
	form *form
}

// form is what a text looks like: every text that matches is taken, as far as what
// stands in the workspace allows.
type form struct {
	pattern *regexp.Regexp
	// formats are those of JSON Schema that say the same better, "" for none.
	formats []string
	hint    string
}

var (
	tagForm   = &form{pattern: regexp.MustCompile(`^[^=]+=`), hint: "write key=value"}
	timeForm  = &form{pattern: regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}`), formats: []string{"date", "date-time"}, hint: "give 2026-01-31 or 2026-01-31T12:00:00Z"}
	eventForm = &form{pattern: regexp.MustCompile(`^([a-z0-9]{1,40}\.[0-9]{1,9})?$`), hint: "give the id of the last event, or none"}
	countForm = &form{pattern: regexp.MustCompile(`^[0-9]*$`), hint: "give the id of the last event, or none"}
)

// longestList is the most texts of a parameter that is a list.
const longestList = 50

// longestText is the most runes of a parameter that is a text, longestItem of one in
// a list. Together they fit into a request's header, however they are written.
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

// like gives a text its form.
func (f *form) like(p param) param { p.form = f; return p }

// given has a text hold something where it is given.
func given(p param) param { p.min = 1; return p }

func needed(p param) param { p.required, p.min = true, 1; return p }

// readParams checks the parameters of the request against those of the route. One
// that the route lacks, or that is given twice where it is no list, is refused.
func (c *call) readParams() error {
	c.values = map[string]any{}
	if name := c.workspace(); name != "" {
		if err := config.CheckWorkspace(name); err != nil {
			return err
		}
	}
	query, err := url.ParseQuery(c.gin.Request.URL.RawQuery)
	if err != nil { // or a filter that is written badly would be no filter
		return badParam("query", err.Error(), "write each parameter as name=value, percent-encoded, with & between them")
	}
	for name := range query {
		if !slices.ContainsFunc(c.route.params, func(p param) bool { return p.in == inQuery && p.name == name }) {
			return badParam(name, "the address has no such parameter", "GET /openapi.json says which it has")
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

// read gives the value of a parameter.
func (p param) read(given []string) (any, error) {
	switch {
	case len(given) == 0 && p.required:
		return nil, badParam(p.name, "the parameter is missing", p.doc)
	case len(given) == 0:
		return p.otherwise, nil
	case p.kind == aList:
		return p.readList(given)
	case len(given) > 1:
		return nil, badParam(p.name, "the parameter was given twice", "give it once")
	}
	s := given[0]
	switch p.kind {
	case aNumber:
		n, err := strconv.Atoi(s)
		if err != nil || n < p.min || n > p.max {
			return nil, badParam(p.name, "not a number that it may be", fmt.Sprintf("give %d to %d", p.min, p.max))
		}
		return n, nil
	case aFlag:
		if s != "true" && s != "false" {
			return nil, badParam(p.name, "neither true nor false", "give one of the two")
		}
		return s == "true", nil
	}
	return s, p.checkText(s)
}

// readList gives the value of a parameter that is a list.
func (p param) readList(given []string) (any, error) {
	if len(given) > longestList {
		return nil, badParam(p.name, "given too often", fmt.Sprintf("give it at most %d times", longestList))
	}
	for _, s := range given {
		if err := p.checkText(s); err != nil {
			return nil, err
		}
	}
	return given, nil
}

// checkText refuses a text that a parameter cannot be.
func (p param) checkText(s string) error {
	switch n := utf8.RuneCountInString(s); {
	case !utf8.ValidString(s):
		return badParam(p.name, "not UTF-8", "")
	case n < p.min || n > p.max:
		return badParam(p.name, fmt.Sprintf("%d characters", n), fmt.Sprintf("give %d to %d", p.min, p.max))
	case p.oneOf != nil && !slices.Contains(p.oneOf, s):
		return badParam(p.name, "not a value that it may have", fmt.Sprintf("give one of %q", p.oneOf))
	case p.form != nil && s != "" && !p.form.pattern.MatchString(s):
		return badParam(p.name, "not of the form that it has", p.form.hint)
	case p.in == inHeader && hasControls(s):
		return badParam(p.name, "holds control characters", "")
	}
	return nil
}

func hasControls(s string) bool {
	for _, r := range s {
		if unicode.IsControl(r) {
			return true
		}
	}
	return false
}

func badParam(name, message, hint string) error {
	return fault.New(fault.Invalid, "web.params", name, message, hint)
}

// scopeParams are the parameters that bound a read to some documents.
func scopeParams() []param {
	return []param{
		queryList("document", "the id of a document to include, by default all; may be repeated"),
		tagForm.like(queryList("tag", "a tag (key=value) that documents must have; may be repeated, then all are required")),
		given(timeForm.like(queryText("since", "a date or an RFC 3339 time: only documents ingested since then are included"))),
	}
}

// scope reads them.
func (c *call) scope() (graph.Scope, error) {
	s := graph.Scope{Tags: c.list("tag")}
	for _, id := range c.list("document") {
		s.Documents = append(s.Documents, graph.ID(id))
	}
	if since := c.text("since"); since != "" {
		var err error
		if s.Since, err = time.Parse(time.DateOnly, since); err != nil {
			if s.Since, err = time.Parse(time.RFC3339, since); err != nil {
				return s, badParam("since", "neither a date nor a time", "give 2026-01-31 or 2026-01-31T12:00:00Z")
			}
		}
	}
	return s, s.Check()
}
