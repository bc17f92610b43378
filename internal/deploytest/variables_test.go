package deploytest

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"grove/internal/cli"
)

// readVariables are the environment variables that Grove reads: one for each
// global flag, and those that its help names.
func readVariables(tb testing.TB) []string {
	tb.Helper()
	var help, errs bytes.Buffer
	if code := cli.Main(tb.Context(), []string{"--help"}, &help, &errs); code != 0 {
		tb.Fatalf("grove --help: exit code %d: %s", code, errs.String())
	}
	_, flags, found := strings.Cut(help.String(), "\nFlags:\n")
	if !found {
		tb.Fatalf("grove --help lists no flags:\n%s", help.String())
	}
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^ .*?--([a-z0-9-]+)`).FindAllStringSubmatch(flags, -1) {
		if m[1] != "help" {
			out = append(out, "GROVE_"+strings.ToUpper(strings.ReplaceAll(m[1], "-", "_")))
		}
	}
	return append(out, regexp.MustCompile(`GROVE_[A-Z0-9_]*[A-Z0-9]`).FindAllString(help.String(), -1)...)
}
