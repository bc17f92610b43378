package storetest

import (
	"context"
	"testing"
	"time"

	"grove/internal/fault"
	"grove/internal/graph"
)

func cancelCases() []writeCase {
	return []writeCase{
		{"cancel/every operation", cancelled},
		{"cancel/a write under way leaves all or nothing", cancelledWrite},
	}
}

func cancelled(t *testing.T, store graph.Store) {
	mustApply(t, store, graph.Change{Add: Small()})
	before := mustDump(t, store)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	late, stop := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer stop()
	for reason, ctx := range map[string]context.Context{"cancelled": ended, "deadline": late} {
		for name, op := range operations(1) {
			_, err := op(ctx, store)
			wantKind(t, name+" "+reason, err, fault.Canceled)
		}
		_, err := store.ChangeNumber(ctx)
		wantKind(t, "ChangeNumber "+reason, err, fault.Canceled)
		_, err = store.Counts(ctx)
		wantKind(t, "Counts "+reason, err, fault.Canceled)
		_, err = store.Schema(ctx)
		wantKind(t, "Schema "+reason, err, fault.Canceled)
		_, err = store.PutSchema(ctx, "{}")
		wantKind(t, "PutSchema "+reason, err, fault.Canceled)
		_, err = store.Apply(ctx, graph.Change{Remove: []graph.ID{graph.DocumentID("log.txt")}})
		wantKind(t, "Apply "+reason, err, fault.Canceled)
		err = store.Journal(ctx, []graph.Extraction{{Chunk: "c", Version: "v", Result: "{}"}})
		wantKind(t, "Journal "+reason, err, fault.Canceled)
		log := graph.DocumentID("log.txt")
		wantKind(t, "SetGists "+reason, store.SetGists(ctx, []graph.ID{log}, "600/280"), fault.Canceled)
		wantKind(t, "PutEpisodes "+reason, store.PutEpisodes(ctx, []graph.Pagination{paged(log, "600/280", 5)}), fault.Canceled)
		wantKind(t, "JournalEpisodes "+reason, store.JournalEpisodes(ctx, []graph.EpisodeReply{{ID: "r", Document: log}}), fault.Canceled)
	}
	same(t, "dump", mustDump(t, store), before)
	mustApply(t, store, graph.Change{Remove: []graph.ID{graph.DocumentID("log.txt")}})
}

// cancelledWrite cancels writes at several moments; whatever the moment, the
// store holds the whole document or nothing of it, and works on.
func cancelledWrite(t *testing.T, store graph.Store) {
	pieces := make([]Piece, 500)
	for i := range pieces {
		pieces[i] = Piece{Text: "A wave. ", Mentions: []Named{{Surface: "wave"}}, Facts: []Said{{Text: "A wave.", About: []string{"wave"}}}}
	}
	b := Bundle("waves.txt", "", pieces...)
	for _, wait := range []time.Duration{time.Microsecond, time.Millisecond, 5 * time.Millisecond, 20 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		_, err := store.Apply(ctx, graph.Change{Add: []graph.Bundle{b}})
		cancel()
		if err != nil {
			wantKind(t, "Apply", err, fault.Canceled)
		}
		switch c := must[graph.Counts](t)(store.Counts(t.Context())); c.Chunks {
		case 0:
			same(t, "nothing", c, graph.Counts{Tombstones: c.Tombstones})
			if err == nil {
				t.Error("Apply tells of no error and has written nothing")
			}
		default:
			same(t, "all", c, graph.Counts{Documents: 1, Chunks: len(pieces), Facts: 1, KeyElements: 1, Tombstones: c.Tombstones})
		}
		mustApply(t, store, graph.Change{Remove: []graph.ID{b.Document.ID}})
	}
	mustApply(t, store, graph.Change{Add: []graph.Bundle{b}})
	same(t, "chunks", must[graph.Counts](t)(store.Counts(t.Context())).Chunks, len(pieces))
}
