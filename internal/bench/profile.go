package bench

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// otherStage is the CPU time outside of all stages: garbage collection, the scheduler,
// and the profile itself.
const otherStage = "other"

// profiled calls work under the CPU profiler and writes the profile to a file, unless its
// name is "".
func profiled(file string, work func() error) (profile []byte, err error) {
	var b bytes.Buffer
	if err := pprof.StartCPUProfile(&b); err != nil {
		return nil, err
	}
	err = work()
	pprof.StopCPUProfile()
	if err == nil && file != "" {
		err = os.WriteFile(file, b.Bytes(), 0o600)
	}
	return b.Bytes(), err
}

var errProfile = errors.New("the profile is damaged")

// stageTimes sums a CPU profile by the value of a label; samples without it belong to
// otherStage. It reads strings and samples of the format of runtime/pprof (gzip around
// protocol buffers).
func stageTimes(profile []byte, label string) (map[string]time.Duration, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		return nil, fmt.Errorf("read the profile: %w", err)
	}
	raw, err := io.ReadAll(unzipped)
	if err != nil {
		return nil, fmt.Errorf("read the profile: %w", err)
	}
	var samples [][]byte
	var texts []string
	if err := eachField(raw, func(field protowire.Number, _ uint64, part []byte) {
		switch field {
		case 2:
			samples = append(samples, part)
		case 6:
			texts = append(texts, string(part))
		}
	}); err != nil {
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

// readSample returns the stage of a sample and its CPU time: the last of its values.
func readSample(raw []byte, texts []string, label string) (stage string, took time.Duration, err error) {
	stage = otherStage
	text := func(i uint64) string {
		if i < uint64(len(texts)) {
			return texts[i]
		}
		return ""
	}
	failed := eachField(raw, func(field protowire.Number, value uint64, part []byte) {
		switch field {
		case 2:
			took = time.Duration(value)
			for n := 0; len(part) > 0 && err == nil; part = part[max(n, 0):] {
				if value, n = protowire.ConsumeVarint(part); n < 0 {
					err = errProfile
				}
				took = time.Duration(value)
			}
		case 3:
			var pair [3]uint64 // by field number: key 1, text 2
			err = errors.Join(err, eachField(part, func(field protowire.Number, value uint64, _ []byte) {
				if int(field) < len(pair) {
					pair[field] = value
				}
			}))
			if text(pair[1]) == label {
				stage = text(pair[2])
			}
		}
	})
	return stage, took, errors.Join(failed, err)
}

// eachField calls use for each field of a message, with its value if it is a number,
// else with its bytes.
func eachField(raw []byte, use func(field protowire.Number, value uint64, part []byte)) error {
	for len(raw) > 0 {
		field, kind, n := protowire.ConsumeTag(raw)
		if n < 0 {
			return errProfile
		}
		raw = raw[n:]
		var value uint64
		var part []byte
		switch kind {
		case protowire.VarintType:
			value, n = protowire.ConsumeVarint(raw)
		case protowire.BytesType:
			part, n = protowire.ConsumeBytes(raw)
		default:
			n = protowire.ConsumeFieldValue(field, kind, raw)
		}
		if n < 0 {
			return errProfile
		}
		raw = raw[n:]
		use(field, value, part)
	}
	return nil
}
