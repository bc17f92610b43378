//go:build data

package sample

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChaptersAreCuts compares the chapters with the whole novel of
// GROVE_TEST_DATA: they are cut from it unchanged.
func TestChaptersAreCuts(t *testing.T) {
	novel, err := os.ReadFile(filepath.Join(os.Getenv("GROVE_TEST_DATA"), "novels", "moby_dick_en.txt"))
	if err != nil {
		t.Fatal(err)
	}
	chapters := 0
	for name, text := range documents(t) {
		if !strings.HasPrefix(name, "moby-dick/") {
			continue
		}
		chapters++
		if !strings.Contains(string(novel), text) {
			t.Errorf("%s is not a cut of the novel", name)
		}
	}
	if chapters == 0 {
		t.Error("the sample has no chapter of the novel")
	}
}
