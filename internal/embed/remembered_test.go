package embed_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"grove/internal/embed"
)

// noting is the built-in embedder that notes what it is asked.
type noting struct {
	embed.Builtin
	asked *[][]string
	fails error
}

func (n noting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	*n.asked = append(*n.asked, slices.Clone(texts))
	if n.fails != nil {
		return nil, n.fails
	}
	return n.Builtin.Embed(ctx, texts)
}

func TestRemembered(t *testing.T) {
	var asked [][]string
	r := embed.Remember(noting{asked: &asked}, 8)
	for _, texts := range [][]string{{"a", "b"}, {"b", "c"}, {"c", "a"}, {}} {
		got, err := r.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := embed.Builtin{}.Embed(t.Context(), texts)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v: other vectors than the embedder's", texts)
		}
	}
	if fmt.Sprint(asked) != "[[a b] [c]]" {
		t.Errorf("asked %v", asked)
	}
	if _, err := r.Embed(t.Context(), []string{"a", "b", "c"}); err != nil || len(asked) != 3 {
		t.Errorf("a batch of more than a quarter passes by: asked %v, %v", asked, err)
	}
	for i := range 40 { // what was not asked for lately is forgotten
		if _, err := r.Embed(t.Context(), []string{fmt.Sprint(i), "b"}); err != nil {
			t.Fatal(err)
		}
	}
	n := len(asked)
	if _, err := r.Embed(t.Context(), []string{"a", "b"}); err != nil || fmt.Sprint(asked[n:]) != "[[a]]" {
		t.Errorf("asked %v after many others, %v", asked[n:], err)
	}
}

func TestRememberedFails(t *testing.T) {
	var asked [][]string
	outage := errors.New("outage")
	r := embed.Remember(noting{asked: &asked, fails: outage}, 8)
	if _, err := r.Embed(t.Context(), []string{"a"}); !errors.Is(err, outage) {
		t.Errorf("%v", err)
	}
	if _, err := r.Embed(t.Context(), []string{"a"}); !errors.Is(err, outage) || len(asked) != 2 {
		t.Errorf("a failure is not remembered: %v, %v", asked, err)
	}
}
