package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"grove/web"
)

// TestRefusedUpload: of a form that is refused nothing stays on the disk.
func TestRefusedUpload(t *testing.T) {
	h := open(t, web.Limits{})
	ws := h.workspace("sea")
	h.upload(ws+"/documents", "moby.txt", moby, "path", "x").want(http.StatusBadRequest, "invalid")
	h.upload(ws+"/documents", "moby.txt", moby, "source", "a\x00b").want(http.StatusBadRequest, "invalid")
	h.upload(ws+"/documents", "moby.txt", moby, "file", "again").want(http.StatusBadRequest, "invalid")
	h.upload(ws+"/documents", "moby.txt", moby, "tag", "no tag").want(http.StatusBadRequest, "invalid")
	h.upload(ws+"/documents/estimate", "a\x01b.txt", moby).want(http.StatusBadRequest, "invalid")
	if left, err := os.ReadDir(filepath.Join(h.config.Data, h.name("sea"), "uploads")); err != nil || len(left) != 0 {
		t.Errorf("uploads that stay: %v, %v", left, err)
	}
}
