package curate

import (
	"context"
	"testing"

	"grove/internal/fault"
	"grove/internal/graph"
	"grove/schema"
)

// cancelling is a store that cancels a context once a schema is stored.
type cancelling struct {
	graph.Store
	cancel context.CancelFunc
}

func (c cancelling) PutSchema(ctx context.Context, body string) (graph.SchemaVersion, error) {
	defer c.cancel()
	return c.Store.PutSchema(ctx, body)
}

// TestStoredSchemaIsDone: a change whose schema is stored is done, even if its refresh fails.
func TestStoredSchemaIsDone(t *testing.T) {
	c := withText(t, "Ahab sails.", nil)
	ctx, cancel := context.WithCancel(t.Context())
	c.Workspace.Store = cancelling{c.Workspace.Store, cancel}
	seed, err := schema.Parse([]byte(`{"name":"sea","types":[{"name":"Ship"}],"relations":[{"name":"NEAR"}],"attributes":[]}`))
	if err != nil {
		t.Fatal(err)
	}
	change, err := c.SetSchema(ctx, seed, SetSchemaOptions{Sure: true})
	if !fault.Is(err, fault.Canceled) || !change.Done {
		t.Errorf("done %t, %v", change.Done, err)
	}
}
