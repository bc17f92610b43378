package web

import (
	"context"
	"net/http"
	"regexp"
	"strings"

	"grove/web/keys"
)

// route is one operation: everything that router, checks and OpenAPI document need.
type route struct {
	method, path string
	// id is the operation's name, unique; summary is for the document.
	id, summary string
	// role is what a key needs; "" is nothing, not even a key.
	role   keys.Role
	params []param
	// body is a value of the type that a JSON body has; nil for none. file tells that
	// a form with a file is taken, too.
	body any
	file bool
	// lines tells that the body is JSON lines.
	lines bool
	// answers are what may come back, beside problems.
	answers []answer
	pace    pace
	// serve does the work; inside does it in the workspace of the address. A route
	// has one of them.
	serve  func(context.Context, *call) error
	inside func(context.Context, *call, Workspace) error
}

// answer is one way to answer. A value is that of a JSON answer's type; other media
// have none.
type answer struct {
	status int
	media  string
	value  any
}

// pace says how much time a route has.
type pace int

const (
	ordinary pace = iota
	uploading
	asking
	streaming
)

// reads tells whether the route has a body to read.
func (r route) reads() bool { return r.body != nil || r.lines }

func ok(value any) []answer       { return []answer{{http.StatusOK, jsonType, value}} }
func accepted(value any) []answer { return []answer{{http.StatusAccepted, jsonType, value}} }

// ginPath writes a path of the document as the router reads it: {id} is :id.
func ginPath(path string) string {
	return strings.NewReplacer("{", ":", "}", "").Replace(path)
}

// ginParam is a parameter in a path as the router has it.
var ginParam = regexp.MustCompile(`:([^/]+)`)

// documentPath undoes ginPath: :id is {id}.
func documentPath(path string) string { return ginParam.ReplaceAllString(path, "{$1}") }
