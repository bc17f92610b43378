package archtest

import (
	"errors"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ReadPackages gives every package below a module's root that has files other
// than tests, in the order of their paths. It skips what the go tool skips:
// testdata, names beginning with a dot or underscore, and folders that are
// modules of their own.
//
// It reads the source itself rather than ask the go tool, so that `go test` sees
// the files read and never takes an old result from its cache.
func ReadPackages(root string) ([]Package, error) {
	var packages []Package
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if dir != root && skipped(dir) {
			return fs.SkipDir
		}
		found, err := build.ImportDir(dir, 0)
		var none *build.NoGoError
		if errors.As(err, &none) || err == nil && len(found.GoFiles) == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, dir)
		if err != nil {
			return err
		}
		packages = append(packages, Package{Path: filepath.ToSlash(name), Imports: found.Imports})
		return nil
	})
	return packages, err
}

func skipped(dir string) bool {
	name := filepath.Base(dir)
	if name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
