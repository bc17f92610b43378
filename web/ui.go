package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"

	"grove/internal/fault"
)

// explorer is the page as `make ui` builds it from ui/src, committed so that nobody
// needs Node to build the service.
//
//go:embed ui/dist
var explorer embed.FS

// explorerPolicy lets the page have what the service itself gives, and nothing else:
// no inline script or style, no other host, no frame around it. Icons are files.
const explorerPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// explorerTypes are the media types of the page's files, by their ending. What the
// machine's own tables say would differ between machines.
var explorerTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
}

// serveExplorer adds the page's files, each at its own address. They need no key:
// what they show comes from routes that do.
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
			return fault.New(fault.Internal, op, name, "a file of a type that the page does not use", "")
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

// explorerFile answers with one file. A browser asks each time whether it is still
// the same, so that page and service are never of two versions.
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
