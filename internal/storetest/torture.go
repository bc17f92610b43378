//go:build torture

package storetest

// serverShare has a server play all random sequences (see seeds).
const serverShare = 1
