package ingest

import (
	"context"
	"runtime/pprof"
)

// StageLabel is the label by which a CPU profile of a run tells its stages apart.
const StageLabel = "stage"

// The stages of a run.
const (
	StageCut     = "cut"     // load, look up, language, chunks, digests
	StageAsk     = "ask"     // prompt, counting, cache of replies, client, reading the reply
	StageResolve = "resolve" // names to key elements, spans
	StageJournal = "journal" // plans and replies to the store
	StageWrite   = "write"   // groups of documents to the store
	StageIndex   = "index"   // the text index
)

// InStage does work under the label of a stage.
func InStage(ctx context.Context, stage string, work func(context.Context) error) (err error) {
	pprof.Do(ctx, pprof.Labels(StageLabel, stage), func(ctx context.Context) { err = work(ctx) })
	return err
}
