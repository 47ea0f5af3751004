package footprint

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
)

type counted struct {
	http.RoundTripper
	calls int
}

func (c *counted) RoundTrip(request *http.Request) (*http.Response, error) {
	c.calls++
	return c.RoundTripper.RoundTrip(request)
}

// An untrusted certificate is the same with every attempt: it is met once.
func TestACertificateThatNobodySignedIsNotTriedAgain(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	transport := &counted{RoundTripper: &http.Transport{}}
	client, err := New(server.URL, "key_example", WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = client.Lookup(context.Background(), ada, nil); err == nil || transport.calls != 1 {
		t.Errorf("%v after %d attempts", err, transport.calls)
	}
}
