package web

import (
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"grove/internal/fault"
	"grove/internal/jobs"
)

// formType is the media type of a form with files.
const formType = "multipart/form-data"

// The fields of a form with files.
const (
	fieldFile   = "file"
	fieldSource = "source"
	fieldTag    = "tag"
	fieldReread = "reread"
)

// formOverhead is the maximum size in bytes of a form without its files, longestField of
// one of its other fields; mostTags and mostFiles are the maximum numbers of tags and files.
const (
	formOverhead = 64 << 10
	longestField = 8 << 10
	mostTags     = 100
	mostFiles    = 200
)

// uploadForm is what was read of a form with files.
type uploadForm struct {
	files  []jobs.Part
	source string
	tags   []string
	reread bool
	size   byteCounter
}

// uploaded reads a form with files, and optionally tags and the source of a single file. The files are
// streamed to the workspace's spool; their names are the default sources.
func (c *call) uploaded(ctx context.Context, w Workspace) (u jobs.Upload, err error) {
	var f uploadForm
	defer func() {
		for _, p := range f.files {
			if err != nil {
				err = errors.Join(err, w.Jobs().Unspool(p.File))
			}
		}
	}()
	limit := c.server.Limits.Upload + formOverhead
	c.gin.Request.Body = http.MaxBytesReader(c.gin.Writer, c.gin.Request.Body, limit)
	form, err := c.gin.Request.MultipartReader()
	if err != nil {
		return u, badForm("the form has no boundary in its Content-Type")
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return u, unreadBody(err, limit)
		}
		if err := f.read(ctx, w, part, limit); err != nil {
			return u, err
		}
	}
	if err := c.bodyRead(); err != nil {
		return u, err
	}
	if err := f.check(); err != nil {
		return u, err
	}
	c.memory, err = c.server.memory.acquire(ctx, int64(f.size))
	return jobs.Upload{Source: f.files[0].Source, File: f.files[0].File, More: f.files[1:], Tags: f.tags, Reread: f.reread}, err
}

// read reads a field or a file.
func (f *uploadForm) read(ctx context.Context, w Workspace, part *multipart.Part, limit int64) error {
	if part.FormName() == fieldFile {
		if len(f.files) == mostFiles {
			return badForm("the form has too many files")
		}
		// FileName has no folders; backslashes separate them, too.
		name := part.FileName()[strings.LastIndexByte(part.FileName(), '\\')+1:]
		file, err := w.Jobs().Spool(ctx, name, io.TeeReader(part, &f.size))
		if err != nil {
			return spoiled(err, limit)
		}
		f.files = append(f.files, jobs.Part{Source: name, File: file})
		return nil
	}
	value, err := field(part)
	switch name := part.FormName(); {
	case name != fieldSource && name != fieldReread && name != fieldTag:
		return badForm("unknown field of the form: " + name)
	case err != nil:
		return err
	case name == fieldSource:
		f.source = value
	case name == fieldReread && value != "true" && value != "false":
		return badForm("the field reread is neither true nor false")
	case name == fieldReread:
		f.reread = value == "true"
	case len(f.tags) == mostTags:
		return badForm("the form has too many tags")
	default:
		f.tags = append(f.tags, value)
	}
	return nil
}

// check names the files and checks their names.
func (f *uploadForm) check() error {
	switch {
	case len(f.files) == 0:
		return badForm("the form has no file")
	case f.source != "" && len(f.files) > 1:
		return badForm("the form has several files and one source: without it each file's name is its source")
	case f.source != "":
		f.files[0].Source = f.source
	}
	named := map[string]bool{}
	for _, p := range f.files {
		if err := checkSource(p.Source); err != nil {
			return err
		}
		if named[p.Source] {
			return badForm("two files have the name " + p.Source)
		}
		named[p.Source] = true
	}
	return nil
}

// byteCounter counts the bytes written to it.
type byteCounter int64

// Write counts.
func (n *byteCounter) Write(p []byte) (int, error) {
	*n += byteCounter(len(p))
	return len(p), nil
}

// field reads a text field.
func field(part *multipart.Part) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(part, longestField+1))
	if err != nil {
		return "", unreadBody(err, longestField)
	}
	if len(raw) > longestField {
		return "", badForm("the field " + part.FormName() + " is too long")
	}
	return string(raw), nil
}

// spoiled is the error of a file that could not be stored: of the connection, or of the disk.
func spoiled(err error, limit int64) error {
	if fault.Is(err, fault.Internal) || kindOf(err) == TooLarge {
		return unreadBody(err, limit)
	}
	return err
}

func badForm(message string) error {
	return fault.New(fault.Invalid, "web.form", "", message,
		"send the fields file, source, tag and reread; GET /openapi.json describes the form")
}
