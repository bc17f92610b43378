package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"grove/cypher"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/sqlite"
	"grove/internal/text"
	"grove/internal/workspace"
)

// DoctorReport is the result of Doctor.
type DoctorReport struct {
	// OK is true if every check passed.
	OK     bool          `json:"ok"`
	Checks []DoctorCheck `json:"checks"`
}

// DoctorCheck is one check of the environment.
type DoctorCheck struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Count is 1 if the check failed, else 0.
	Count int `json:"count"`
	// Detail describes the finding, Hint the remedy.
	Detail string `json:"detail"`
	Hint   string `json:"hint"`
}

// doctorTimeout bounds each check.
const doctorTimeout = 20 * time.Second

// minFree is the free disk space below which a check fails, in bytes.
const minFree = 512 << 20

// Doctor checks the settings, data folder, disk, store, workspace, model endpoint and embedder.
// It changes nothing, and works while another process holds the workspace.
func Doctor(ctx context.Context, c config.Config) DoctorReport {
	report := DoctorReport{OK: true}
	for _, check := range []struct {
		name string
		run  func(context.Context, config.Config) (string, error)
	}{
		{"settings", func(_ context.Context, c config.Config) (string, error) { return "valid", c.Check() }},
		{"data folder", checkFolder}, {"disk", checkDisk}, {"store", checkStore}, {"workspace", checkWorkspace},
		{"model", checkModel}, {"embedder", checkEmbedder},
	} {
		bounded, cancel := context.WithTimeout(ctx, doctorTimeout)
		detail, err := check.run(bounded, c)
		if err != nil && bounded.Err() != nil && ctx.Err() == nil {
			err = fault.New(fault.Unavailable, "app.Doctor", fault.Item(err),
				fmt.Sprintf("no answer within %s", doctorTimeout), "check whether it is overloaded, and try again")
		}
		cancel()
		e := DoctorCheck{Name: check.name, OK: err == nil, Detail: detail}
		if err != nil {
			report.OK = false
			e.Count, e.Detail, e.Hint = 1, fault.Brief(err), fault.Hint(err)
		}
		report.Checks = append(report.Checks, e)
	}
	return report
}

// existingFolder returns dir, or its nearest ancestor that exists.
func existingFolder(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

func checkFolder(_ context.Context, c config.Config) (string, error) {
	folder, err := filepath.Abs(c.Data)
	if err != nil {
		return "", fault.Wrap(err, "app.checkFolder", c.Data)
	}
	nearest := existingFolder(folder)
	probe, err := os.CreateTemp(nearest, ".grove-doctor-*")
	if err != nil {
		return "", fault.From(fault.Unavailable, "app.checkFolder", nearest, err, "name a writable folder with --data")
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return "", fault.Wrap(err, "app.checkFolder", nearest)
	}
	if nearest != folder {
		return folder + " is created by the first ingest", nil
	}
	return folder + " can be written", nil
}

func checkDisk(_ context.Context, c config.Config) (string, error) {
	folder, err := filepath.Abs(c.Data)
	if err != nil {
		return "", fault.Wrap(err, "app.checkDisk", c.Data)
	}
	free, err := freeBytes(existingFolder(folder))
	switch {
	case err != nil:
		return "", fault.Wrap(err, "app.checkDisk", folder)
	case free < 0:
		return "the free space cannot be read on this system", nil
	case free < minFree:
		return "", fault.New(fault.Unavailable, "app.checkDisk", folder, fmt.Sprintf("%d MB are free", free>>20),
			"free some space, or name another folder with --data")
	}
	return fmt.Sprintf("%d MB are free", free>>20), nil
}

func checkStore(ctx context.Context, c config.Config) (string, error) {
	if c.Store != config.Neo4j {
		if err := sqlite.Exists(c.Folder()); err != nil {
			if fault.Is(err, fault.NotFound) {
				return "embedded; the workspace does not exist yet", nil
			}
			return "", err
		}
		store, err := sqlite.OpenReadOnly(ctx, c.Folder())
		if err != nil {
			return "", err
		}
		counts, err := store.Counts(ctx)
		if err = errors.Join(err, store.Close(ctx)); err != nil {
			return "", err
		}
		return fmt.Sprintf("embedded; %s, %s", text.Count(counts.Documents, "document"), text.Count(counts.Chunks, "chunk")), nil
	}
	if err := c.Check(); err != nil { // such as a missing address
		return "", err
	}
	server, err := cypher.Server(ctx, cypher.Config{URI: c.Neo4jURI, User: c.Neo4jUser, Password: c.Neo4jPassword, Workspace: c.Workspace})
	if err != nil {
		return "", err
	}
	return "Neo4j " + server.Version + " " + server.Edition + " at " + c.Neo4jURI.String(), server.Check()
}

func checkWorkspace(_ context.Context, c config.Config) (string, error) {
	if _, err := os.Stat(c.Folder()); os.IsNotExist(err) {
		return c.Workspace + " does not exist yet", nil
	}
	holder, err := sqlite.Holder(c.Folder())
	switch {
	case err != nil:
		return "", err
	case holder != "":
		return c.Workspace + " is held by " + holder, nil
	}
	return c.Workspace + " is free", nil
}

func checkModel(ctx context.Context, c config.Config) (string, error) {
	if c.Model == config.Offline {
		return "offline: no language model", nil
	}
	counter, err := text.NewCounter()
	if err != nil {
		return "", err
	}
	client, err := workspace.Endpoint(c, counter)
	if err != nil {
		return "", err
	}
	health, err := client.Try(ctx)
	if hint := workspace.KeyHint(c); err != nil && hint != "" && !strings.Contains(fault.Hint(err), "key is set") {
		return "", fault.From(fault.KindOf(err), "app.checkModel", "", err, hint+"; "+fault.Hint(err))
	}
	if err != nil {
		return "", err
	}
	if !health.Found {
		return "", fault.New(fault.Invalid, "app.checkModel", c.Model, "the endpoint does not have this model",
			"check --model and --llm-base-url")
	}
	return fmt.Sprintf("%s answers in %d ms; takes %s", c.Model, health.Latency.Milliseconds(), health.Takes), nil
}

func checkEmbedder(ctx context.Context, c config.Config) (string, error) {
	if c.Embedder == config.Builtin {
		return "builtin: no endpoint", nil
	}
	endpoint, err := workspace.Embedder(c)
	if err != nil {
		return "", err
	}
	started := time.Now()
	vectors, err := endpoint.Embed(ctx, []string{"a sentence"})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s gives vectors of %s, in %d ms", c.Embedder, text.Count(len(vectors[0]), "number"),
		time.Since(started).Milliseconds()), nil
}
