package footprint

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"footprint.example.com/footprint/api"
)

type streamVectors struct {
	LookupID string
	Cases    []struct {
		Name, Stream string
		Events       []struct {
			ID, Type string
			Data     any
		}
		Progress []Progress
		Result   api.LookupV2
	}
}

// transport answers requests without a network.
type transport func(*http.Request) (int, io.Reader)

func (answer transport) RoundTrip(request *http.Request) (*http.Response, error) {
	status, body := answer(request)
	header := http.Header{"Content-Type": {"application/json"}}
	return &http.Response{StatusCode: status, Body: io.NopCloser(body), Request: request, Header: header}, nil
}

func clientOf(t *testing.T, answer transport) *Client {
	t.Helper()
	client, err := New("https://footprint.example.com", "key_example", WithHTTPClient(&http.Client{Transport: answer}))
	if err != nil {
		t.Fatal(err)
	}
	client.wait = func(context.Context, time.Duration) error { return nil }
	return client
}

// after is what the service sends to whoever has the event of this id.
func after(stream, id string) string {
	if id == "" {
		return stream
	}
	_, rest, _ := strings.Cut(stream, "id: "+id+"\n")
	_, rest, _ = strings.Cut("\n"+rest, "\n\n")
	return rest
}

func TestAStreamThatIsCutAnywhereIsResumed(t *testing.T) {
	read := vectors[streamVectors](t, "streams.json")
	for _, each := range read.Cases {
		for cut := 0; cut <= len(each.Stream); cut++ {
			connections := 0
			client := clientOf(t, func(request *http.Request) (int, io.Reader) {
				equal(t, "url", request.URL.Path, "/v2/lookup/"+read.LookupID+"/stream")
				rest := after(each.Stream, request.Header.Get("Last-Event-ID"))
				if connections++; connections > 1 {
					return 200, strings.NewReader(rest)
				}
				if cut%2 == 0 { // the connection is lost, or ends as if that were the end
					return 200, io.MultiReader(strings.NewReader(rest[:cut]), iotest.ErrReader(io.ErrUnexpectedEOF))
				}
				return 200, iotest.OneByteReader(strings.NewReader(rest[:cut]))
			})
			stream := client.Follow(read.LookupID)
			var progress []Progress
			stream.OnProgress = func(p Progress) { progress = append(progress, p) }
			index := 0
			for event, err := range stream.Events(context.Background()) {
				if err != nil {
					t.Fatalf("%s, cut at %d: %v", each.Name, cut, err)
				}
				if index >= len(each.Events) {
					t.Fatalf("%s, cut at %d: unexpected %+v", each.Name, cut, event)
				}
				var data any
				_ = json.Unmarshal(event.Data, &data)
				wanted := each.Events[index]
				equal(t, each.Name, []any{event.ID, event.Type, data}, []any{wanted.ID, wanted.Type, wanted.Data})
				index++
			}
			equal(t, "events", index, len(each.Events))
			equal(t, "result", *stream.Result, each.Result)
			equal(t, "last progress", progress[len(progress)-1], each.Progress[len(each.Progress)-1])
			if cut == len(each.Stream) {
				equal(t, "connections", connections, 1)
				equal(t, "progress", progress, each.Progress)
			}
		}
	}
}

func TestAStreamStartsALookupOnceAndFollowsIt(t *testing.T) {
	client, service := start(t, lose(""), answer(200, processing), refusal(503, "unavailable", "Retry-After", "2"),
		answer(200, "event: done\ndata: "+finished+"\n\n"))
	request := ada
	request.Mode = api.LookupRequestV2ModeWait
	stream, err := client.Stream(context.Background(), request, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range stream.Events(context.Background()) {
		t.Error("an event")
	}
	equal(t, "result", stream.Result.Hits, []string{"example-forum"})
	equal(t, "mode", strings.Contains(service.requests[1].body, `"mode":"async"`), true)
	equal(t, "key", service.requests[1].header.Get("Idempotency-Key"), service.requests[0].header.Get("Idempotency-Key"))
	equal(t, "waits", service.waits, []time.Duration{time.Second, 2 * time.Second})
}

func TestAStreamThatBringsNothingNewEndsWithAnError(t *testing.T) {
	connections := 0
	client := clientOf(t, func(request *http.Request) (int, io.Reader) {
		connections++
		if connections == 3 {
			return 200, strings.NewReader("id: one\nevent: result\ndata: {}\n\nid: two")
		}
		if connections > 3 {
			equal(t, "resumed after", request.Header.Get("Last-Event-ID"), "one")
		}
		return 200, strings.NewReader(": heartbeat\n\n")
	})
	var last error
	for _, err := range client.Follow("lkp_example").Events(context.Background()) {
		last = err
	}
	var broken *Error
	equal(t, "error", errors.As(last, &broken) && broken.LookupID == "lkp_example" && broken.Code == "", true)
	equal(t, "connections", connections, 3+5)
}

func TestARefusalEndsAStream(t *testing.T) {
	client := clientOf(t, func(*http.Request) (int, io.Reader) {
		return 404, strings.NewReader(`{"error":{"code":"not_found","message":"There is none."}}`)
	})
	for _, err := range client.Follow("lkp_example").Events(context.Background()) {
		var refused *Error
		equal(t, "error", errors.As(err, &refused) && refused.LookupID == "lkp_example" && refused.Code == api.ErrorCodeNotFound, true)
	}
}

func TestALoopThatWasLeftGoesOnFromThere(t *testing.T) {
	whole := vectors[streamVectors](t, "streams.json").Cases[0]
	client := clientOf(t, func(request *http.Request) (int, io.Reader) {
		return 200, strings.NewReader(after(whole.Stream, request.Header.Get("Last-Event-ID")))
	})
	stream := client.Follow("lkp_example")
	var ids []string
	for event := range stream.Events(context.Background()) {
		ids = append(ids, event.ID)
		break
	}
	equal(t, "finished", stream.Result != nil, false)
	for event, err := range stream.Events(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, event.ID)
	}
	equal(t, "ids", ids, []string{whole.Events[0].ID, whole.Events[1].ID})
	equal(t, "finished", stream.Result != nil, true)
}
