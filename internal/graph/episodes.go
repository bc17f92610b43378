package graph

import (
	"fmt"
	"strconv"

	"grove/internal/fault"
)

// Episode is a page of ReadAgent's gist memory: a part of a document's text with its gist.
// The episodes of a document partition its text. They are made where they are wanted
// (Document.Gists), one pagination a document.
type Episode struct {
	ID       ID  `json:"id"`
	Document ID  `json:"document"`
	Index    int `json:"index"`
	// Start and End are rune offsets in the document's text.
	Start int `json:"start"`
	End   int `json:"end"`
	// Words is the number of words of the page; a character of Chinese counts as one.
	Words int `json:"words"`
	// Gist is the page shortened, without a page tag.
	Gist string `json:"gist"`
	// Preset names the bounds of a page's words, such as "600/280".
	Preset string `json:"preset"`
}

// EpisodeID returns the id of the index-th page of a document.
func EpisodeID(document ID, index int) ID {
	return newID(EpisodeKind, string(document), strconv.Itoa(index))
}

// EpisodesQuery asks for the episodes of one Document from index From on, or for those that
// share text with one of Chunks. Order: document id, index.
type EpisodesQuery struct {
	Document ID
	From     int
	Chunks   []ID
	Scope    Scope
	// Limit is the most rows; 0 is DefaultLimit.
	Limit int
}

// Check returns an Invalid error for a query beyond the bounds.
func (q EpisodesQuery) Check() error { return checked("graph.Episodes", q.Scope, len(q.Chunks)) }

// Pagination is the episodes of one document.
type Pagination struct {
	Document ID
	// Preset is that of the episodes; "" for none.
	Preset   string
	Episodes []Episode
	// Replies are the journalled replies from which the episodes follow; others of the
	// document are deleted.
	Replies []ID
}

// Paging checks that episodes, given in order, partition their document's text and have one
// preset. Use NewPaging to make one.
type Paging struct {
	document   Document
	index, end int
}

// NewPaging makes a Paging without episodes, for a document with Gists set to their preset.
func NewPaging(d Document) *Paging { return &Paging{document: d} }

// Add returns what is wrong with the next episode, or "".
func (p *Paging) Add(e Episode) (problem string) {
	switch {
	case e.Document != p.document.ID || e.ID != EpisodeID(e.Document, e.Index):
		problem = "its id is not that of its document and index"
	case e.Index != p.index:
		problem = fmt.Sprintf("its index is %d, it stands at %d", e.Index, p.index)
	case e.Start != p.end || e.End <= e.Start:
		problem = fmt.Sprintf("it spans %d to %d, the page before it ends at %d", e.Start, e.End, p.end)
	case e.Preset == "" || e.Preset != p.document.Gists:
		problem = fmt.Sprintf("its preset is %q, that of the document %q", e.Preset, p.document.Gists)
	}
	p.index, p.end = e.Index+1, e.End
	return problem
}

// End returns what is wrong with the document after its last episode, or "".
func (p *Paging) End() string {
	if p.end != p.document.Runes {
		return fmt.Sprintf("it has %d runes, its episodes %d", p.document.Runes, p.end)
	}
	return ""
}

// CheckPagination returns an Internal error for episodes that do not follow each other.
func CheckPagination(list []Pagination) error {
	for _, p := range list {
		paging := NewPaging(Document{ID: p.Document, Gists: p.Preset})
		for _, e := range p.Episodes {
			if problem := paging.Add(e); problem != "" {
				return fault.New(fault.Internal, "graph.CheckPagination", string(e.ID), problem, "")
			}
		}
	}
	return nil
}

// EpisodeReply is a journalled reply about one page: where it ends, or its gist. It is stored
// as soon as the model has replied, and as long as an episode of its document follows from it.
type EpisodeReply struct {
	// ID is an EpisodeReplyID.
	ID       ID
	Document ID
	// Result is JSON; its shape belongs to the step that asks.
	Result string
}

// EpisodeReplyID returns the id of the reply to a request about the document; request is a hash of all that
// the reply depends on.
func EpisodeReplyID(document ID, request string) ID {
	return newID(EpisodeReplyKind, string(document), request)
}

// EpisodeRepliesQuery asks for journalled replies by id. Order: id.
type EpisodeRepliesQuery struct{ IDs []ID }

// Check returns an Invalid error for a query beyond the bounds.
func (q EpisodeRepliesQuery) Check() error { return checkIDs("graph.EpisodeReplies", len(q.IDs)) }

func (e Episode) key() ID { return e.ID }
