//go:build !torture

package storetest

// serverShare is the number of equal parts of which a server plays the first (see seeds).
const serverShare = 3
