//go:build !torture

package main_test

// The sizes of the tests of failures. `make torture` has larger ones (torture_test.go).
const (
	// ingestKills is how often TestKilledIngest kills each of its four ingests.
	ingestKills = 4
	// serveKills is how often TestKilledServe kills the service.
	serveKills = 3
)

// fullDisks are the sizes in kilobytes at which TestFullDisk lets the disk be full.
var fullDisks = []int{4, 100, 400, 800}
