// Package footprint is the client of a Footprint service: it looks identities up and waits, follows streams, sends batches, and verifies
// webhooks. Every operation of the service is in [Client.API], with its types in the package api.
package footprint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"footprint.example.com/footprint/api"
)

// Client calls a Footprint service under an API key. Goroutines can share one.
type Client struct {
	// API has every operation of the service. What the service refuses is an [*Error] of any of them.
	API *api.ClientWithResponses

	http         http.Client
	timeout      time.Duration
	pollInterval time.Duration
	wait         func(context.Context, time.Duration) error
}

// Option changes how a client is made.
type Option func(*Client)

// WithHTTPClient sends requests through another client, with a transport or time-out of its own. The service holds responses for up to two
// minutes, and streams for longer. Redirects are refused, unless client.CheckRedirect is set: a POST that is redirected can become a GET.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) { c.http = *client }
}

// WithPollInterval sets the time between two reads of what is not finished: 5 s by default, because reads have a small budget a minute.
func WithPollInterval(interval time.Duration) Option {
	return func(c *Client) { c.pollInterval = interval }
}

// Time-outs that hold where a context does not end sooner.
const (
	// DefaultTimeout is of Lookup, of following a Stream, and of a page, attempts and the waits between them included.
	DefaultTimeout = 10 * time.Minute
	// BatchTimeout is of Batch and WaitForBatch.
	BatchTimeout = 24 * time.Hour
	// RequestTimeout is of each request, since the service holds some for two minutes; of streams and downloads, until they begin.
	RequestTimeout = 150 * time.Second

	maxInstant    = 10 * time.Second // that an installation's own latency ceiling can be
	networkMargin = time.Second
)

// WithTimeout sets the time for a whole Lookup, for following a Stream, and for a page, in place of [DefaultTimeout]. An instant lookup has
// its deadline and a second, if that is less.
func WithTimeout(timeout time.Duration) Option {
	return func(c *Client) { c.timeout = timeout }
}

// New makes a client for the service at baseURL, and sends nothing. The error says that baseURL is no address of a service, or that apiKey
// is empty or no key.
func New(baseURL, apiKey string, options ...Option) (*Client, error) {
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
		return nil, fmt.Errorf("footprint: %q is not the address of a service", baseURL)
	}
	if apiKey == "" || strings.ContainsFunc(apiKey, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("footprint: the API key is empty, or contains characters that no API key has")
	}
	client := &Client{timeout: DefaultTimeout, pollInterval: 5 * time.Second, wait: wait}
	for _, option := range options {
		option(client)
	}
	if client.http.CheckRedirect == nil {
		client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	client.API, err = api.NewClientWithResponses(baseURL, api.WithHTTPClient(sender{&client.http, apiKey}))
	return client, err
}

type sender struct {
	*http.Client
	apiKey string
}

type boundedBody struct {
	io.ReadCloser
	end func()
}

func (b boundedBody) Close() error {
	defer b.end()
	return b.ReadCloser.Close()
}

// Do sends a request of an operation, and makes an [*Error] of a response that is no success.
func (s sender) Do(request *http.Request) (*http.Response, error) {
	request.Header.Set("Authorization", "Bearer "+s.apiKey)
	request.Header.Set("User-Agent", "footprint-go/"+api.Version)
	ctx, cancel := context.WithCancelCause(request.Context())
	timer := time.AfterFunc(RequestTimeout, func() { cancel(context.DeadlineExceeded) })
	end := func() { timer.Stop(); cancel(nil) }
	response, err := s.Client.Do(request.WithContext(ctx))
	if err != nil {
		end()
		return nil, err
	}
	response.Body = boundedBody{response.Body, end}
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		timer.Stop() // streams and downloads last as long as they do
	}
	if response.StatusCode/100 == 2 || response.StatusCode == http.StatusNotModified {
		return response, nil
	}
	defer response.Body.Close()
	var refusal api.APIError
	err = json.NewDecoder(io.LimitReader(response.Body, 4<<20)).Decode(&refusal) // one that names a thousand items is shorter
	if err != nil || refusal.Error.Code == "" {                                  // such as a proxy's answer
		message := fmt.Sprintf("The service answered %d without a reason.", response.StatusCode)
		refusal.Error = api.ErrorReason{Code: api.ErrorCodeInternalError, Message: message}
	}
	seconds, _ := strconv.ParseUint(response.Header.Get("Retry-After"), 10, 31)
	return nil, &Error{
		Code:       refusal.Error.Code,
		Status:     response.StatusCode,
		Message:    refusal.Error.Message,
		Details:    refusal.Error.Details,
		RetryAfter: time.Duration(seconds) * time.Second,
		LookupID:   response.Header.Get("X-Lookup-Id"),
		RequestID:  response.Header.Get("X-Request-Id"),
	}
}

func wait(ctx context.Context, duration time.Duration) error {
	select {
	case <-time.After(duration):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Error is a refusal of the service, or what ended the wait for a lookup or batch that it had accepted. Match on Code: messages may change.
type Error struct {
	// Code says why. Later versions of the service may have further ones. Empty: there was no response.
	Code api.ErrorCode
	// Status of the response; 0: there was none.
	Status  int
	Message string
	// Details of a 402 (the allowance), and of a batch that was refused (its items).
	Details *api.ErrorDetails
	// RetryAfter is when to come again; 0: the service did not say.
	RetryAfter time.Duration
	// LookupID or BatchID is of what was accepted, or may have been: it can be read later.
	LookupID, BatchID string
	// Batch is set when it is paused: its PausedBecause says why.
	Batch *api.Batch
	// RequestID names the request in the service's logs.
	RequestID string

	cause error
}

// Error describes it in one line.
func (e *Error) Error() string {
	if e.Status == 0 {
		return fmt.Sprintf("footprint: %s%s: %s", e.LookupID, e.BatchID, e.Message)
	}
	return fmt.Sprintf("footprint: %d %s: %s", e.Status, e.Code, e.Message)
}

// Unwrap returns what ended the wait, such as the error of a context; nil for a refusal.
func (e *Error) Unwrap() error { return e.cause }

// about adds to an error what it is about. One of another type becomes the cause of an [*Error].
func about(err error, add func(*Error)) error {
	var found *Error
	if !errors.As(err, &found) {
		found = &Error{Message: err.Error(), cause: err}
	}
	add(found)
	return found
}
