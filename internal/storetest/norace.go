//go:build !race

package storetest

// underRace reports that the race detector is off.
const underRace = false
