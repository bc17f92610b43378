package web

import "time"

// Limits bound requests. A field of 0 has its default.
type Limits struct {
	// Body is the maximum size in bytes of a JSON body (1 MiB), Upload of a document
	// (64 MiB), Import of an imported export (1 GiB).
	Body, Upload, Import int64
	// Connections is the maximum number of open connections (4,096); see Bounded.
	Connections int
	// Requests is the maximum number of concurrent requests, streams included (512). One
	// more is refused at once.
	Requests int
	// KeyRequests is the maximum number of concurrent requests of a key; all clients
	// without a key count as one (half of Requests, at least 1).
	KeyRequests int
	// CostlyReads is the maximum number of concurrent reads of each route whose work grows with
	// the graph (2); eight times as many wait, and one more is refused.
	CostlyReads int
	// Rate is the maximum number of requests of a key per second (50), Burst of those at
	// once after a pause (100).
	Rate  float64
	Burst int
	// Question is the maximum length of a question or query in runes (10,000).
	Question int
	// UploadTime bounds the time to receive a document (10 minutes), QuestionTime the
	// time to answer a question (10 minutes).
	UploadTime, QuestionTime time.Duration
	// Heartbeat is the interval of comments on a stream without events (15 seconds).
	Heartbeat time.Duration
	// Grace is how long a streamed question waits for its client to reconnect (15
	// seconds): it makes no model calls meanwhile, and is then canceled.
	Grace time.Duration
}

// filled returns the limits with defaults.
func (l Limits) filled() Limits {
	requests := or(l.Requests, 512)
	return Limits{
		Body: or(l.Body, 1<<20), Upload: or(l.Upload, 64<<20), Import: or(l.Import, 1<<30),
		Connections: or(l.Connections, 4096), Requests: requests, KeyRequests: or(l.KeyRequests, max(1, requests/2)),
		CostlyReads: or(l.CostlyReads, 2),
		Rate:        or(l.Rate, 50), Burst: or(l.Burst, 100), Question: or(l.Question, 10_000),
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
	// headerTime bounds the time to receive a header, bodyTime a request, and answerTime
	// the time to send a response, unless a route has deadlines of its own.
	headerTime = 10 * time.Second
	bodyTime   = time.Minute
	answerTime = 2 * time.Minute
	// writeTime bounds one write to a stream: slower readers are disconnected.
	writeTime = 30 * time.Second
	// idleTime is how long an idle connection stays open.
	idleTime = 2 * time.Minute
	// maxHeader is the maximum size of a header, with the request line, in bytes: the
	// longest lists of the longest texts fit in any encoding.
	maxHeader = 1 << 20
)
