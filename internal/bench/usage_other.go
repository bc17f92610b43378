//go:build !(linux || darwin || freebsd)

package bench

import (
	"errors"
	"time"
)

var errNoUsage = errors.New("this system does not report the resources of a process")

// processCPU returns the CPU time (user and system) of this process.
func processCPU() (time.Duration, error) { return 0, errNoUsage }

// peakMB returns the peak resident memory of this process in MiB, to three digits.
func peakMB() (float64, error) { return 0, errNoUsage }
