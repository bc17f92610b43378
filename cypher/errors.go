package cypher

import (
	"context"
	"errors"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"grove/internal/fault"
)

// The remedies that failures of the server call for.
const (
	hintServer    = "is Neo4j running? see --neo4j-uri"
	hintPassword  = "check --neo4j-user and GROVE_NEO4J_PASSWORD"
	hintAgain     = "try again in a moment"
	hintServerLog = "see the log of the Neo4j server"
)

// mapped turns an error of the driver into one of Grove's kinds. It is the only
// place that knows the driver's errors. An outage is Unavailable, never NotFound.
func mapped(ctx context.Context, err error, op, item string) error {
	if err == nil {
		return nil
	}
	// Within a cancelled call the driver reports a lost connection, which does not wrap the
	// error of the context.
	if ended := ctx.Err(); ended != nil {
		return fault.From(fault.Canceled, op, item, ended, "")
	}
	err = lastAttempt(err)
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return fault.Wrap(err, op, item)
	}
	kind, hint := classify(err)
	return fault.From(kind, op, item, err, hint)
}

// lastAttempt returns the error of the last try of a transaction that the driver gave up on.
func lastAttempt(err error) error {
	var limit *neo4j.TransactionExecutionLimit
	if errors.As(err, &limit) && len(limit.Errors) > 0 {
		return lastAttempt(limit.Errors[len(limit.Errors)-1])
	}
	return err
}

// classify says what kind of failure a driver's error is, and what helps.
func classify(err error) (fault.Kind, string) {
	var (
		usage        *neo4j.UsageError
		connectivity *neo4j.ConnectivityError
		credentials  *neo4j.InvalidAuthenticationError
		expired      *neo4j.TokenExpiredError
		server       *neo4j.Neo4jError
	)
	switch {
	case errors.As(err, &credentials), errors.As(err, &expired):
		return fault.Unavailable, hintPassword
	case errors.As(err, &server):
		return classifyCode(server.Code)
	case errors.As(err, &connectivity):
		return fault.Unavailable, hintServer
	case errors.As(err, &usage):
		return fault.Invalid, hintServer
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.Canceled, ""
	}
	return fault.Internal, ""
}

// classifyCode reads a status code of the server: Neo.Blame.Area.Title.
func classifyCode(code string) (fault.Kind, string) {
	has := func(prefix string) bool { return strings.HasPrefix(code, "Neo."+prefix) }
	switch {
	case has("ClientError.Security."):
		return fault.Unavailable, hintPassword
	case has("ClientError.Database."), has("ClientError.Cluster."):
		return fault.Unavailable, hintServer
	case has("TransientError.General.") && strings.Contains(code, "Memory"):
		return fault.Unavailable, "give the Neo4j server more memory, or write fewer documents at once"
	case has("TransientError."), has("ClientError.Transaction."):
		return fault.Unavailable, hintAgain
	case has("DatabaseError.Statement."), has("DatabaseError.Schema."):
		return fault.Internal, hintServerLog
	case has("DatabaseError."):
		return fault.Unavailable, hintServerLog
	}
	return fault.Internal, ""
}
