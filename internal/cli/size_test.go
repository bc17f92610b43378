package cli

import "testing"

func TestSize(t *testing.T) {
	for given, want := range map[string]int64{
		"1": 1, "4096": 4096, "10 b": 10, "2kB": 2000, "2KiB": 2048, "500MB": 500e6, "256MiB": 256 << 20, "1gib": 1 << 30, "3GB": 3e9, "1.5GB": 1.5e9, "1TB": 1e12,
	} {
		var got int64
		if err := (size{&got}).Set(given); err != nil || got != want {
			t.Errorf("%q: %d (%v), want %d", given, got, err, want)
		}
	}
	for _, bad := range []string{"", "0", "-1", "MB", "99999999999GB", "9223372036854775808", "many"} {
		got := int64(7)
		if err := (size{&got}).Set(bad); err == nil || got != 7 {
			t.Errorf("%q is taken for %d", bad, got)
		}
	}
	for bytes, want := range map[int64]string{256 << 20: "256MiB", 1 << 30: "1GiB", 1000: "1000"} {
		if got := (size{&bytes}).String(); got != want {
			t.Errorf("%d is written %q, want %q", bytes, got, want)
		}
		var back int64
		if err := (size{&back}).Set(want); err != nil || back != bytes {
			t.Errorf("%q read again: %d (%v)", want, back, err)
		}
	}
}
