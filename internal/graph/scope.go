package graph

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
)

// Scope limits a read to the documents that meet all conditions given. The zero Scope is
// the whole workspace.
//
// Within a scope only evidence from chunks of its documents counts: a fact, attribute or
// triple is visible if one of these chunks states it, a key element if one mentions it,
// and supports, numbers of shared facts and weights of paths count these chunks alone. The
// caption, aliases, type and description of an element or triple remain those of the whole
// workspace, as they identify it.
type Scope struct {
	// Documents are the ids of the documents; none is all, at most MaxIDs.
	Documents []ID `json:"documents,omitempty"`
	// Tags are "key=value" strings that a document must carry, all of them; at
	// most MaxTags.
	Tags []string `json:"tags,omitempty"`
	// Since leaves out documents that were ingested before it. Their times are to the
	// second, so that a fraction of a second is rounded up.
	Since time.Time `json:"since,omitzero"`
}

// MaxTags is the most tags of a scope.
const MaxTags = 100

// ParseSince parses a date, which begins at midnight UTC, or a time of RFC 3339; "" is the
// zero time, which sets no bound.
func ParseSince(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, s); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fault.New(fault.Invalid, "graph.ParseSince", s, "neither a date nor a time",
		"give 2026-01-31 or 2026-01-31T12:00:00Z")
}

// Empty reports whether the scope is the whole workspace.
func (s Scope) Empty() bool { return len(s.Documents)+len(s.Tags) == 0 && s.Since.IsZero() }

// Check returns an Invalid error for a scope beyond the bounds, for a malformed tag, and
// for a date outside the years 0 to 9999 in UTC, which RFC 3339 and JSON cannot represent.
func (s Scope) Check() error {
	const op = "graph.Scope"
	if len(s.Tags) > MaxTags {
		return fault.New(fault.Invalid, op, fmt.Sprintf("%d tags", len(s.Tags)), fmt.Sprintf("at most %d tags in one scope", MaxTags), "")
	}
	for _, tag := range s.Tags {
		if key, _, found := strings.Cut(tag, "="); !found || key == "" {
			return fault.New(fault.Invalid, op, tag, "not a tag", "write key=value")
		}
	}
	if year := s.From().Year(); year < 0 || year > 9999 {
		return fault.New(fault.Invalid, op, fmt.Sprintf("the year %d", year), "not a date that can be represented",
			"use a year from 0 to 9999")
	}
	return checkIDs(op, len(s.Documents))
}

// From returns Since in full seconds, rounded up, in UTC.
func (s Scope) From() time.Time {
	from := s.Since.UTC().Truncate(time.Second)
	if from.Before(s.Since) {
		from = from.Add(time.Second)
	}
	return from
}

// Holds reports whether a document is in the scope.
func (s Scope) Holds(d Document) bool {
	if len(s.Documents) > 0 && !slices.Contains(s.Documents, d.ID) {
		return false
	}
	for _, tag := range s.Tags {
		if !slices.Contains(d.Tags, tag) {
			return false
		}
	}
	return s.Since.IsZero() || !d.IngestedAt.Before(s.From())
}
