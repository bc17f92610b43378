// Package cypher keeps Grove's graph in Neo4j, and shows every operation of
// package graph as Cypher, whichever store carried it out.
//
// Rendering is pure: a read renders to one statement, a write to a list of
// statements that run in one transaction. Each operation has a file of its own,
// with the same name as in package graph, that holds its renderer and its Store
// method. Values travel as parameters; only checked labels, relation types and
// hop bounds are part of a text.
//
// A node's property "key" is workspace + "/" + id, unique for each structural
// label; every match begins with a seek for it, or with an index that begins
// with the workspace.
package cypher

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	driverconfig "github.com/neo4j/neo4j-go-driver/v5/neo4j/config"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/notifications"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
)

// Config says where the Neo4j server is and which workspace is meant.
type Config struct {
	// URI is the server's address, such as "bolt://localhost:7687", or
	// "neo4j://..." for a cluster. There is no default.
	URI config.Address
	// User and Password authenticate; an empty User means that the server asks for none.
	User, Password string
	// Workspace is the workspace's name: [a-z0-9][a-z0-9_-]{0,62}.
	Workspace string
	// Observe is called for each operation of the store; nil: none is observed.
	Observe graph.Observe
}

// How long the driver waits before it gives up.
const (
	connectWait = 5 * time.Second
	// retryWait bounds how long a transaction is tried again after a deadlock or
	// a lost connection. The attempt under way is not cut short by it.
	retryWait = 5 * time.Second
	// closeWait bounds the end of a session, which must also end where the
	// caller's context already has.
	closeWait = 2 * time.Second
)

// Store is a workspace's graph in Neo4j. It is safe for concurrent use.
type Store struct {
	driver    neo4j.DriverWithContext
	bookmarks neo4j.BookmarkManager
	workspace scope
	observe   graph.Observe
	// address is the server's, for messages.
	address string
	// counts are those of the last change number that Counts read.
	counts atomic.Pointer[cachedCounts]
}

var _ graph.Store = (*Store)(nil)

// Open connects to the server, proves that it answers, and creates the
// constraints and indexes that are missing. A server that cannot be reached or
// refuses the password is Unavailable.
func Open(ctx context.Context, c Config) (*Store, error) {
	s, err := connect(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := s.ensureIndexes(ctx); err != nil {
		_ = s.Close(ctx)
		return nil, err
	}
	s.observe = c.Observe
	return s, nil
}

// connect makes a store of a server that answers.
func connect(ctx context.Context, c Config) (*Store, error) {
	const op = "cypher.Open"
	workspace, err := scopeOf(c.Workspace)
	if err != nil {
		return nil, err
	}
	auth := neo4j.NoAuth()
	if c.User != "" {
		auth = neo4j.BasicAuth(c.User, c.Password, "")
	}
	driver, err := neo4j.NewDriverWithContext(c.URI.Reveal(), auth, configure)
	if err != nil {
		return nil, mapped(ctx, c.URI.Hide(err), op, c.URI.String())
	}
	if err := config.Reach(ctx, c.URI, "--neo4j-uri"); err != nil {
		_ = driver.Close(ctx) // nothing was opened that could be lost
		return nil, fault.Wrap(err, op, "")
	}
	s := &Store{driver: driver, bookmarks: neo4j.NewBookmarkManager(neo4j.BookmarkManagerConfig{}), workspace: workspace,
		address: c.URI.String()}
	if err := driver.VerifyConnectivity(ctx); err != nil {
		_ = s.Close(ctx) // nothing was opened that could be lost
		return nil, mapped(ctx, c.URI.Hide(err), op, c.URI.String())
	}
	return s, nil
}

func configure(c *driverconfig.Config) {
	c.SocketConnectTimeout = connectWait
	c.ConnectionAcquisitionTimeout = 2 * connectWait
	c.MaxTransactionRetryTime = retryWait
	c.FetchSize = neo4j.FetchAll
	// A query on a label that nobody has written yet is no news.
	c.NotificationsMinSeverity = notifications.DisabledLevel
	c.TelemetryDisabled = true
	c.UserAgent = "grove"
}

// Close ends all connections.
func (s *Store) Close(ctx context.Context) error {
	return mapped(ctx, s.driver.Close(ctx), "cypher.Close", "")
}

// Snapshot returns the store itself: a Neo4j read sees what is committed.
func (s *Store) Snapshot(context.Context) (graph.Reader, func(), error) {
	return s, func() {}, nil
}

// Drop removes everything the workspace holds, a batch a transaction. It may be
// called again where it was interrupted.
func (s *Store) Drop(ctx context.Context) error {
	s.counts.Store(nil) // change numbers begin anew
	defer s.counts.Store(nil)
	for _, label := range structuralLabels {
		if err := s.exhaust(ctx, "cypher.Drop", renderDrop(s.workspace, label)); err != nil {
			return err
		}
	}
	return nil
}

// exhaust runs a statement that drops the next nodes until none are left, each time in a transaction.
func (s *Store) exhaust(ctx context.Context, op string, st Statement) error {
	for {
		n, err := write(ctx, s, op, func(tx neo4j.ManagedTransaction) (int, error) {
			return first(run(ctx, tx, st, func(r row) int { return r.number("dropped") }))
		})
		if err != nil || n < graph.MaxRows {
			return err
		}
	}
}

// drops drops the next nodes n of a match by keys above one and below another.
func drops(match, after, end string) Statement {
	return Statement{match + "\nWITH n ORDER BY n.key LIMIT $limit\nDETACH DELETE n\nRETURN count(*) AS dropped",
		map[string]any{"after": after, "end": end, "limit": graph.MaxRows}}
}

// renderDrop removes the next nodes of a label. The Workspace node's key has no
// slash, and is matched alone.
func renderDrop(w scope, label string) Statement {
	after, end := w.key(""), w.end()
	if label == "Workspace" {
		after, end = string(w), string(w)+"!"
	}
	return drops("MATCH (n:"+label+") WHERE n.key >= $after AND n.key < $end", after, end)
}

// read carries a read operation out, a Statement or what Render takes, and decodes its
// rows in their order.
func read[T any](ctx context.Context, s *Store, op string, query any, decode func(row) T) (out []T, err error) {
	ctx, end := s.observe.Begin(ctx, op)
	defer func() { end(err) }()
	st, err := render(s.workspace, query)
	if err != nil {
		return nil, err
	}
	return session(ctx, s, op, neo4j.FetchDefault, neo4j.SessionWithContext.ExecuteRead, func(tx neo4j.ManagedTransaction) ([]T, error) {
		return run(ctx, tx, st, decode)
	})
}

// write runs work in one write transaction. The driver may run it again after a
// deadlock or a lost connection, so work must stand being repeated.
func write[T any](ctx context.Context, s *Store, op string, work func(neo4j.ManagedTransaction) (T, error)) (T, error) {
	return session(ctx, s, op, neo4j.FetchDefault, neo4j.SessionWithContext.ExecuteWrite, work)
}

// update runs work that gives nothing in one write transaction.
func (s *Store) update(ctx context.Context, op string, work func(neo4j.ManagedTransaction) error) error {
	_, err := write(ctx, s, op, func(tx neo4j.ManagedTransaction) (struct{}, error) { return struct{}{}, work(tx) })
	return err
}

// change runs statements that give no rows in one write transaction.
func (s *Store) change(ctx context.Context, op string, statements []Statement) error {
	return s.update(ctx, op, func(tx neo4j.ManagedTransaction) error { return runAll(ctx, tx, statements) })
}

type execute = func(neo4j.SessionWithContext, context.Context, neo4j.ManagedTransactionWork, ...func(*neo4j.TransactionConfig)) (any, error)

func session[T any](ctx context.Context, s *Store, op string, fetch int, execute execute,
	work func(neo4j.ManagedTransaction) (T, error)) (result T, err error) {
	var zero T
	ctx, end := s.observe.Begin(ctx, op)
	defer func() { end(err) }()
	if err := ctx.Err(); err != nil {
		return zero, mapped(ctx, err, op, "")
	}
	session := s.driver.NewSession(ctx, neo4j.SessionConfig{BookmarkManager: s.bookmarks, FetchSize: fetch})
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWait)
		defer cancel()
		// The outcome is known by now; a connection that does not end well is dropped by the driver.
		_ = session.Close(end)
	}()
	out, err := execute(session, ctx, func(tx neo4j.ManagedTransaction) (any, error) { return work(tx) })
	if err != nil {
		return zero, s.addressed(mapped(ctx, err, op, ""))
	}
	return out.(T), nil
}

// addressed names the server in an outage that names nothing else.
func (s *Store) addressed(err error) error {
	if fault.Is(err, fault.Unavailable) && fault.Item(err) == "" {
		return fault.Wrap(err, "", s.address)
	}
	return err
}

// run runs one statement inside a transaction and decodes its rows.
func run[T any](ctx context.Context, tx neo4j.ManagedTransaction, st Statement, decode func(row) T) ([]T, error) {
	result, err := tx.Run(ctx, st.Text, st.Params)
	if err != nil {
		return nil, err
	}
	var out []T
	var bad error
	for result.Next(ctx) {
		out = append(out, decode(row{result.Record().AsMap(), &bad}))
	}
	if err := result.Err(); err != nil {
		return nil, err
	}
	return out, bad
}

// first returns the row of a statement that always gives one: without it, the server's reply cannot be trusted.
func first[T any](rows []T, err error) (one T, _ error) {
	if err == nil && len(rows) == 0 {
		err = fault.New(fault.Internal, "cypher.first", "", "the server returned no row, where a statement always gives one", "")
	}
	if err != nil {
		return one, err
	}
	return rows[0], nil
}

// firstOrZero returns the row about a workspace, and the zero value of one in which nothing was written yet.
func firstOrZero[T any](rows []T, err error) (one T, _ error) {
	if err != nil || len(rows) == 0 {
		return one, err
	}
	return rows[0], nil
}

// runAll runs statements that give no rows.
func runAll(ctx context.Context, tx neo4j.ManagedTransaction, statements []Statement) error {
	for _, st := range statements {
		result, err := tx.Run(ctx, st.Text, st.Params)
		if err != nil {
			return err
		}
		if _, err := result.Consume(ctx); err != nil {
			return err
		}
	}
	return nil
}
