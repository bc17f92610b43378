package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"grove/internal/eval/run"
	"grove/internal/fault"
	"grove/internal/lists"
)

// explorer is the web page that `make ui` builds from ui/src. It is committed so that the
// service can be built without Node.
//
//go:embed ui/dist
var explorer embed.FS

// explorerPolicy allows the page only content of the service itself: no inline script, no other
// host, no frame around it. The only inline style is that of the reports, which the page shows in
// frames that obey the same policy.
var explorerPolicy = fmt.Sprintf("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-%s'; img-src 'self'; "+
	"connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'", reportStyleHash())

func reportStyleHash() string {
	sum := sha256.Sum256([]byte(run.ReportStyle))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// explorerTypes are the media types of the page's files by extension, independent of the
// machine's own tables.
var explorerTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
}

// serveExplorer adds a route for each file of the page. They need no key: the data comes
// from routes that do.
func serveExplorer(engine *gin.Engine) error {
	const op = "web.serveExplorer"
	return fs.WalkDir(explorer, "ui/dist", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return fault.Wrap(err, op, name)
		}
		body, err := explorer.ReadFile(name)
		if err != nil {
			return fault.Wrap(err, op, name)
		}
		media, known := explorerTypes[path.Ext(name)]
		if !known {
			return fault.New(fault.Internal, op, name, "unexpected file type", "")
		}
		address := "/" + strings.TrimPrefix(name, "ui/dist/")
		if address == "/index.html" {
			address = "/"
		}
		file := explorerFile(media, body)
		engine.GET(address, file)
		engine.HEAD(address, file)
		return nil
	})
}

// explorerFile serves a file. Browsers revalidate it each time, so that page and service
// always have the same version.
func explorerFile(media string, body []byte) gin.HandlerFunc {
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:12]) + `"`
	return func(g *gin.Context) {
		g.Header("Content-Security-Policy", explorerPolicy)
		g.Header("Cache-Control", "no-cache")
		g.Header("ETag", tag)
		if g.GetHeader("If-None-Match") == tag {
			g.Status(http.StatusNotModified)
			return
		}
		g.Data(http.StatusOK, media, body)
	}
}

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
