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
	"grove/web/keys"
)

var update = flag.Bool("update", false, "regenerate the table of routes")

// tableFile is the generated page with every route and the tests that call it.
const tableFile = "../docs/rest-routes.md"

// coverage records which tests call which operation.
type coverage struct {
	mu    sync.Mutex
	tests map[string]map[string]bool
	leaks map[string]string
}

// covered is filled by all tests of the package, and read after the last one.
var covered = &coverage{tests: map[string]map[string]bool{}, leaks: map[string]string{}}

// everywhere are the tests that call all routes.
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

// compare compares the stored table with the tests, unless only some of them ran.
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
			err = fmt.Errorf("%s is out of date: go test ./web -update regenerates it", tableFile)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// table returns the page in Markdown, by path and method.
func (c *coverage) table() (string, error) {
	handler, err := web.Handler(web.Options{Keys: keys.Open(os.TempDir()), Log: slog.New(slog.DiscardHandler)})
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
			if _, after, ok := strings.Cut(o.Description, "the role "); ok {
				key, _, _ = strings.Cut(after, " ")
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
	return "# Routes\n\nThe tests of package `web` generate this page (`go test ./web -update`), and fail if it is out of date. It has every\n" +
		"route of the OpenAPI document. A path is below `/v1/workspaces/{workspace}`, unless it begins with `/v1` or is one of\n" +
		"`/livez`, `/readyz`, `/metrics`, `/version`, `/openapi.json` and `/docs`. *Key* is the role that the API key needs. *Other* is\n" +
		"the status of a request for an existing id with a key of another workspace (`TestLeak`). *Tests* are the tests that call the\n" +
		"route; `TestRoles` calls every route with every role and without a key.\n\n" +
		"| Path | Method | Summary | Key | Other | Tests |\n|---|---|---|---|---|---|\n" +
		strings.Join(rows, "\n") + "\n", nil
}
