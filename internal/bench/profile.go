package bench

import (
	"bytes"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"github.com/google/pprof/profile"
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

// stageTimes sums a CPU profile by the value of a label; samples without it belong to
// otherStage.
func stageTimes(raw []byte, label string) (map[string]time.Duration, error) {
	read, err := profile.ParseData(raw)
	if err != nil {
		return nil, fmt.Errorf("read the profile: %w", err)
	}
	out := map[string]time.Duration{}
	for _, s := range read.Sample {
		stage := otherStage
		if named := s.Label[label]; len(named) > 0 {
			stage = named[0]
		}
		out[stage] += time.Duration(s.Value[len(s.Value)-1]) // the last value is the CPU time
	}
	return out, nil
}
