package main

import "testing"

func TestBootstrap(t *testing.T) {
	base, got := make([]float64, 200), make([]float64, 200)
	for i := range got {
		got[i] = float64(i % 2) // a gain of 0.5 on average
	}
	low, high := bootstrap(base, got, 1)
	if low < 0.4 || low > 0.48 || high < 0.52 || high > 0.6 {
		t.Errorf("from %v to %v", low, high)
	}
	if low, high := bootstrap(base, base, 1); low != 0 || high != 0 {
		t.Errorf("nothing gained: from %v to %v", low, high)
	}
}

func TestReadSetRefuses(t *testing.T) {
	if _, err := readSet(t.TempDir(), 0, true); err == nil {
		t.Error("no error for a folder without a corpus")
	}
	if _, _, err := weighed("set=-1"); err == nil {
		t.Error("no error for a weight below 0")
	}
}
