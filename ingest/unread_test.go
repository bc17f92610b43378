package ingest

import (
	"fmt"
	"slices"
	"testing"
)

// TestUnreadFields: the first names by order, whatever the order in which records come.
func TestUnreadFields(t *testing.T) {
	var forward, backward Report
	for i := range 30 {
		forward.addUnread([]string{fmt.Sprintf("f%02d", i), "f00"})
		backward.addUnread([]string{fmt.Sprintf("f%02d", 29-i)})
	}
	if len(forward.UnreadFields) != MaxUnread || !slices.Equal(forward.UnreadFields, backward.UnreadFields) {
		t.Errorf("%q, %q", forward.UnreadFields, backward.UnreadFields)
	}
}
