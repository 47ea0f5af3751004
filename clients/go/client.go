// Package footprint is the client of a Footprint service: it looks up identities and waits, follows streams, sends batches, and verifies
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
	"slices"
	"strconv"
	"strings"
	"time"

	"footprint.example.com/footprint/api"
)

// Client calls a Footprint service with an API key. Goroutines can share one.
type Client struct {
	// API has every operation of the service. Each returns a refusal as an [*Error].
	API *api.ClientWithResponses

	http         http.Client
	timeout      time.Duration
	pollInterval time.Duration
	wait         func(context.Context, time.Duration) error
}

// Option configures a client.
type Option func(*Client)

// WithHTTPClient sends requests through your own client, with its transport and time-out. The service holds responses for up to two
// minutes, and streams for longer. Redirects are refused unless client.CheckRedirect is set, because a redirected POST can become a GET.
func WithHTTPClient(client *http.Client) Option {
	return func(c *Client) { c.http = *client }
}

// WithPollInterval sets the time between two reads of an unfinished lookup or batch: 5 s by default, because the limit of reads is small.
func WithPollInterval(interval time.Duration) Option {
	return func(c *Client) { c.pollInterval = interval }
}

// Time-outs that apply unless the context ends sooner.
const (
	// DefaultTimeout applies to Lookup, to following a Stream, and to each page, including attempts and the waits between them.
	DefaultTimeout = 10 * time.Minute
	// BatchTimeout applies to Batch and WaitForBatch.
	BatchTimeout = 24 * time.Hour
	// RequestTimeout is the time until a request ends, or a stream or download begins. The service holds some requests for two minutes.
	RequestTimeout = 150 * time.Second

	maxInstant    = 10 * time.Second // the longest INSTANT_CEILING_MS of an installation
	networkMargin = time.Second
)

// WithTimeout sets the time for a whole Lookup, for following a Stream, and for each page, instead of [DefaultTimeout]. An instant lookup
// ends a second after its deadline, if that is earlier.
func WithTimeout(timeout time.Duration) Option {
	return func(c *Client) { c.timeout = timeout }
}

// New creates a client for the service at baseURL, without sending a request. It returns an error if baseURL or apiKey is not valid.
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

// lasting are the types of streams and downloads, which last as long as they do.
var lasting = []string{"text/event-stream", "text/csv", "application/x-ndjson"}

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

// Do sends a request of an operation, and returns an [*Error] for a response without success.
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
	if response.StatusCode/100 == 2 || response.StatusCode == http.StatusNotModified {
		if kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";"); slices.Contains(lasting, kind) {
			timer.Stop()
		}
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

// Error is a refusal, or a failure to wait for an accepted lookup or batch. Match on Code: messages may change.
type Error struct {
	// Code says why. Later versions of the service may add codes. Empty if there was no response.
	Code api.ErrorCode
	// Status of the response; 0 if there was none.
	Status  int
	Message string
	// Details of a 402 (the allowance), or of a refused batch (the faults of its items).
	Details *api.ErrorDetails
	// RetryAfter is the time to wait before the next attempt; 0 if the service did not say.
	RetryAfter time.Duration
	// LookupID or BatchID identifies a lookup or batch that was accepted, or may have been. It can be read later.
	LookupID, BatchID string
	// Batch is the batch, if it is paused: PausedBecause says why.
	Batch *api.Batch
	// RequestID identifies the request in the service's logs.
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

// about adds to an error what it is about. An error of another type becomes the cause of an [*Error].
func about(err error, add func(*Error)) error {
	var found *Error
	if !errors.As(err, &found) {
		found = &Error{Message: err.Error(), cause: err}
	}
	add(found)
	return found
}
