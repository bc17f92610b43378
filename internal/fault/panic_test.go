package fault

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

func TestRecover(t *testing.T) {
	var log bytes.Buffer
	former := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(former)
	call := func(work func() error) (err error) {
		defer Recover(context.Background(), &err, "x.call", "the item")
		return work()
	}
	if err := call(func() error { return nil }); err != nil {
		t.Errorf("without a panic: %v", err)
	}
	plain := errors.New("plain")
	if err := call(func() error { return plain }); err != plain || log.Len() > 0 {
		t.Errorf("an error became %v, logged %q", err, &log)
	}
	deep := call(func() error { var none []int; return errors.New(string(rune(none[0]))) })
	if !Is(deep, Internal) || !IsPanic(deep) || Item(deep) != "the item" || strings.Contains(deep.Error()+Hint(deep), "goroutine") {
		t.Errorf("a panic became %#v", deep)
	}
	again := call(func() error { panic(deep) })
	if again != deep {
		t.Errorf("passed on, it became %v", again)
	}
	if n := strings.Count(log.String(), "level=ERROR msg=panic op=x.call"); n != 1 || !strings.Contains(log.String(), "panic_test.go") {
		t.Errorf("logged %d times: %s", n, &log)
	}
	if IsPanic(plain) || IsPanic(nil) {
		t.Error("IsPanic misjudges")
	}
}
