package deploytest

import (
	"bytes"
	"image/png"
	"path"
	"regexp"
	"strings"
	"testing"
)

const pageFile = "docs/neo4j-browser.md"

// TestThePageNamesWhatIsThere follows the page's links and looks up the files,
// queries and labels that it names.
func TestThePageNamesWhatIsThere(t *testing.T) {
	page := readFile(t, pageFile)
	for _, m := range regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(m[1], "://") {
			mustExist(t, path.Join(path.Dir(pageFile), m[1]))
		}
	}
	for _, m := range regexp.MustCompile("(?:deploy|docs)/[A-Za-z0-9./-]+[a-z]").FindAllString(page, -1) {
		mustExist(t, m)
	}
	for _, name := range append(writtenLabels(t), writtenTypes(t)...) {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page does not tell what %s is", name)
		}
	}
}

// maxPicture is the most bytes of the picture, so that the page opens fast.
const maxPicture = 500_000

func TestThePictureCanBeShown(t *testing.T) {
	raw := []byte(readFile(t, "docs/images/neo4j-browser.png"))
	c, err := png.DecodeConfig(bytes.NewReader(raw))
	if err != nil || c.Width < 1000 || c.Height < 600 {
		t.Errorf("the picture is %d x %d: %v", c.Width, c.Height, err)
	}
	if len(raw) > maxPicture {
		t.Errorf("the picture has %d bytes", len(raw))
	}
}
