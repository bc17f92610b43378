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

// greedy stands for temperature 0, which the vendor's client would leave out;
// web.Do puts the 0 in its place.
const greedy = math.SmallestNonzeroFloat32

// web carries requests to the endpoint. It gives a response only where it is
// one of the protocol; everything else is a *statusError, *replyError or
// *networkError.
type web struct {
	client *http.Client
	key    secret
}

// newWeb makes a transport of the client's own, with the proxies of the
// environment.
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

// trust is the system's certificates and those of the file.
func trust(file string) (*x509.CertPool, error) {
	refuse := func(err error) error {
		return &fault.Error{Kind: fault.Invalid, Op: "openai.New", Item: file, Err: err,
			Hint: "set GROVE_CA_FILE to a readable file of PEM certificates"}
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
		return nil, refuse(errors.New("it holds no certificate"))
	}
	return pool, nil
}

// Do sends a request and reads the whole response.
func (w *web) Do(r *http.Request) (*http.Response, error) {
	if err := exactTemperature(r); err != nil {
		return nil, err
	}
	response, err := w.client.Do(r)
	if err != nil {
		return nil, &networkError{withoutURL(err)}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	if err != nil {
		return nil, &networkError{fmt.Errorf("read the response: %w", err)}
	}
	kept, err := w.judge(response, body)
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(kept))
	return response, nil
}

// withoutURL drops the address, which errors name by themselves.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// exactTemperature writes temperature 0 where greedy stands.
func exactTemperature(r *http.Request) error {
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
	if sent, err := json.Marshal(float32(greedy)); err == nil && bytes.Equal(fields["temperature"], sent) {
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
