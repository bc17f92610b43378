package offline

import (
	"reflect"
	"testing"
)

func TestEveryListHasWords(t *testing.T) {
	for field, list := range reflect.ValueOf(vocab).Fields() {
		if list.IsZero() {
			t.Errorf("words.txt has no list %s", field.Name)
		}
	}
}
