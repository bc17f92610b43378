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

// Job is a long-running task on a workspace. Its effects on the graph are independent of
// it: the journal and the documents show how far the work is.
type Job struct {
	ID ID `json:"id"`
	// Kind is what the job does, such as "ingest".
	Kind  string   `json:"kind"`
	State JobState `json:"state"`
	// Request, Progress and Result are JSON objects whose shape depends on the kind;
	// Result is "" until the end.
	Request  string `json:"-"`
	Progress string `json:"-"`
	Result   string `json:"-"`
	// Error is the message of a job that failed.
	Error string `json:"error,omitempty"`
	// Created and Updated are to the millisecond, in UTC.
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}

// Unfinished returns the states of jobs that have not ended.
func Unfinished() []JobState { return []JobState{JobQueued, JobRunning, JobInterrupted} }

// JobStates returns all states of jobs.
func JobStates() []JobState {
	return []JobState{JobQueued, JobRunning, JobDone, JobPartly, JobFailed, JobCancelled, JobInterrupted}
}

// JobID returns the id of a job, which follows from its kind and time of creation.
func JobID(kind string, created time.Time) ID {
	return newID(JobKind, kind, created.UTC().Format(time.RFC3339Nano))
}

// JobsQuery asks for jobs, the latest first; jobs of one time by id.
type JobsQuery struct {
	// ID asks for one job; "" for all.
	ID ID
	// States selects jobs in one of these states; empty selects all.
	States []JobState
	// After is the last job of the previous page; nil selects the first page. Jobs that are
	// added meanwhile are on earlier pages.
	After *Job
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}
