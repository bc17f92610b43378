//go:build race

package storetest

// underRace reports that the race detector is on: cases of one goroutine only cost time then.
const underRace = true
