//go:build linux || darwin || freebsd

package app

import "syscall"

// freeBytes is the free space of the disk that holds a folder; below 0 if unknown.
func freeBytes(dir string) (int64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil
}
