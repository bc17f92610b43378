package openai

import (
	"cmp"
	"net/url"
	"strings"
	"time"
	"unicode"

	"grove/internal/config"
	"grove/internal/fault"
)

// DefaultBaseURL is the endpoint used if none is configured.
const DefaultBaseURL = "https://api.openai.com/v1"

// Defaults of Options.
const (
	DefaultConcurrency = 8
	DefaultTimeout     = 2 * time.Minute
	DefaultRetries     = 5
	DefaultBackoff     = 500 * time.Millisecond
)

// JSONMode is the form in which a prompt's reply schema is sent to an endpoint.
type JSONMode string

const (
	// Auto tries Schema, then Object, then Off, and remembers which one the endpoint supports.
	Auto JSONMode = "auto"
	// Schema sends the schema itself.
	Schema JSONMode = "schema"
	// Object asks for a JSON object of any form.
	Object JSONMode = "object"
	// Off sends no format: the prompt alone describes it.
	Off JSONMode = "off"
)

// Options configure a Client. Only Model is required.
type Options struct {
	// BaseURL is the endpoint, http or https, usually ending in /v1. Default DefaultBaseURL.
	BaseURL config.Address
	// APIKey is sent as the bearer token; none is sent if it is empty.
	APIKey string
	// Model is the model's name at the endpoint.
	Model string
	// Concurrency bounds the number of concurrent calls. Default DefaultConcurrency.
	Concurrency int
	// RPM and TPM bound the requests and tokens per minute; 0 is no limit. A call counts its
	// prompt and its reply limit toward TPM.
	RPM, TPM int
	// Timeout bounds one call, without the time it waits for the limits. Default DefaultTimeout.
	Timeout time.Duration
	// Retries is the number of retries after the first failure. 0 is DefaultRetries, a
	// negative number is none.
	Retries int
	// Backoff is the wait before the first retry; it doubles for each further one, up to
	// 30 seconds. Default DefaultBackoff.
	Backoff time.Duration
	// JSONMode is Auto by default.
	JSONMode JSONMode
	// Effort is the effort of reasoning, in the endpoint's words, such as low; "" leaves it to the endpoint. It is omitted where the
	// endpoint rejects it.
	Effort string
	// CAFile is a PEM file of certificates that are trusted in addition to the system's.
	CAFile string
	// Counter counts the tokens of a text, for TPM and for endpoints that report no usage.
	// Default: one token per four bytes.
	Counter func(string) int
}

// complete sets the defaults and checks the options.
func (o Options) complete() (Options, error) {
	o.BaseURL = config.NewAddress(strings.TrimRight(cmp.Or(strings.TrimSpace(o.BaseURL.Reveal()), DefaultBaseURL), "/"))
	o.Concurrency = cmp.Or(o.Concurrency, DefaultConcurrency)
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.Backoff = cmp.Or(o.Backoff, DefaultBackoff)
	o.JSONMode = cmp.Or(o.JSONMode, Auto)
	o.Retries = max(0, cmp.Or(o.Retries, DefaultRetries))
	if o.Counter == nil {
		o.Counter = func(s string) int { return (len(s) + 3) / 4 }
	}
	if err := checkURL(o.BaseURL); err != nil {
		return o, err
	}
	return o, o.check()
}

func (o Options) check() error {
	const op = "openai.New"
	switch {
	case o.Model == "":
		return fault.New(fault.Invalid, op, "model", "no model is named", "give --model NAME")
	case strings.ContainsFunc(o.APIKey, func(r rune) bool { return r <= ' ' || r >= unicode.MaxASCII }):
		return fault.New(fault.Invalid, op, "API key", "it holds a space, a line end or a character that no key has",
			"set GROVE_LLM_API_KEY to the key alone")
	case o.Concurrency < 1 || o.RPM < 0 || o.TPM < 0 || o.Timeout < 0 || o.Backoff < 0:
		return fault.New(fault.Invalid, op, "limits", "a limit is negative", "give limits of 0 or more")
	}
	switch o.JSONMode {
	case Auto, Schema, Object, Off:
		return nil
	}
	return fault.New(fault.Invalid, op, string(o.JSONMode), "not a JSON mode", "use auto, schema, object or off")
}

// checkURL rejects an invalid base URL.
func checkURL(base config.Address) error {
	invalid := func(item, why string) error {
		return fault.New(fault.Invalid, "openai.New", item, why,
			"set GROVE_LLM_BASE_URL to an address such as http://localhost:11434/v1")
	}
	u, err := url.Parse(base.Reveal())
	switch {
	case err != nil:
		return invalid("base URL", "not an address")
	case u.Scheme != "http" && u.Scheme != "https":
		return invalid(base.String(), "the base URL begins with neither http:// nor https://")
	case u.Hostname() == "":
		return invalid(base.String(), "the base URL names no host")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return invalid(base.String(), "a base URL has neither ? nor #")
	}
	return nil
}
