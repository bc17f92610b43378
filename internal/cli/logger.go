package cli

import (
	"log/slog"

	"grove/internal/fault"
	"grove/internal/telemetry"
)

// The forms of a service's log.
const (
	logText = "text"
	logJSON = "json"
)

// logger writes the service's log to standard error; its entries have the ids of the
// request, workspace and job that they are about.
func (c *command) logger(format, level string) (*slog.Logger, error) {
	var least slog.Level
	if err := least.UnmarshalText([]byte(level)); err != nil {
		return nil, usageError{fault.New(fault.Invalid, "cli.logger", level, "not a level of the log", "--log-level debug, info, warn or error")}
	}
	if c.Quiet {
		least = max(least, slog.LevelWarn)
	}
	options := &slog.HandlerOptions{Level: least}
	switch format {
	case logText:
		return slog.New(telemetry.Log(slog.NewTextHandler(c.err, options))), nil
	case logJSON:
		return slog.New(telemetry.Log(slog.NewJSONHandler(c.err, options))), nil
	}
	return nil, usageError{fault.New(fault.Invalid, "cli.logger", format, "not a form of the log", "--log-format text or json")}
}
