//go:build !large

package uitest

const emulatedPage = false
