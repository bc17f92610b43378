// Package config holds the settings that every command shares, and checks them.
package config

import (
	"path/filepath"
	"regexp"

	"grove/internal/fault"
)

// The stores a workspace can live in.
const (
	Embedded = "embedded"
	Neo4j    = "neo4j"
)

// Config is what the global flags and their GROVE_... variables say.
type Config struct {
	// Data is the folder that holds the workspaces' folders. Default "grove-data".
	Data string
	// Workspace is the name of one graph: [a-z0-9][a-z0-9_-]{0,62}. Default "default".
	Workspace string
	// Store is Embedded (default) or Neo4j.
	Store string
	// Neo4jURI and Neo4jUser reach the server; the password comes by the environment alone.
	Neo4jURI, Neo4jUser, Neo4jPassword string
	// Model is "offline" (default: no language model).
	Model string
	// JSON asks for exactly one JSON object on standard output; Quiet for no progress.
	JSON, Quiet bool
}

var workspaceName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,62}$`)

// CheckWorkspace refuses what cannot be the name of a workspace.
func CheckWorkspace(name string) error {
	if workspaceName.MatchString(name) {
		return nil
	}
	return fault.New(fault.Invalid, "config.CheckWorkspace", name, "not a workspace name",
		"use 1 to 63 of a-z, 0-9, _ and -, beginning with a letter or digit")
}

// Check refuses settings that cannot work, as fault.Invalid with the remedy.
func (c Config) Check() error {
	const op = "config.Check"
	if err := CheckWorkspace(c.Workspace); err != nil {
		return err
	}
	switch {
	case c.Data == "":
		return fault.New(fault.Invalid, op, "--data", "the data folder has no name", "give --data DIR")
	case c.Store != Embedded && c.Store != Neo4j:
		return fault.New(fault.Invalid, op, c.Store, "not a store", "--store embedded or --store neo4j")
	case c.Store == Neo4j && c.Neo4jURI == "":
		return fault.New(fault.Invalid, op, "--neo4j-uri", "the store neo4j needs the server's address",
			"give --neo4j-uri bolt://HOST:7687 or set GROVE_NEO4J_URI")
	case c.Model != "offline":
		return fault.New(fault.Invalid, op, c.Model, "not a model that this version can ask", "--model offline")
	}
	return nil
}

// Folder is the workspace's own folder, below Data.
func (c Config) Folder() string { return filepath.Join(c.Data, c.Workspace) }
