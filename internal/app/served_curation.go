package app

import "grove/internal/curate"

// Curate is App.Curate for requests: a change waits until no job writes.
func (s served) Curate() *curate.Curator {
	c := s.App.Curate()
	c.Exclusive = s.jobs.Exclusive
	return c
}
