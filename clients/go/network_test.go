package footprint

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// begin sends a part of a response, and ends it when the client disconnects, which it reports.
func begin(left chan<- bool, status int, contentType, part string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, part)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		left <- true
	}
}

func TestAPanicInALoopDisconnects(t *testing.T) {
	left := make(chan bool, 1)
	client, _ := start(t, begin(left, 200, "text/event-stream", "id: a\nevent: result\ndata: {}\n\n"))
	func() {
		defer func() { equal(t, "panic", recover(), "the disk is full") }()
		for range client.Follow("lkp_example").Events(context.Background()) {
			panic("the disk is full")
		}
	}()
	<-left
}

func TestABodyThatDoesNotEndEndsInTime(t *testing.T) {
	left := make(chan bool, 9)
	for _, each := range []struct {
		status     int
		kind, part string
	}{
		{502, "text/html", "<html>"},
		{402, "application/json", `{"error":`},
		{200, "text/html", "<html>"},
		{200, "application/json", "{"},
	} {
		client, _ := start(t, begin(left, each.status, each.kind, each.part))
		WithTimeout(200 * time.Millisecond)(client)
		_, err := client.Lookup(context.Background(), ada, nil)
		equal(t, each.kind, err != nil, true)
		<-left
	}
}

func TestAnAnswerOfAnotherKindIsAnError(t *testing.T) {
	for _, body := range []string{"", "{}", "null", "[]", `"text"`, "<html>", "\xff\xfe", strings.Repeat("[", 100_000)} {
		client, service := start(t, answer(200, body))
		_, err := client.Lookup(context.Background(), ada, nil)
		equal(t, "error", err != nil && strings.Contains(err.Error(), "cannot be read"), true)
		equal(t, "requests", len(service.requests), 1)
	}
	client, _ := start(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) })
	_, err := client.Lookup(context.Background(), ada, nil)
	equal(t, "error", err != nil, true)
}

func TestALimitIsWaitedForAMinuteAtMost(t *testing.T) {
	for _, asked := range []string{"", "0", "-5", "1.5", "NaN", "Wed, 21 Oct 2026 07:28:00 GMT", "99999999999", strings.Repeat("9", 5_000)} {
		client, service := start(t, refusal(429, "rate_limit_exceeded", "Retry-After", asked), answer(200, finished))
		_, err := client.Lookup(context.Background(), ada, nil)
		equal(t, "error", err, nil)
		equal(t, "waits", service.waits, []time.Duration{time.Minute})
	}
}

func TestGzipIsReadAndWhatOnlySaysSoIsRepeated(t *testing.T) {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, _ = io.WriteString(writer, finished)
	_ = writer.Close()
	client, service := start(t, answer(200, "no gzip", "Content-Encoding", "gzip"), answer(200, packed.String(), "Content-Encoding", "gzip"))
	lookup, err := client.Lookup(context.Background(), ada, nil)
	equal(t, "error", err, nil)
	equal(t, "hits", lookup.Hits, []string{"example-forum"})
	equal(t, "requests", len(service.requests), 2)
}

func TestNeitherKeyNorIdentitiesGoWhereARedirectLeads(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("unexpected %s", r.Method) }))
	defer elsewhere.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		client, _ := start(t, answer(status, "", "Location", elsewhere.URL))
		_, err := client.Lookup(context.Background(), ada, nil)
		var refused *Error
		equal(t, "refused", errors.As(err, &refused) && refused.Status == status, true)
	}
}

// Through a transport that keeps connections, and repeats by itself what may be repeated.
func TestARequestWithoutAKeyIsSentOnceAlsoThroughAConnectionThatWasClosed(t *testing.T) {
	var mutex sync.Mutex
	var sent []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		if sent = append(sent, r.Method); len(sent) > 1 {
			panic(http.ErrAbortHandler)
		}
		answer(200, `{}`)(w, r)
	}))
	defer server.Close()
	client, err := New(server.URL, "key_example", WithHTTPClient(&http.Client{Transport: &http.Transport{}}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.API.GetAccountWithResponse(context.Background())
	equal(t, "error", err, nil)
	_, err = client.API.CreateLookupV2WithResponse(context.Background(), nil, ada)
	equal(t, "error", err != nil, true)
	mutex.Lock()
	defer mutex.Unlock()
	equal(t, "requests", sent, []string{"GET", "POST"})
}

func TestGoroutinesShareAClient(t *testing.T) {
	server := httptest.NewServer(answer(200, finished))
	defer server.Close()
	client, err := New(server.URL, "key_example")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 200 {
		all.Add(1)
		go func() {
			defer all.Done()
			if _, err := client.Lookup(context.Background(), ada, nil); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
}
