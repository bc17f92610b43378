package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"grove/cypher"
	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/sqlite"
	"grove/internal/text"
	"grove/internal/workspace"
)

// Examined is what the doctor found.
type Examined struct {
	// OK is true where nothing needs a remedy.
	OK     bool          `json:"ok"`
	Checks []Examination `json:"checks"`
}

// Examination is one check of what Grove needs.
type Examination struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Count is 1 where something is wrong, else 0.
	Count int `json:"count"`
	// Detail is what was seen, Hint the remedy.
	Detail string `json:"detail"`
	Hint   string `json:"hint"`
}

// doctorWait bounds each check.
const doctorWait = 20 * time.Second

// leastFree is the free space below which a disk is found wanting, in bytes.
const leastFree = 512 << 20

// Doctor checks what Grove needs: folder, disk, store, endpoint, embedder. It
// changes nothing, and works beside a process that holds the workspace.
func Doctor(ctx context.Context, c config.Config) Examined {
	out := Examined{OK: true}
	for _, check := range []struct {
		name string
		run  func(context.Context, config.Config) (string, error)
	}{
		{"settings", func(_ context.Context, c config.Config) (string, error) { return "valid", c.Check() }},
		{"data folder", checkFolder}, {"disk", checkDisk}, {"store", checkStore}, {"workspace", checkWorkspace},
		{"model", checkModel}, {"embedder", checkEmbedder},
	} {
		bounded, cancel := context.WithTimeout(ctx, doctorWait)
		detail, err := check.run(bounded, c)
		if err != nil && bounded.Err() != nil && ctx.Err() == nil {
			err = fault.New(fault.Unavailable, "app.Doctor", fault.Item(err), fmt.Sprintf("no answer within %s", doctorWait), "see whether it is overloaded or hangs, and try again")
		}
		cancel()
		e := Examination{Name: check.name, OK: err == nil, Detail: detail}
		if err != nil {
			out.OK = false
			e.Count, e.Detail, e.Hint = 1, fault.Brief(err), fault.Hint(err)
		}
		out.Checks = append(out.Checks, e)
	}
	return out
}

// existing is the nearest folder at or above dir that is there.
func existing(dir string) string {
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
	there := existing(folder)
	probe, err := os.CreateTemp(there, ".grove-doctor-*")
	if err != nil {
		return "", &fault.Error{Kind: fault.Unavailable, Op: "app.checkFolder", Item: there, Err: err, Hint: "give a folder that can be written with --data"}
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return "", fault.Wrap(err, "app.checkFolder", there)
	}
	if there != folder {
		return folder + " is made by the first ingest", nil
	}
	return folder + " can be written", nil
}

func checkDisk(_ context.Context, c config.Config) (string, error) {
	folder, err := filepath.Abs(c.Data)
	if err != nil {
		return "", fault.Wrap(err, "app.checkDisk", c.Data)
	}
	free, err := freeBytes(existing(folder))
	switch {
	case err != nil:
		return "", fault.Wrap(err, "app.checkDisk", folder)
	case free < 0:
		return "the free space is not known on this system", nil
	case free < leastFree:
		return "", fault.New(fault.Unavailable, "app.checkDisk", folder, fmt.Sprintf("%d MB are free", free>>20), "free some space, or give another folder with --data")
	}
	return fmt.Sprintf("%d MB are free", free>>20), nil
}

func checkStore(ctx context.Context, c config.Config) (string, error) {
	if c.Store != config.Neo4j {
		if err := sqlite.Exists(c.Folder()); err != nil {
			if fault.Is(err, fault.NotFound) {
				return "embedded; the workspace is not there yet", nil
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
		return fmt.Sprintf("embedded; %d documents, %d chunks", counts.Documents, counts.Chunks), nil
	}
	if err := c.Check(); err != nil { // without an address there is nothing to ask
		return "", err
	}
	server, err := cypher.Server(ctx, cypher.Config{URI: c.Neo4jURI, User: c.Neo4jUser, Password: c.Neo4jPassword, Workspace: c.Workspace})
	if err != nil {
		return "", err
	}
	return "Neo4j " + server.Version + " " + server.Edition + " at " + c.Neo4jURI, server.Check()
}

func checkWorkspace(_ context.Context, c config.Config) (string, error) {
	if _, err := os.Stat(c.Folder()); os.IsNotExist(err) {
		return c.Workspace + " is not there yet", nil
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
	health, err := client.Ping(ctx)
	if err != nil {
		return "", err
	}
	detail := fmt.Sprintf("%s answers in %d ms", c.Model, health.Latency.Milliseconds())
	if !health.Found {
		return "", fault.New(fault.Invalid, "app.checkModel", c.Model, "the endpoint does not have this model", "check --model and --llm-base-url")
	}
	return detail, nil
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
	return fmt.Sprintf("%s gives vectors of %d numbers, in %d ms", c.Embedder, len(vectors[0]), milliseconds(started)), nil
}
