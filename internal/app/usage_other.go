//go:build !(linux || darwin || freebsd)

package app

import (
	"errors"
	"time"
)

var errNoUsage = errors.New("this system does not tell what a process uses")

// processCPU is the processor time that this process has taken so far.
func processCPU() (time.Duration, error) { return 0, errNoUsage }

// peakMB is the most memory that this process has held so far, in 2^20 bytes.
func peakMB() (float64, error) { return 0, errNoUsage }
