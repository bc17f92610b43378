package embed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	api "github.com/sashabaranov/go-openai"

	"grove/internal/config"
	"grove/internal/fault"
	"grove/internal/lists"
)

// The defaults of EndpointOptions.
const (
	DefaultBatch   = 64
	DefaultTries   = 4
	DefaultTimeout = time.Minute
)

// EndpointOptions configure an Endpoint.
type EndpointOptions struct {
	// BaseURL is the address up to and including the version, such as
	// "http://localhost:8080/v1".
	BaseURL config.Address
	// Key is the API key; "" where none is needed.
	Key string
	// Model is the model's name.
	Model string
	// Batch is the most texts in one call, Tries the most calls for one batch,
	// Timeout the longest a call may take. 0 is the default of each.
	Batch, Tries int
	Timeout      time.Duration
}

// Endpoint embeds by a service with OpenAI's embeddings interface. It is safe
// for concurrent use.
type Endpoint struct {
	options EndpointOptions
	client  *api.Client
	dim     atomic.Int64
	// reached is true once the endpoint accepted a connection.
	reached atomic.Bool
}

// NewEndpoint makes an Endpoint without a call. A missing address or model is Invalid.
func NewEndpoint(o EndpointOptions) (*Endpoint, error) {
	const op = "embed.NewEndpoint"
	if o.BaseURL.IsZero() || o.Model == "" {
		return nil, fault.New(fault.Invalid, op, o.Model, "an embedder needs an address and a model",
			"set GROVE_EMBED_BASE_URL and --embedder NAME, or use --embedder builtin")
	}
	o.Batch, o.Tries = cmp.Or(max(o.Batch, 0), DefaultBatch), cmp.Or(max(o.Tries, 0), DefaultTries)
	o.Timeout = cmp.Or(max(o.Timeout, 0), DefaultTimeout)
	settings := api.DefaultConfig(o.Key)
	settings.BaseURL = o.BaseURL.Reveal()
	settings.HTTPClient = &http.Client{Timeout: o.Timeout}
	return &Endpoint{options: o, client: api.NewClientWithConfig(settings)}, nil
}

// Name returns the model's name.
func (e *Endpoint) Name() string { return e.options.Model }

// Dim returns the length of the vectors; 0 before the first answer.
func (e *Endpoint) Dim() int { return int(e.dim.Load()) }

// Embed returns the vectors of the texts, at unit length. An empty text is sent as
// a space, which endpoints accept.
func (e *Endpoint) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for chunk := range slices.Chunk(texts, e.options.Batch) {
		batch := slices.Clone(chunk)
		for i, t := range batch {
			batch[i] = cmp.Or(t, " ")
		}
		vectors, err := e.batch(ctx, batch)
		if err != nil {
			return nil, err
		}
		out = append(out, vectors...)
	}
	return out, nil
}

// batch embeds one batch, retrying temporary failures of an endpoint that has accepted a
// connection.
func (e *Endpoint) batch(ctx context.Context, texts []string) ([][]float32, error) {
	if !e.reached.Load() {
		if err := config.Reach(ctx, e.options.BaseURL, "--embed-base-url"); err != nil {
			return nil, err
		}
		e.reached.Store(true)
	}
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = 200*time.Millisecond, 10*time.Second
	response, err := backoff.Retry(ctx, func() (api.EmbeddingResponse, error) {
		r, err := e.client.CreateEmbeddings(ctx, api.EmbeddingRequest{Input: texts, Model: api.EmbeddingModel(e.options.Model)})
		if err != nil && !passing(err) {
			return r, backoff.Permanent(err)
		}
		return r, err
	}, backoff.WithBackOff(wait), backoff.WithMaxTries(uint(e.options.Tries)))
	if err != nil {
		return nil, e.failed(ctx, err)
	}
	return e.read(response, len(texts))
}

// read puts the vectors in order and checks that there is one for each text, all
// of the length that earlier answers had.
func (e *Endpoint) read(r api.EmbeddingResponse, texts int) ([][]float32, error) {
	out := make([][]float32, texts)
	for _, d := range r.Data {
		if d.Index < 0 || d.Index >= texts || out[d.Index] != nil {
			return nil, e.badReply(fmt.Sprintf("index %d of %d texts", d.Index, texts))
		}
		e.dim.CompareAndSwap(0, int64(len(d.Embedding)))
		if len(d.Embedding) == 0 || len(d.Embedding) != e.Dim() {
			return nil, e.badReply(fmt.Sprintf("a vector of %d components where %d are wanted", len(d.Embedding), e.Dim()))
		}
		if !unit(d.Embedding) {
			return nil, e.badReply("a vector holds what is not a number")
		}
		out[d.Index] = d.Embedding
	}
	for i, v := range out {
		if v == nil {
			return nil, e.badReply(fmt.Sprintf("no vector for text %d of %d", i+1, texts))
		}
	}
	return out, nil
}

// unit scales a vector to length 1; one of zeros stays. It is false where a
// component is not a finite number.
func unit(v []float32) bool {
	squares := lists.Sum(v, func(c float32) float64 { return float64(c) * float64(c) })
	if math.IsNaN(squares) || math.IsInf(squares, 0) {
		return false
	}
	if squares == 0 {
		return true
	}
	length := math.Sqrt(squares)
	for i := range v {
		v[i] = float32(float64(v[i]) / length)
	}
	return true
}

func (e *Endpoint) badReply(message string) error {
	return fault.New(fault.BadReply, "embed.Endpoint", e.options.Model, message, "check that the model is one for embeddings")
}

// failed says what kind of failure a call was.
func (e *Endpoint) failed(ctx context.Context, err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err // the address is the error's item
	}
	err = e.options.BaseURL.Hide(err)
	f := &fault.Error{Kind: fault.Unavailable, Op: "embed.Endpoint", Item: e.options.BaseURL.String(), Err: err,
		Hint: "check GROVE_EMBED_BASE_URL and that the service runs"}
	switch code := status(err); {
	case ctx.Err() != nil:
		f.Kind, f.Err, f.Hint = fault.Canceled, ctx.Err(), ""
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		f.Kind, f.Hint = fault.Invalid, "check GROVE_EMBED_API_KEY"
	case code >= 400 && code < 500 && !passing(err):
		f.Kind, f.Hint = fault.Invalid, "check the model's name and the length of the texts"
	}
	return f
}

// passing reports whether an error is temporary: no response, too many requests, or a
// failure of the service.
func passing(err error) bool {
	code := status(err)
	return code == 0 || code == http.StatusTooManyRequests || code == http.StatusRequestTimeout || code >= 500
}

// status returns the HTTP status of a refusal; 0 where there was no answer.
func status(err error) int {
	if refused, ok := errors.AsType[*api.APIError](err); ok {
		return refused.HTTPStatusCode
	}
	if failed, ok := errors.AsType[*api.RequestError](err); ok {
		return failed.HTTPStatusCode
	}
	return 0
}
