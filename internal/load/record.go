package load

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"grove/internal/fault"
	"grove/internal/text"
)

// The fields in which a JSON record may carry its parts; the first that is there counts.
var (
	textFields  = []string{"text", "content", "contents", "passage", "body", "context", "paragraph_text", "page_content", "document"}
	titleFields = []string{"title", "name"}
	idFields    = []string{"id", "_id", "doc_id", "docid"}
	langFields  = []string{"lang", "language"} // not read: the text tells
)

// maxField is the most runes of a name in Record.Unread.
const maxField = 80

// lineHash is how many hex digits of the SHA-256 of its JSON name a record without id.
const lineHash = 16

// place is where in a file a record stands.
type place struct {
	// item names it in errors: the path with the line.
	item string
	// name is its place alone: "line 3".
	name string
}

// taken is the record that took an id.
type taken struct {
	by     string
	digest [sha256.Size]byte
}

// record yields the record that a JSON object is, or an error of the item. raw
// was decoded from c, but for invalid bytes of UTF-8.
func (f *file) record(at place, raw []byte, c codec) error {
	r, err := parseRecord(raw)
	if errors.Is(err, errNoRecord) {
		return f.noRecord(placeError{at.item, err})
	}
	if err := f.hasRecord(); err != nil {
		return err
	}
	if err == nil {
		err = f.take(at, r)
	}
	if err != nil {
		return f.fail(at.item, err)
	}
	if r.Encoding = c.name; c.name != utf8Codec.name {
		r.Invalid = bytes.Count(raw, []byte("\uFFFD"))
	}
	suffix := r.SourceID
	if suffix == "" {
		sum := sha256.Sum256(raw)
		suffix = hex.EncodeToString(sum[:])[:lineHash]
	}
	return f.yield(f.named(r, suffix), nil)
}

// take refuses a record whose id another record of the file has, unless both
// say the same.
func (f *file) take(at place, r Record) error {
	if r.SourceID == "" {
		return nil
	}
	digest := sha256.Sum256(fmt.Appendf(nil, "%d %s%s", len(r.Title), r.Title, r.Text))
	if first, again := f.taken[r.SourceID]; again {
		if first.digest == digest {
			return nil
		}
		return fault.New(fault.SourceTaken, "", "",
			fmt.Sprintf("%s has the id %.80q that %s has with another text", at.name, r.SourceID, first.by),
			"give each record an id of its own")
	}
	if f.taken == nil {
		f.taken = map[string]taken{}
	}
	f.taken[r.SourceID] = taken{at.name, digest}
	return nil
}

// parseRecord reads a JSON object. The record's text is its text field alone.
func parseRecord(raw []byte) (Record, error) {
	invalid := 0
	if !utf8.Valid(raw) {
		var valid string
		valid, invalid = text.Clean(raw)
		raw = []byte(valid)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return Record{}, recordError(err)
	}
	r := Record{Invalid: invalid}
	if fields == nil {
		return r, noRecordError("null is no record")
	}
	name, value, ok := first(fields, textFields)
	if !ok {
		return r, noRecordError("the record has no text")
	}
	var err error
	if r.Text, err = textOf(value); err != nil {
		return r, fmt.Errorf("field %q: %w", name, err)
	}
	if strings.TrimSpace(r.Text) == "" {
		return r, fmt.Errorf("field %q is empty", name)
	}
	if r.Title, err = scalar(fields, titleFields); err != nil {
		return r, err
	}
	r.SourceID, err = scalar(fields, idFields)
	read := slices.Concat([]string{name}, titleFields, idFields, langFields)
	for _, f := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(read, f) && string(fields[f]) != "null" {
			r.Unread = append(r.Unread, text.Truncate(f, maxField))
		}
	}
	return r, err
}

// errNoRecord is the error of a JSON value that is no record: it may be something else, such as settings.
var errNoRecord = errors.New("")

func noRecordError(message string) error {
	return &fault.Error{Kind: fault.Unreadable, Err: fmt.Errorf("%s%w", message, errNoRecord),
		Hint: "a record is an object; its text is its field " + strings.Join(textFields, ", ")}
}

// recordError says in plain words why a JSON value is no record.
func recordError(err error) error {
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return noRecordError("the record is a JSON " + kind.Value + ", not an object")
	}
	return fmt.Errorf("not valid JSON: %w", err)
}

// first returns the first of the named fields that is there and not null.
func first(fields map[string]json.RawMessage, names []string) (string, json.RawMessage, bool) {
	for _, n := range names {
		if v, ok := fields[n]; ok && string(v) != "null" {
			return n, v, true
		}
	}
	return "", nil, false
}

// textOf reads a text: a string, or a list of strings that are its sentences or
// paragraphs, joined by a space where there is no white space between them.
func textOf(value json.RawMessage) (string, error) {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s, nil
	}
	var parts []string
	if json.Unmarshal(value, &parts) != nil {
		return "", errors.New("neither a string nor a list of strings")
	}
	var out strings.Builder
	spaced := true
	for _, p := range parts {
		if p == "" {
			continue
		}
		head, _ := utf8.DecodeRuneInString(p)
		if !spaced && !unicode.IsSpace(head) {
			out.WriteByte(' ')
		}
		out.WriteString(p)
		last, _ := utf8.DecodeLastRuneInString(p)
		spaced = unicode.IsSpace(last)
	}
	return out.String(), nil
}

// scalar returns the first of the named fields as text: a string, or a number as
// written; "" if none is there.
func scalar(fields map[string]json.RawMessage, names []string) (string, error) {
	name, value, ok := first(fields, names)
	if !ok {
		return "", nil
	}
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s, nil
	}
	var n json.Number
	if json.Unmarshal(value, &n) == nil {
		return n.String(), nil
	}
	return "", fmt.Errorf("field %q is neither a string nor a number", name)
}

const (
	// MaxName is the most bytes of a record's source, source id and origin: as much
	// as both stores can look up.
	MaxName = 4096
	// nameHash is how many hex digits of a name's SHA-256 tell shortened names apart.
	nameHash = 32
	// ellipsis stands before the hash of a shortened name.
	ellipsis = "…"
)

// Name returns the name that a record gets for s: s itself up to MaxName bytes, else
// its beginning, an ellipsis and a hash of the whole, so that different names
// stay different. Who looks a record up by a long name asks for its Name. A
// Name's Name is itself.
func Name(s string) string {
	if len(s) <= MaxName {
		return s
	}
	end := MaxName - len(ellipsis) - nameHash
	for end > MaxName/2 && !utf8.RuneStart(s[end]) {
		end--
	}
	sum := sha256.Sum256([]byte(s))
	return s[:end] + ellipsis + hex.EncodeToString(sum[:])[:nameHash]
}

// validName writes the bytes of a file name that are not UTF-8 as %FF, so that
// two such names stay apart in any store.
func validName(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		r, size := utf8.DecodeRuneInString(name[i:])
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, "%%%02X", name[i])
		} else {
			b.WriteString(name[i : i+size])
		}
		i += size
	}
	return b.String()
}
