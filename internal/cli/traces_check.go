package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"grove/internal/app"
	"grove/internal/traces"
	"grove/query"
)

// shownIDs is how many ids that came or went the text shows of a step; --json has all.
const shownIDs = 3

// checkTrace makes a trace's reads again and tells which give other rows now.
func (c *command) checkTrace(ctx context.Context, id string) error {
	return c.holder(ctx, func(ctx context.Context, a *app.App) error {
		checked, err := a.CheckTrace(ctx, id)
		if err != nil {
			return err
		}
		if err := c.checked(checked); err != nil || checked.Same {
			return err
		}
		return errFindings
	})
}

func (c *command) checked(r traces.Checked) error {
	if c.JSON {
		return c.print(r)
	}
	var errs []error
	say := func(format string, args ...any) {
		_, err := fmt.Fprintf(c.out, format, args...)
		errs = append(errs, err)
	}
	say("%s  %s\n", r.ID, printable(r.Question))
	for _, s := range r.Steps {
		if s.Same {
			say("same  %3d %s: %d rows\n", s.Step, line(s.Action), s.Was)
			continue
		}
		say("OTHER %3d %s: %s\n", s.Step, line(s.Action), difference(s))
	}
	say("%d reads, %d give other rows now\n", r.Reads, r.Differ)
	return errors.Join(errs...)
}

// difference says how a read differs.
func difference(s traces.CheckedStep) string {
	switch s.Why {
	case traces.FailedThen:
		return "it failed when the question was asked"
	case traces.Unreadable:
		return "no statement that this version makes for this workspace"
	case traces.Reordered:
		return fmt.Sprintf("%d rows then, %d now, in another order", s.Was, s.Now)
	case traces.Changed:
		return fmt.Sprintf("%d rows with the same ids and other values", s.Was)
	case traces.Beyond:
		return fmt.Sprintf("%d rows then, %d now; differs beyond the first %d ids", s.Was, s.Now, query.ShownIDs)
	}
	said := fmt.Sprintf("%d rows then, %d now", s.Was, s.Now)
	for _, change := range []struct {
		what string
		ids  []string
	}{{"gone", s.Gone}, {"new", s.Come}} {
		if n := len(change.ids); n > 0 {
			said += fmt.Sprintf("; %d %s: %s", n, change.what, line(strings.Join(change.ids[:min(n, shownIDs)], ", ")))
			if n > shownIDs {
				said += ", …"
			}
		}
	}
	return said
}
