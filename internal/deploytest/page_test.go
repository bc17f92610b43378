package deploytest

import (
	"bytes"
	"image/png"
	"path"
	"regexp"
	"strings"
	"testing"
)

const (
	pageFile = "docs/neo4j-browser.md"
	treeFile = "docs/tree.md"
)

// TestThePagesNameWhatIsThere follows the pages' links and looks up the files
// that they name.
func TestThePagesNameWhatIsThere(t *testing.T) {
	for _, file := range []string{pageFile, treeFile} {
		page := readFile(t, file)
		for _, m := range regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`).FindAllStringSubmatch(page, -1) {
			if !strings.Contains(m[1], "://") {
				mustExist(t, path.Join(path.Dir(file), m[1]))
			}
		}
		for _, m := range regexp.MustCompile("(?:deploy|docs)/[A-Za-z0-9./-]+[a-z]").FindAllString(page, -1) {
			mustExist(t, m)
		}
	}
}

// TestThePageTellsWhatLabelsMean looks up the labels and types on the page.
func TestThePageTellsWhatLabelsMean(t *testing.T) {
	page := readFile(t, pageFile)
	for _, name := range append(writtenLabels(t), writtenTypes(t)...) {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page does not tell what %s is", name)
		}
	}
}

// TestTheTreeShowsSavedQueries requires that the page's Cypher is that of the
// saved query of the title above it, and that its titles are those of queries.
func TestTheTreeShowsSavedQueries(t *testing.T) {
	page := readFile(t, treeFile)
	shown := regexp.MustCompile("(?s)\"([^\"\n]+)\":\n\n```cypher\n(.*?)\n```").FindAllStringSubmatch(page, -1)
	if len(shown) == 0 {
		t.Error("the page shows no Cypher")
	}
	for _, m := range shown {
		want := strings.Replace(findQuery(t, m[1]).Text, "'Isolde Quill' AS name", "'Bildad' AS name", 1)
		if "// "+m[1]+"\n"+m[2] != want {
			t.Errorf("%s: the page shows another query", m[1])
		}
	}
	titles := regexp.MustCompile(`(?m)^"([^"]+)"[: ]`).FindAllStringSubmatch(page, -1)
	if len(titles) < 4 {
		t.Errorf("the page has %d results", len(titles))
	}
	for _, m := range titles {
		findQuery(t, m[1])
	}
}

// maxPicture is the most bytes of a picture, so that the page opens fast.
const maxPicture = 500_000

func TestThePicturesCanBeShown(t *testing.T) {
	for _, file := range []string{"docs/images/neo4j-browser.png", "docs/images/neo4j-tree.png"} {
		raw := []byte(readFile(t, file))
		c, err := png.DecodeConfig(bytes.NewReader(raw))
		if err != nil || c.Width < 1000 || c.Height < 600 {
			t.Errorf("%s is %d x %d: %v", file, c.Width, c.Height, err)
		}
		if len(raw) > maxPicture {
			t.Errorf("%s has %d bytes", file, len(raw))
		}
	}
}
