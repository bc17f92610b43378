package cypher

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	driverconfig "github.com/neo4j/neo4j-go-driver/v5/neo4j/config"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/graph"
)

func TestErrorsOfTheDriver(t *testing.T) {
	code := func(c string) error { return &neo4j.Neo4jError{Code: c, Msg: "m"} }
	lost := &neo4j.ConnectivityError{Inner: errors.New("EOF")}
	for name, c := range map[string]struct {
		err  error
		kind fault.Kind
		hint string
	}{
		"connection lost":         {lost, fault.Unavailable, hintServer},
		"wrapped":                 {fmt.Errorf("outer: %w", lost), fault.Unavailable, hintServer},
		"given up":                {&neo4j.TransactionExecutionLimit{Errors: []error{code("Neo.ClientError.Statement.SyntaxError"), lost}}, fault.Unavailable, hintServer},
		"given up on nothing":     {&neo4j.TransactionExecutionLimit{}, fault.Internal, ""},
		"a fault inside":          {fault.New(fault.SourceTaken, "op", "a", "m", "h"), fault.SourceTaken, "h"},
		"given up on a fault":     {&neo4j.TransactionExecutionLimit{Errors: []error{fault.New(fault.Corrupt, "op", "a", "m", "h")}}, fault.Corrupt, "h"},
		"wrong password":          {code("Neo.ClientError.Security.Unauthorized"), fault.Unavailable, hintPassword},
		"too many wrong ones":     {code("Neo.ClientError.Security.AuthenticationRateLimit"), fault.Unavailable, hintPassword},
		"no such database":        {code("Neo.ClientError.Database.DatabaseNotFound"), fault.Unavailable, hintServer},
		"deadlock":                {code("Neo.TransientError.Transaction.DeadlockDetected"), fault.Unavailable, hintAgain},
		"out of memory":           {code("Neo.TransientError.General.MemoryPoolOutOfMemoryError"), fault.Unavailable, "give the Neo4j server more memory, or write fewer documents at once"},
		"timed out on the server": {code("Neo.ClientError.Transaction.TransactionTimedOut"), fault.Unavailable, hintAgain},
		"disk full":               {code("Neo.DatabaseError.General.UnknownError"), fault.Unavailable, hintServerLog},
		"execution failed":        {code("Neo.DatabaseError.Statement.ExecutionFailed"), fault.Internal, hintServerLog},
		"our own bad statement":   {code("Neo.ClientError.Statement.SyntaxError"), fault.Internal, ""},
		"a bad address":           {&neo4j.UsageError{Message: "scheme"}, fault.Invalid, hintServer},
		"deadline of the driver":  {context.DeadlineExceeded, fault.Canceled, ""},
		"anything else":           {errors.New("x"), fault.Internal, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := mapped(context.Background(), c.err, "cypher.Test", "item")
			if got := fault.KindOf(err); got != c.kind {
				t.Errorf("kind %q, want %q", got, c.kind)
			}
			if got := fault.Hint(err); got != c.hint {
				t.Errorf("hint %q, want %q", got, c.hint)
			}
			if !errors.Is(err, lastAttempt(c.err)) {
				t.Errorf("%v does not lead back to its cause", err)
			}
		})
	}
	if mapped(context.Background(), nil, "op", "") != nil {
		t.Error("no error became one")
	}
}

func TestAnEndedContextIsCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	// This is how the driver reports it: nothing leads back to the context's error.
	err := mapped(ctx, &neo4j.ConnectivityError{Inner: errors.New("context canceled")}, "op", "")
	if !fault.Is(err, fault.Canceled) || !errors.Is(err, context.Canceled) {
		t.Fatalf("%v is of kind %q", err, fault.KindOf(err))
	}
}

func TestOpenWithoutAServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	for uri, kind := range map[string]fault.Kind{"bolt://" + address: fault.Unavailable, "http://" + address: fault.Invalid} {
		start := time.Now()
		_, err := Open(t.Context(), Config{URI: config.NewAddress(uri), Workspace: "w"})
		if !fault.Is(err, kind) || fault.Hint(err) == "" || fault.Item(err) != uri {
			t.Errorf("%s: %v (kind %q, hint %q)", uri, err, fault.KindOf(err), fault.Hint(err))
		}
		if took := time.Since(start); took > 2*connectWait {
			t.Errorf("%s: gave up only after %v", uri, took)
		}
	}
}

// TestAnOutageIsNeverNotFound asks a store whose connections lead nowhere.
func TestAnOutageIsNeverNotFound(t *testing.T) {
	driver, err := neo4j.NewDriverWithContext("bolt://127.0.0.1:1", neo4j.NoAuth(), configure, func(c *driverconfig.Config) {
		c.MaxTransactionRetryTime = 0 // one attempt: the time between attempts is the driver's own matter
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &Store{driver: driver, workspace: "w"}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, err := s.Schema(ctx); !fault.Is(err, fault.Unavailable) || fault.Hint(err) != hintServer {
		t.Errorf("Schema: %v (kind %q)", err, fault.KindOf(err))
	}
	if _, err := s.Apply(ctx, graph.Change{}); !fault.Is(err, fault.Unavailable) || fault.Hint(err) != hintServer {
		t.Errorf("Apply: %v (kind %q)", err, fault.KindOf(err))
	}
}

// TestNoRow: a statement that always gives a row and gave none is a defect; what nothing was written about is zero. An outage stays one.
func TestNoRow(t *testing.T) {
	if _, err := first([]int(nil), nil); !fault.Is(err, fault.Internal) {
		t.Errorf("no row: %v", err)
	}
	if n, err := firstOrZero([]int(nil), nil); n != 0 || err != nil {
		t.Errorf("nothing written: %d, %v", n, err)
	}
	outage := fault.New(fault.Unavailable, "op", "", "m", "")
	for name, one := range map[string]func([]int, error) (int, error){"first": first[int], "firstOrZero": firstOrZero[int]} {
		if n, err := one([]int{4, 5}, nil); n != 4 || err != nil {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		if _, err := one(nil, outage); !fault.Is(err, fault.Unavailable) {
			t.Errorf("%s: an outage became %v", name, err)
		}
	}
}
