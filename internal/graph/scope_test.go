package graph

import (
	"testing"

	"grove/internal/fault"
)

// TestScopeRefusesDatesThatCannotBeWritten: a trace and a reply name the scope.
func TestScopeRefusesDatesThatCannotBeWritten(t *testing.T) {
	for since, fits := range map[string]bool{
		"": true, "0000-01-01": true, "9999-12-31": true, "9999-12-31T23:59:59Z": true,
		"0000-01-01T00:00:00+01:00": false, "9999-12-31T23:59:59.5Z": false, "9999-12-31T23:30:00-01:00": false,
	} {
		at, err := ParseSince(since)
		if err != nil {
			t.Fatal(err)
		}
		if err := (Scope{Since: at}).Check(); (err == nil) != fits || err != nil && !fault.Is(err, fault.Invalid) {
			t.Errorf("since %q: %v", since, err)
		}
	}
}
