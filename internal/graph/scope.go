package graph

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"grove/internal/fault"
)

// Scope bounds a read to some documents: those that meet every condition given.
// The zero Scope is the whole workspace.
//
// Within a scope only evidence from chunks of its documents counts: a fact, an
// attribute or a triple is seen where one of these chunks states it, a key element
// where one mentions it, and supports, numbers of shared facts and the weights of
// paths count these chunks alone. What an element or a triple is called (caption,
// aliases, type, description) stays what the whole workspace calls it: that says
// which thing it is, not what a document says of it.
type Scope struct {
	// Documents are the ids of the documents; none is all, at most MaxIDs.
	Documents []ID `json:"documents,omitempty"`
	// Tags are "key=value" strings that a document must carry, all of them; at
	// most MaxTags.
	Tags []string `json:"tags,omitempty"`
	// Since leaves out documents that were ingested before it. Documents know
	// this to the second, so that a part of a second counts as the next one.
	Since time.Time `json:"since,omitzero"`
}

// MaxTags is the most tags of a scope.
const MaxTags = 100

// ParseSince reads a date, which begins at midnight UTC, or a time as RFC 3339 has
// it; "" is the zero time, which bounds nothing.
func ParseSince(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(layout, s); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fault.New(fault.Invalid, "graph.ParseSince", s, "neither a date nor a time", "give 2026-01-31 or 2026-01-31T12:00:00Z")
}

// Empty tells that nothing is bounded.
func (s Scope) Empty() bool { return len(s.Documents)+len(s.Tags) == 0 && s.Since.IsZero() }

// Check refuses a scope beyond the bounds, a tag that no document can carry, and a
// date outside the years 0 to 9999 in UTC, which neither RFC 3339 nor JSON can write.
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
		return fault.New(fault.Invalid, op, fmt.Sprintf("the year %d", year), "no date that can be written down", "use a year from 0 to 9999")
	}
	return checkIDs(op, len(s.Documents))
}

// From is Since in full seconds, rounded up, in UTC.
func (s Scope) From() time.Time {
	from := s.Since.UTC().Truncate(time.Second)
	if from.Before(s.Since) {
		from = from.Add(time.Second)
	}
	return from
}

// Holds tells whether a document lies in the scope.
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
