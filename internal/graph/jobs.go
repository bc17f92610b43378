package graph

import "time"

// JobState tells how a job stands.
type JobState string

// The states of a job. A job that is Running although no process holds the
// workspace was interrupted: the same command goes on with it.
const (
	JobQueued      JobState = "queued" // waits for its turn in a service
	JobRunning     JobState = "running"
	JobDone        JobState = "done"
	JobPartly      JobState = "partly" // some items failed, or a budget stopped it
	JobFailed      JobState = "failed"
	JobCancelled   JobState = "cancelled"
	JobInterrupted JobState = "interrupted"
)

// Job is one long piece of work on a workspace. What it did to the graph does
// not hang on it: the journal and the documents tell how far the work is.
type Job struct {
	ID ID `json:"id"`
	// Kind is what the job does, such as "ingest".
	Kind  string   `json:"kind"`
	State JobState `json:"state"`
	// Request is what the job was asked for, Progress how far it is, and Result
	// what came of it: JSON objects whose shape belongs to the kind; Result is ""
	// until the end.
	Request  string `json:"-"`
	Progress string `json:"-"`
	Result   string `json:"-"`
	// Error says what ended a job that failed.
	Error string `json:"error,omitempty"`
	// Created and Updated are to the millisecond, in UTC.
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}

// Unfinished are the states of a job that is to be gone on with.
func Unfinished() []JobState { return []JobState{JobQueued, JobRunning, JobInterrupted} }

// JobID is the id of a job: kinds and times tell jobs apart.
func JobID(kind string, created time.Time) ID {
	return newID(JobKind, kind, created.UTC().Format(time.RFC3339Nano))
}

// JobsQuery asks for jobs, the latest first; jobs of one time by id.
type JobsQuery struct {
	// ID asks for one job; "" for all.
	ID ID
	// Unfinished leaves only those that wait, run or were interrupted.
	Unfinished bool
	// After goes on after this job, the last of the page before; nil is the first page.
	// Jobs that are added meanwhile come before it.
	After *Job
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}
