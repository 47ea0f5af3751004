//go:build go1.25

package footprint

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"footprint.example.com/footprint/api"
)

// network answers in place of the network, in the bubble of a test, whose clock moves when everything waits.
type network func(*http.Request) (*http.Response, error)

func (n network) RoundTrip(request *http.Request) (*http.Response, error) { return n(request) }

// took is how long a lookup lasts, by the bubble's clock, and its error.
func took(t *testing.T, send network, request api.LookupRequestV2, options ...Option) (time.Duration, error) {
	t.Helper()
	client, err := New("https://footprint.example.com", "key_example",
		append([]Option{WithHTTPClient(&http.Client{Transport: send})}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, err = client.Lookup(context.Background(), request, nil)
	return time.Since(start), err
}

func instant() api.LookupRequestV2 {
	request, deadline := ada, 800
	request.Mode, request.DeadlineMs = api.LookupRequestV2ModeInstant, &deadline
	return request
}

func TestALookupEndsInTime(t *testing.T) {
	down := func(*http.Request) (*http.Response, error) { return nil, errors.New("connection refused") }
	silent := func(request *http.Request) (*http.Response, error) { // as where the name server does not answer
		<-request.Context().Done()
		return nil, context.Cause(request.Context())
	}
	limited := func(*http.Request) (*http.Response, error) {
		header := http.Header{"Retry-After": {"60"}}
		return &http.Response{StatusCode: http.StatusTooManyRequests, Header: header, Body: http.NoBody}, nil
	}
	for _, each := range []struct {
		name    string
		send    network
		request api.LookupRequestV2
		options []Option
		wanted  time.Duration
	}{
		{"down, instant", down, instant(), nil, time.Second},
		{"down", down, ada, nil, 31 * time.Second},
		{"limited, instant", limited, instant(), nil, 0},
		{"limited", limited, ada, nil, 9 * time.Minute},
		{"silent, instant", silent, instant(), nil, 1800 * time.Millisecond},
		{"silent", silent, ada, nil, DefaultTimeout},
		{"silent, 20 s", silent, ada, []Option{WithTimeout(20 * time.Second)}, 20 * time.Second},
	} {
		t.Run(each.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				lasted, err := took(t, each.send, each.request, each.options...)
				equal(t, "an error", err != nil, true)
				equal(t, "time", lasted, each.wanted)
			})
		})
	}
}

// stalled is a body that does not end before its request does.
type stalled struct{ ctx context.Context }

func (s stalled) Read([]byte) (int, error) { <-s.ctx.Done(); return 0, context.Cause(s.ctx) }
func (s stalled) Close() error             { return nil }

func TestAnOperationEndsInTimeUnlessItIsAStreamOrADownload(t *testing.T) {
	for _, each := range []struct {
		status int
		kind   string
		isLong bool
	}{
		{200, "application/json", false},
		{200, "text/html", false},
		{200, "", false},
		{502, "text/html", false},
		{403, "", false},
		{503, "text/event-stream", false},
		{200, "text/event-stream", true},
		{200, "application/x-ndjson", true},
		{200, "text/csv; charset=utf-8", true},
	} {
		t.Run(http.StatusText(each.status)+" "+each.kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				send := network(func(request *http.Request) (*http.Response, error) {
					header := http.Header{"Content-Type": {each.kind}}
					return &http.Response{StatusCode: each.status, Header: header, Body: stalled{request.Context()}, Request: request}, nil
				})
				client, err := New("https://footprint.example.com", "key_example", WithHTTPClient(&http.Client{Transport: send}))
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
				defer cancel()
				begin, wanted := time.Now(), RequestTimeout
				if each.isLong {
					wanted = time.Hour
				}
				_, err = client.API.GetAccountWithResponse(ctx)
				equal(t, "an error", err != nil, true)
				equal(t, "time", time.Since(begin), wanted)
			})
		})
	}
}

func TestALookupThatDoesNotFinishIsNamedWhenItsTimeIsOver(t *testing.T) {
	client, service := start(t, slices.Repeat([]http.HandlerFunc{answer(200, processing)}, 3)...)
	WithTimeout(4 * time.Second)(client)
	_, err := client.Lookup(context.Background(), ada, nil)
	var ended *Error
	equal(t, "error", errors.As(err, &ended) && ended.LookupID == "lkp_example" && errors.Is(err, context.DeadlineExceeded), true)
	equal(t, "requests", len(service.requests), 1)
}
