package cypher

import (
	"strings"
	"testing"

	"grove/internal/fault"
)

func TestNamesInATextAreChecked(t *testing.T) {
	for name, c := range map[string]struct{ label, relation string }{
		"Person":                {"Person", "Person"},
		"人物":                    {"`人物`", "`人物`"},
		"1851":                  {"`1851`", "`1851`"},
		"Document":              {"Document_", "Document"},
		"Entity":                {"Entity_", "Entity"},
		"NEXT":                  {"NEXT", "NEXT_"},
		strings.Repeat("é", 64): {"`" + strings.Repeat("é", 64) + "`", "`" + strings.Repeat("é", 64) + "`"},
	} {
		if got, err := typeLabel(name); got != c.label || err != nil {
			t.Errorf("typeLabel(%q) = %q, %v, want %q", name, got, err, c.label)
		}
		if got, err := relationType(name); got != c.relation || err != nil {
			t.Errorf("relationType(%q) = %q, %v, want %q", name, got, err, c.relation)
		}
	}
	for _, name := range []string{"", "A B", "A`", "A\\u0060", "A:B", "A|B", "A\n", "*", "$x", "\xff", strings.Repeat("x", 65)} {
		if _, err := typeLabel(name); !fault.Is(err, fault.Invalid) {
			t.Errorf("typeLabel(%q): %v, want Invalid", name, err)
		}
		if _, err := relationType(name); !fault.Is(err, fault.Invalid) {
			t.Errorf("relationType(%q): %v, want Invalid", name, err)
		}
	}
}
