package footprint

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"sync"
	"testing"
	"time"
)

// sent is a request that the service got.
type sent struct {
	method, url, body string
	header            http.Header
}

// service gives its answers in turn; the client's waits are noted, and take no time.
type service struct {
	mutex    sync.Mutex
	requests []sent
	waits    []time.Duration
}

// start is a client of a service with these answers. A further request fails the test.
func start(t *testing.T, answers ...http.HandlerFunc) (*Client, *service) {
	t.Helper()
	s := &service{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mutex.Lock()
		index := len(s.requests)
		s.requests = append(s.requests, sent{r.Method, r.URL.String(), string(body), r.Header})
		s.mutex.Unlock()
		if index >= len(answers) {
			t.Errorf("unexpected %s %s", r.Method, r.URL)
			http.Error(w, "", http.StatusTeapot)
			return
		}
		answers[index](w, r)
	}))
	t.Cleanup(server.Close)
	// The transport repeats by itself what a connection that was used before has lost.
	transport := &http.Transport{DisableKeepAlives: true}
	client, err := New(server.URL, "key_example", WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		t.Fatal(err)
	}
	client.wait = func(ctx context.Context, duration time.Duration) error {
		s.waits = append(s.waits, duration)
		return ctx.Err()
	}
	return client, s
}

// answer with a body and pairs of header names and values.
func answer(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for index := 0; index < len(header); index += 2 {
			w.Header().Set(header[index], header[index+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func refusal(status int, code string, header ...string) http.HandlerFunc {
	return answer(status, `{"error":{"code":"`+code+`","message":"No."}}`, header...)
}

// lose ends the connection after a part of the response.
func lose(part string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if part != "" {
			_, _ = io.WriteString(w, part)
			w.(http.Flusher).Flush()
		}
		panic(http.ErrAbortHandler)
	}
}

func equal(t *testing.T, what string, got, wanted any) {
	t.Helper()
	if !reflect.DeepEqual(got, wanted) {
		t.Errorf("%s: got %+v, wanted %+v", what, got, wanted)
	}
}

// vectors reads what all clients are tested with.
func vectors[T any](t *testing.T, file string) T {
	t.Helper()
	var read T
	text, err := os.ReadFile("../vectors/" + file)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		t.Fatal(err)
	}
	return read
}
