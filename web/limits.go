package web

import "time"

// Limits bound what clients may take. A field of 0 is its default.
type Limits struct {
	// Body is the most bytes of a JSON body (1 MiB), Upload of a document (64 MiB),
	// Import of an export that is read (1 GiB).
	Body, Upload, Import int64
	// Connections is how many connections are open at once (4,096); see Bounded.
	Connections int
	// Requests is how many requests are worked on at once, streams included (512).
	// One more is refused, not kept waiting.
	Requests int
	// KeyRequests is how many of them one key may have under way, everybody without a
	// key being one (half of Requests, 1 at least).
	KeyRequests int
	// Rate is how many requests a second a key may make (50), Burst how many at once
	// after a rest (100).
	Rate  float64
	Burst int
	// Question is the most runes of a question or query (10,000).
	Question int
	// UploadTime bounds the sending of a document (10 minutes), QuestionTime the
	// answering of a question (10 minutes).
	UploadTime, QuestionTime time.Duration
	// Heartbeat is how often a stream without events says that it lives (15 seconds).
	Heartbeat time.Duration
	// Grace is how long a streamed question waits for its client to come back (15
	// seconds): it makes no calls meanwhile, and then ends.
	Grace time.Duration
}

// filled gives the limits with their defaults.
func (l Limits) filled() Limits {
	requests := or(l.Requests, 512)
	return Limits{
		Body: or(l.Body, 1<<20), Upload: or(l.Upload, 64<<20), Import: or(l.Import, 1<<30),
		Connections: or(l.Connections, 4096), Requests: requests, KeyRequests: or(l.KeyRequests, max(1, requests/2)), Rate: or(l.Rate, 50), Burst: or(l.Burst, 100), Question: or(l.Question, 10_000),
		UploadTime: or(l.UploadTime, 10*time.Minute), QuestionTime: or(l.QuestionTime, 10*time.Minute),
		Heartbeat: or(l.Heartbeat, 15*time.Second), Grace: or(l.Grace, 15*time.Second),
	}
}

func or[N int | int64 | float64 | time.Duration](n, otherwise N) N {
	if n <= 0 {
		return otherwise
	}
	return n
}

const (
	// headerTime bounds the sending of a request's header, bodyTime that of a request
	// and answerTime the taking of an answer, where a route has no time of its own.
	headerTime = 10 * time.Second
	bodyTime   = time.Minute
	answerTime = 2 * time.Minute
	// writeTime is how long one write to a stream may take: who reads slower is left.
	writeTime = 30 * time.Second
	// idleTime is how long a connection without a request is kept.
	idleTime = 2 * time.Minute
	// maxHeader is the most bytes of a request's header, its address included: the
	// longest lists of the longest texts fit, however they are written.
	maxHeader = 1 << 20
)
