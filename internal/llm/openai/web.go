package openai

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"

	"grove/internal/fault"
)

// maxBody bounds a response, in bytes.
const maxBody = 16 << 20

// zeroTemperature stands for temperature 0, which the API library would omit; web.Do replaces
// it by 0.
const zeroTemperature = math.SmallestNonzeroFloat32

// web is the HTTP client of the API library. A response that does not follow the protocol is
// a *statusError, *replyError or *networkError.
type web struct {
	client *http.Client
	key    secret
}

// newWeb returns a web with its own transport, which uses the proxies of the environment.
func newWeb(o Options) (*web, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = o.Concurrency
	if o.CAFile != "" {
		pool, err := trust(o.CAFile)
		if err != nil {
			return nil, err
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: pool}
	}
	return &web{key: secret(o.APIKey), client: &http.Client{
		Transport: transport,
		// A redirected POST would arrive as a GET.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// trust returns the system's certificates together with those of the file.
func trust(file string) (*x509.CertPool, error) {
	refuse := func(err error) error {
		return fault.From(fault.Invalid, "openai.New", file, err, "set GROVE_CA_FILE to a readable file of PEM certificates")
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, refuse(err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, refuse(fmt.Errorf("read the system's certificates: %w", err))
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, refuse(errors.New("it contains no certificate"))
	}
	return pool, nil
}

// Do sends a request and reads the whole response.
func (w *web) Do(r *http.Request) (*http.Response, error) {
	if err := restoreZeroTemperature(r); err != nil {
		return nil, err
	}
	response, err := w.client.Do(r)
	if err != nil {
		if u, ok := errors.AsType[*url.Error](err); ok {
			err = u.Err // callers add the address as the item
		}
		return nil, &networkError{err: err}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	if err != nil {
		failed := &networkError{err: fmt.Errorf("read the response: %w", err)}
		if response.StatusCode < http.StatusMultipleChoices {
			failed.body = append([]byte{}, body...) // not nil: a reply had begun
		}
		return nil, failed
	}
	checked, err := w.check(response, body)
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(checked))
	return response, nil
}

// restoreZeroTemperature replaces zeroTemperature in the body of a request by 0.
func restoreZeroTemperature(r *http.Request) error {
	if r.Body == nil {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return fmt.Errorf("read the request: %w", err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return fmt.Errorf("read the request: %w", err)
	}
	if sent, err := json.Marshal(float32(zeroTemperature)); err == nil && bytes.Equal(fields["temperature"], sent) {
		fields["temperature"] = json.RawMessage("0")
		if body, err = json.Marshal(fields); err != nil {
			return fmt.Errorf("write the request: %w", err)
		}
	}
	r.ContentLength = int64(len(body))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	r.Body, err = r.GetBody()
	return err
}
