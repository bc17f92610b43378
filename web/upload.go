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

// uploaded reads a form with files, and optionally tags and the source of a single file. The files are
// streamed to the workspace's spool; their names are the default sources.
func (c *call) uploaded(ctx context.Context, w Workspace) (u jobs.Upload, err error) {
	defer func() {
		if err == nil {
			return
		}
		for _, p := range append(u.More, jobs.Part{File: u.File}) {
			if p.File != "" {
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
	var size byteCounter
	var files []jobs.Part
	source := ""
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return u, unreadBody(err, limit)
		}
		switch part.FormName() {
		case fieldFile:
			if len(files) == mostFiles {
				return u, badForm("the form has too many files")
			}
			// FileName has no folders; backslashes separate them, too.
			name := part.FileName()[strings.LastIndexByte(part.FileName(), '\\')+1:]
			file, err := w.Jobs().Spool(ctx, name, io.TeeReader(part, &size))
			if err != nil {
				return u, spoiled(err, limit)
			}
			if files = append(files, jobs.Part{Source: name, File: file}); len(files) == 1 {
				u.File = file
			}
			u.More = files[1:]
		case fieldSource:
			source, err = field(part)
		case fieldReread:
			var value string
			if value, err = field(part); err == nil && value != "true" && value != "false" {
				return u, badForm("the field reread is neither true nor false")
			}
			u.Reread = value == "true"
		case fieldTag:
			var tag string
			if tag, err = field(part); len(u.Tags) == mostTags {
				return u, badForm("the form has too many tags")
			}
			u.Tags = append(u.Tags, tag)
		default:
			return u, badForm("unknown field of the form: " + part.FormName())
		}
		if err != nil {
			return u, err
		}
	}
	if err := c.bodyRead(); err != nil {
		return u, err
	}
	switch {
	case len(files) == 0:
		return u, badForm("the form has no file")
	case source != "" && len(files) > 1:
		return u, badForm("the form has several files and one source: without it each file's name is its source")
	case source != "":
		files[0].Source = source
	}
	named := map[string]bool{}
	for _, p := range files {
		if err := checkSource(p.Source); err != nil {
			return u, err
		}
		if named[p.Source] {
			return u, badForm("two files have the name " + p.Source)
		}
		named[p.Source] = true
	}
	u.Source = files[0].Source
	c.memory, err = c.server.memory.acquire(ctx, int64(size))
	return u, err
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
