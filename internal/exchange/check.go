package exchange

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"grove/internal/graph"
	"grove/internal/text"
)

// line checks one line and keeps what it says of each document.
func (im *importer) line(line []byte) error {
	kind, _, _ := strings.Cut(strings.TrimPrefix(string(line[:min(len(line), 40)]), `{"kind":"`), `"`)
	order := slices.Index([]string{"document", "chunk", "fact", "key_element", "attribute", "triple", "schema"}, kind)
	if order < im.order {
		if order < 0 {
			return bad(im.report.Lines, "not a kind of line that this grove knows")
		}
		return bad(im.report.Lines, "a %s stands too late: kinds come in a fixed order", kind)
	}
	if order > im.order {
		im.order, im.id = order, ""
	}
	switch kind {
	case "document":
		return im.document(line)
	case "chunk":
		return im.chunk(line)
	case "fact":
		return im.fact(line)
	case "key_element":
		return im.keyElement(line)
	case "attribute":
		return im.attribute(line)
	case "triple":
		return im.triple(line)
	}
	return im.schemaOf(line)
}

// parse reads a line into v, which must say all that the line says, in the same bytes.
func (im *importer) parse(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return bad(im.report.Lines, "%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	im.buffer.Reset()
	if err := encoderTo(&im.buffer).Encode(v); err != nil {
		return err
	}
	if written := im.buffer.Bytes(); !bytes.Equal(written[:len(written)-1], line) {
		return bad(im.report.Lines, "it does not read as an export writes it")
	}
	return nil
}

// next holds the things of a kind to the order of their ids.
func (im *importer) next(id graph.ID) error {
	if id <= im.id {
		return bad(im.report.Lines, "%s stands after %s: ids come in order, each once", id, im.id)
	}
	im.id = id
	return nil
}

// identity checks that a thing's id is that of its content.
func (im *importer) identity(id, want graph.ID) error {
	if id != want {
		return bad(im.report.Lines, "%s is not the id of its content", id)
	}
	return im.next(id)
}

func (im *importer) document(line []byte) error {
	var l documentLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
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
	return im.spool.add(record{Of: l.ID, Rank: documentRank, Line: im.report.Lines, Document: &l.Document}, recordBytes+len(line))
}

// recordBytes is about what a record takes beside its strings.
const recordBytes = 400

func (im *importer) chunk(line []byte) error {
	var l chunkLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
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
	return im.spool.add(record{Of: l.Document, Rank: chunkRank, Number: l.Index, Line: im.report.Lines, Chunk: &l.Chunk}, recordBytes+len(line))
}

func (im *importer) fact(line []byte) error {
	var l factLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Fact = l.ID
		if l.ID != graph.FactID(text.Normalise(e.Text)) {
			return bad(im.report.Lines, "%s is not the id of %q", l.ID, text.Truncate(e.Text, 80))
		}
		if e.About == nil || !slices.IsSorted(e.About) || len(slices.Compact(slices.Clone(e.About))) != len(e.About) {
			return bad(im.report.Lines, "the key elements of a fact come in order, each once")
		}
	}
	if err := im.next(l.ID); err != nil {
		return err
	}
	now := graph.Recount(graph.Evidence{Facts: l.Evidence}).Facts[l.ID]
	im.report.Facts++
	return evidence(im, line, l.Evidence, now.Fact == l.Fact,
		func(e graph.FactEvidence) place { return place{e.Chunk, e.In, e.Surface} },
		func(r *record, e *graph.FactEvidence) { r.Fact = e })
}

func (im *importer) keyElement(line []byte) error {
	var l keyElementLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
	if err := im.identity(l.ID, graph.KeyElementID(l.Norm, "")); err != nil {
		return err
	}
	if len(l.Norm) > graph.MaxLookupBytes {
		return bad(im.report.Lines, "a normalised name of more than %d bytes", graph.MaxLookupBytes)
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Element, e.Norm = l.ID, l.Norm
		if e.Type != "" && graph.CheckName("type", e.Type) != nil {
			return bad(im.report.Lines, "%q cannot be the name of a type", e.Type)
		}
	}
	now := graph.Recount(graph.Evidence{Mentions: l.Evidence}).Elements[l.ID]
	im.report.KeyElements++
	agrees := now.Name == l.Name && slices.Equal(now.Aliases, l.Aliases) && now.Type == l.Type &&
		now.Description == l.Description && now.Support == l.Support
	return evidence(im, line, l.Evidence, agrees,
		func(e graph.Mention) place { return place{e.Chunk, e.In, e.Surface} },
		func(r *record, e *graph.Mention) { r.Mention = e })
}

func (im *importer) attribute(line []byte) error {
	var l attributeLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
	if err := im.identity(l.ID, graph.AttributeID(l.Entity, l.Key, l.Value)); err != nil {
		return err
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Attribute, e.Entity, e.Key, e.Value = l.ID, l.Entity, l.Key, l.Value
	}
	now := graph.Recount(graph.Evidence{Attributes: l.Evidence}).Attributes[l.ID]
	im.report.Attributes++
	return evidence(im, line, l.Evidence, now == l.Attribute,
		func(e graph.AttributeEvidence) place { return place{e.Chunk, e.In, e.Surface} },
		func(r *record, e *graph.AttributeEvidence) { r.Attribute = e })
}

func (im *importer) triple(line []byte) error {
	var l tripleLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
	if err := im.identity(l.ID, graph.TripleID(l.Head, l.Relation, l.Tail)); err != nil {
		return err
	}
	if graph.CheckName("relation", l.Relation) != nil {
		return bad(im.report.Lines, "%q cannot be the name of a relation", l.Relation)
	}
	for i := range l.Evidence {
		e := &l.Evidence[i]
		e.Triple, e.Head, e.Relation, e.Tail = l.ID, l.Head, l.Relation, l.Tail
	}
	now := graph.Recount(graph.Evidence{Triples: l.Evidence}).Triples[l.ID]
	im.report.Triples++
	return evidence(im, line, l.Evidence, now.Triple == l.Triple,
		func(e graph.TripleEvidence) place { return place{e.Chunk, e.In, e.Surface} },
		func(r *record, e *graph.TripleEvidence) { r.Triple = e })
}

func (im *importer) schemaOf(line []byte) error {
	var l schemaLine
	if err := im.parse(line, &l); err != nil {
		return err
	}
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

// place orders the evidence of a thing.
type place struct {
	chunk   graph.ID
	in      graph.Place
	surface string
}

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.chunk, o.chunk), cmp.Compare(p.in, o.in), cmp.Compare(p.surface, o.surface))
}

// evidence keeps the evidence of a thing, row by row. agrees tells whether what
// the line says of the thing follows from it.
func evidence[E any](im *importer, line []byte, rows []E, agrees bool, at func(E) place, put func(*record, *E)) error {
	if len(rows) == 0 {
		return bad(im.report.Lines, "no evidence")
	}
	if !agrees {
		return bad(im.report.Lines, "what it says does not follow from its evidence")
	}
	for i := range rows {
		p := at(rows[i])
		if i > 0 && at(rows[i-1]).compare(p) >= 0 {
			return bad(im.report.Lines, "evidence out of order")
		}
		document, ok := im.chunks[p.chunk]
		if !ok {
			return bad(im.report.Lines, "evidence of chunk %s, which is not in the file", p.chunk)
		}
		r := record{Of: document, Rank: evidenceRank, Line: im.report.Lines}
		put(&r, &rows[i])
		if err := im.spool.add(r, recordBytes+len(line)/len(rows)); err != nil {
			return err
		}
	}
	return nil
}
