//go:build linux || darwin || freebsd

package app

import (
	"runtime"
	"syscall"
	"time"
)

// processCPU is the processor time, of user and system, that this process has
// taken so far.
func processCPU() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// peakMB is the most memory that this process has held so far, in 2^20 bytes.
func peakMB() (float64, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	unit := 1 << 10 // Darwin gives bytes, the others KiB
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return float64(u.Maxrss) * float64(unit) / (1 << 20), nil
}
