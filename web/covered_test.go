package web_test

import (
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"grove/web"
)

var update = flag.Bool("update", false, "write the table of routes anew")

// tableFile has every route, and which tests ask it.
const tableFile = "../docs/rest-routes.md"

// coverage notes which tests asked which operation.
type coverage struct {
	mu    sync.Mutex
	tests map[string]map[string]bool
	leaks map[string]string
}

// covered is filled by all tests of the package, and read when they are over.
var covered = &coverage{tests: map[string]map[string]bool{}, leaks: map[string]string{}}

// everywhere are the tests that walk through all routes.
var everywhere = []string{"TestLeak", "TestRoles"}

func (c *coverage) note(operation, test string) {
	test, _, _ = strings.Cut(test, "/")
	if slices.Contains(everywhere, test) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tests[operation] == nil {
		c.tests[operation] = map[string]bool{}
	}
	c.tests[operation][test] = true
}

func (c *coverage) leak(operation, status string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leaks[operation] = status
}

// compare holds the table to what the tests did, where all of them ran.
func (c *coverage) compare() int {
	for _, narrowed := range []string{"test.run", "test.skip", "test.list", "test.fuzz"} {
		if f := flag.Lookup(narrowed); f != nil && f.Value.String() != "" && !*update {
			return 0
		}
	}
	table, err := c.table()
	switch {
	case err != nil:
	case *update:
		err = os.WriteFile(tableFile, []byte(table), 0o644)
	default:
		var stored []byte
		if stored, err = os.ReadFile(tableFile); err == nil && string(stored) != table {
			err = fmt.Errorf("%s is not what the tests ask: go test ./web -update writes it anew", tableFile)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// table is the table in Markdown, by path and method.
func (c *coverage) table() (string, error) {
	handler, err := web.Handler(web.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return "", err
	}
	got := httptest.NewRecorder()
	handler.ServeHTTP(got, httptest.NewRequest(http.MethodGet, "/openapi.json", nil))
	spec, err := openapi3.NewLoader().LoadFromData(got.Body.Bytes())
	if err != nil {
		return "", err
	}
	var rows []string
	for path, item := range spec.Paths.Map() {
		for method, o := range item.Operations() {
			key := "none"
			if _, after, ok := strings.Cut(o.Description, "a key for "); ok {
				key, _, _ = strings.Cut(after, ",")
			}
			var tests []string
			for test := range c.tests[o.OperationID] {
				tests = append(tests, strings.TrimPrefix(test, "Test"))
			}
			slices.Sort(tests)
			rows = append(rows, fmt.Sprintf("| `%s` | %s | %s | %s | %s | %s |", strings.TrimPrefix(path, "/v1/workspaces/{workspace}"), method, o.Summary, key, c.leaks[o.OperationID], strings.Join(tests, ", ")))
		}
	}
	slices.Sort(rows)
	return "# Routes\n\nEvery route of the OpenAPI document, with the tests of package `web` that ask it; its tests write this\n" +
		"page (`go test ./web -update`) and fail where it differs. A path that begins elsewhere than with `/v1` or\n" +
		"as a route of health is below `/v1/workspaces/{workspace}`. *Key* is the role that a key needs; *other* is\n" +
		"what a key of another workspace is answered, with ids that exist there (`TestLeak`). `TestRoles` asks every\n" +
		"route with every role and without a key.\n\n| Path | Method | What it does | Key | Other | Tests |\n|---|---|---|---|---|---|\n" +
		strings.Join(rows, "\n") + "\n", nil
}
