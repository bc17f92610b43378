package cypher

import (
	"context"
	"strconv"
	"strings"

	"grove/internal/fault"
)

// ServerInfo is the version and edition of a Neo4j server.
type ServerInfo struct {
	// Version is such as "5.26.0", Edition "community" or "enterprise".
	Version, Edition string
}

// Server reads the version and edition of a server. It writes nothing.
func Server(ctx context.Context, c Config) (ServerInfo, error) {
	const op = "cypher.Server"
	s, err := connect(ctx, c)
	if err != nil {
		return ServerInfo{}, err
	}
	rows, err := read(ctx, s, op, Statement{Text: "CALL dbms.components() YIELD name, versions, edition WHERE name = 'Neo4j Kernel'\n" +
		"RETURN versions[0] AS version, edition ORDER BY version"},
		func(r row) ServerInfo { return ServerInfo{r.text("version"), r.text("edition")} })
	if closed := s.Close(ctx); err == nil {
		err = closed
	}
	if err != nil {
		return ServerInfo{}, err
	}
	if len(rows) == 0 {
		return ServerInfo{}, fault.New(fault.Unavailable, op, s.address, "the server does not identify itself as Neo4j", hintServer)
	}
	return rows[0], nil
}

// Check returns Unavailable for a server older than Neo4j 5.26.
func (i ServerInfo) Check() error {
	parts := strings.SplitN(i.Version, ".", 3)
	major, err := strconv.Atoi(parts[0])
	minor := 0
	if err == nil && len(parts) > 1 {
		minor, err = strconv.Atoi(parts[1])
	}
	if err != nil || major < 5 || major == 5 && minor < 26 {
		return fault.New(fault.Unavailable, "cypher.Check", "Neo4j "+i.Version, "an old or unknown version of the server",
			"Grove needs Neo4j 5.26 or later")
	}
	return nil
}
