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

// The fields of a form with a file.
const (
	fieldFile   = "file"
	fieldSource = "source"
	fieldTag    = "tag"
)

// formOverhead is the maximum size in bytes of a form without its file, longestField of
// one of its other fields, and mostTags the maximum number of tags.
const (
	formOverhead = 64 << 10
	longestField = 8 << 10
	mostTags     = 100
)

// uploaded reads a form with one file, and optionally its source and tags. The file is
// streamed to the workspace's spool; its name is the default source.
func (c *call) uploaded(ctx context.Context, w Workspace) (u jobs.Upload, err error) {
	defer func() {
		if err != nil && u.File != "" {
			err = errors.Join(err, w.Jobs().Unspool(u.File))
		}
	}()
	limit := c.server.Limits.Upload + formOverhead
	c.gin.Request.Body = http.MaxBytesReader(c.gin.Writer, c.gin.Request.Body, limit)
	form, err := c.gin.Request.MultipartReader()
	if err != nil {
		return u, badForm("the form has no boundary in its Content-Type")
	}
	var fileName string
	var size byteCounter
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
			if u.File != "" {
				return u, badForm("the form has two files")
			}
			// FileName has no folders; backslashes separate them, too.
			fileName = part.FileName()[strings.LastIndexByte(part.FileName(), '\\')+1:]
			if u.File, err = w.Jobs().Spool(ctx, fileName, io.TeeReader(part, &size)); err != nil {
				return u, spoiled(err, limit)
			}
		case fieldSource:
			u.Source, err = field(part)
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
	if u.File == "" {
		return u, badForm("the form has no file")
	}
	if u.Source == "" {
		u.Source = fileName
	}
	if err := checkSource(u.Source); err != nil {
		return u, err
	}
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
	return fault.New(fault.Invalid, "web.form", "", message, "send the fields file, source and tag; GET /openapi.json describes the form")
}
