//go:build linux || darwin || freebsd

package bench

import (
	"runtime"
	"syscall"
	"time"
)

// processCPU returns the CPU time (user and system) of this process.
func processCPU() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// peakMB returns the peak resident memory of this process in MiB, to three digits.
func peakMB() (float64, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	unit := 1 << 10 // Darwin gives bytes, the others KiB
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return round(float64(u.Maxrss) * float64(unit) / (1 << 20)), nil
}
