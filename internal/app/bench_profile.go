package app

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// otherStage is the processor time of no stage: the collector of memory, the
// scheduler, and the profile itself.
const otherStage = "other"

// stageTimes sums up a CPU profile by the value of a label; samples without it
// are of otherStage. Of the format (gzip around the protocol buffers of
// runtime/pprof) it reads what it needs: strings, and samples with their labels
// and times.
func stageTimes(profile []byte, label string) (map[string]time.Duration, error) {
	zipped, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		return nil, fmt.Errorf("read the profile: %w", err)
	}
	raw, err := io.ReadAll(zipped)
	if err != nil {
		return nil, fmt.Errorf("read the profile: %w", err)
	}
	var samples [][]byte
	var texts []string
	err = fields(raw, func(number int, _ uint64, part []byte) error {
		switch number {
		case 2:
			samples = append(samples, part)
		case 6:
			texts = append(texts, string(part))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := map[string]time.Duration{}
	for _, s := range samples {
		stage, took, err := readSample(s, texts, label)
		if err != nil {
			return nil, err
		}
		out[stage] += took
	}
	return out, nil
}

// readSample reads the stage of a sample, and its time: the last of its values.
func readSample(raw []byte, texts []string, label string) (stage string, took time.Duration, err error) {
	stage = otherStage
	err = fields(raw, func(number int, value uint64, part []byte) error {
		switch {
		case number == 2 && part == nil:
			took = time.Duration(value)
		case number == 2:
			for len(part) > 0 {
				v, n := binary.Uvarint(part)
				if n <= 0 {
					return errProfile
				}
				took, part = time.Duration(v), part[n:]
			}
		case number == 3:
			var pair [3]uint64 // by field number: key 1, text 2
			if err := fields(part, func(number int, value uint64, _ []byte) error {
				if number < len(pair) {
					pair[number] = value
				}
				return nil
			}); err != nil {
				return err
			}
			if pair[1] < uint64(len(texts)) && texts[pair[1]] == label && pair[2] < uint64(len(texts)) {
				stage = texts[pair[2]]
			}
		}
		return nil
	})
	return stage, took, err
}

var errProfile = errors.New("the profile breaks off")

// fields calls use for each field of a message: with its value for a number,
// with its bytes for anything longer.
func fields(raw []byte, use func(number int, value uint64, part []byte) error) error {
	for len(raw) > 0 {
		key, n := binary.Uvarint(raw)
		if n <= 0 {
			return errProfile
		}
		raw = raw[n:]
		var value uint64
		var part []byte
		switch key & 7 {
		case 0:
			if value, n = binary.Uvarint(raw); n <= 0 {
				return errProfile
			}
		case 1:
			n = 8
		case 2:
			size, head := binary.Uvarint(raw)
			if head <= 0 || size > uint64(len(raw)-head) {
				return errProfile
			}
			n = head + int(size)
			part = raw[head:n:n]
		case 5:
			n = 4
		default:
			return errProfile
		}
		if n > len(raw) {
			return errProfile
		}
		raw = raw[n:]
		if err := use(int(key>>3), value, part); err != nil {
			return err
		}
	}
	return nil
}
