package web

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"path"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"grove/internal/fault"
	"grove/internal/lists"
)

// docsTemplate is the template of the page that /docs serves.
//
//go:embed docs.html
var docsTemplate string

// docsPage returns a handler that serves an OpenAPI document as a page, for people to read. It needs
// no script and loads only files of the explorer.
func docsPage(document []byte) (gin.HandlerFunc, error) {
	const op = "web.docsPage"
	page, err := template.New("docs").Funcs(template.FuncMap{
		"name":  path.Base, // of a reference
		"upper": strings.ToUpper,
		"list":  listText,
		"has":   func(list any, item any) bool { all, _ := list.([]any); return slices.Contains(all, item) },
		"bounds": func() []string {
			return []string{"minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"}
		},
	}).Parse(docsTemplate)
	if err != nil {
		return nil, fault.Wrap(err, op, "the template")
	}
	var spec object
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber() // or large bounds are written with an exponent
	if err := decoder.Decode(&spec); err != nil {
		return nil, fault.Wrap(err, op, "the OpenAPI document")
	}
	var out bytes.Buffer
	if err := page.Execute(&out, spec); err != nil {
		return nil, fault.Wrap(err, op, "the page")
	}
	return explorerFile(explorerTypes[".html"], out.Bytes()), nil
}

// listText writes a value, or the values of a list separated by commas; nothing for nil.
func listText(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case []any:
		return strings.Join(lists.Map(value, func(v any) string { return fmt.Sprint(v) }), ", ")
	default:
		return fmt.Sprint(value)
	}
}

func docs(_ context.Context, c *call) error {
	page, err := c.server.docs()
	if err == nil {
		page(c.gin)
	}
	return err
}
