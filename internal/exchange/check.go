package exchange

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/text"
)

// lineKinds are the kinds of lines, in the order of the file.
var lineKinds = []string{"document", "chunk", "episode", "fact", "key_element", "attribute", "triple", "keyword", "community", "proposal",
	"schema", "decision"}

// line checks one line and adds its records to the spool.
func (im *importer) line(line []byte) error {
	kind, _, _ := strings.Cut(strings.TrimPrefix(string(line[:min(len(line), 40)]), `{"kind":"`), `"`)
	order := slices.Index(lineKinds, kind)
	switch {
	case order < 0:
		return bad(im.report.Lines, "not a kind of line that this grove knows")
	case order < im.order:
		return bad(im.report.Lines, "a %s stands too late: kinds come in a fixed order", kind)
	case order > im.order:
		im.order, im.id = order, ""
	}
	im.size = len(line)
	return []func([]byte) error{parsed(im, im.document), parsed(im, im.chunk), parsed(im, im.episode), parsed(im, im.fact),
		parsed(im, im.keyElement), parsed(im, im.attribute), parsed(im, im.triple), parsed(im, im.keyword), parsed(im, im.community),
		parsed(im, im.proposal), parsed(im, im.schemaOf), parsed(im, im.decision)}[order](line)
}

// parsed returns the check of a line by that of what is decoded from it.
func parsed[L any](im *importer, check func(L) error) func([]byte) error {
	return func(line []byte) error {
		var l L
		if err := im.parse(line, &l); err != nil {
			return err
		}
		return check(l)
	}
}

// parse decodes a line into v, which must encode to the same bytes.
func (im *importer) parse(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return bad(im.report.Lines, "%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	im.buffer.Reset()
	if err := text.JSONEncoder(&im.buffer).Encode(v); err != nil {
		return err
	}
	if written := im.buffer.Bytes(); !bytes.Equal(written[:len(written)-1], line) {
		return bad(im.report.Lines, "it does not read as an export writes it")
	}
	return nil
}

// next checks that the ids of a kind ascend.
func (im *importer) next(id graph.ID) error {
	if id <= im.id {
		return bad(im.report.Lines, "%s stands after %s: ids come in order, each once", id, im.id)
	}
	im.id = id
	return nil
}

// identity checks that an id is that of its content.
func (im *importer) identity(id, want graph.ID) error {
	if id != want {
		return bad(im.report.Lines, "%s is not the id of its content", id)
	}
	return im.next(id)
}

func (im *importer) document(l documentLine) error {
	if err := im.identity(l.ID, graph.DocumentID(l.Source)); err != nil {
		return err
	}
	switch {
	case l.Tags == nil:
		return bad(im.report.Lines, "tags are null")
	case !slices.IsSorted(l.Tags):
		return bad(im.report.Lines, "tags out of order")
	case len(l.Source) > graph.MaxLookupBytes, len(l.SourceID) > graph.MaxLookupBytes:
		return bad(im.report.Lines, "a source or source id of more than %d bytes", graph.MaxLookupBytes)
	}
	im.report.Documents++
	im.documents[l.ID] = l.SHA256
	l.Document.IngestedAt = im.options.Now
	return im.spool.add(record{Of: l.ID, Rank: documentRank, Line: im.report.Lines, Document: &l.Document}, recordBytes+im.size)
}

// recordBytes is the approximate size of a record without its strings.
const recordBytes = 400

func (im *importer) chunk(l chunkLine) error {
	if err := im.next(l.ID); err != nil {
		return err
	}
	if _, ok := im.documents[l.Document]; !ok {
		return bad(im.report.Lines, "its document %s is not in the file", l.Document)
	}
	if l.Tokens < 0 || l.Index < 0 {
		return bad(im.report.Lines, "a negative number")
	}
	im.report.Chunks++
	im.chunks[l.ID] = l.Document
	return im.spool.add(record{Of: l.Document, Rank: chunkRank, Number: l.Index, Line: im.report.Lines, Chunk: &l.Chunk},
		recordBytes+im.size)
}

func (im *importer) episode(l episodeLine) error {
	if err := im.identity(l.ID, graph.EpisodeID(l.Document, l.Index)); err != nil {
		return err
	}
	if _, ok := im.documents[l.Document]; !ok {
		return bad(im.report.Lines, "its document %s is not in the file", l.Document)
	}
	if l.Words < 0 || l.Preset == "" {
		return bad(im.report.Lines, "a negative number of words, or no preset")
	}
	im.report.Episodes++
	return im.spool.add(record{Of: l.Document, Rank: episodeRank, Number: l.Index, Line: im.report.Lines, Episode: &l.Episode},
		recordBytes+im.size)
}

func (im *importer) schemaOf(l schemaLine) error {
	if im.schema != "" {
		return bad(im.report.Lines, "a second schema")
	}
	body, err := im.options.Schema(l.Schema)
	if err != nil {
		return bad(im.report.Lines, "%v", err)
	}
	if body != string(l.Schema) {
		return bad(im.report.Lines, "the schema does not read as an export writes it")
	}
	im.schema = body
	return nil
}
