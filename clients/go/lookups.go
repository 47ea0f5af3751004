package footprint

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"time"

	"footprint.example.com/footprint/api"
)

// Lookup looks up identities and waits for the result. A request without a mode is sent with `wait`. With `instant`, the result has what is
// known at the deadline; in any other mode, the lookup is finished.
//
// Lookup ends with ctx, or after the client's time-out: ten minutes, or the time set by [WithTimeout]. An `instant` lookup ends a second
// after its deadline (10 s if the request has none). After a 429, Lookup waits as long as the service says, and tries again if there is
// time. A request that got 502, 503, 504 or no answer is repeated up to five times in a row, with the same idempotency key. The key is
// random unless params has one: choose your own if your program may restart before it has the answer. After acceptance, every error is an
// [*Error] with the LookupID.
func (c *Client) Lookup(ctx context.Context, request api.LookupRequestV2, params *api.CreateLookupV2Params) (*api.LookupV2, error) {
	if request.Mode == "" {
		request.Mode = api.LookupRequestV2ModeWait
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeoutOf(request))
	defer cancel()
	lookup, err := c.accept(ctx, request, params)
	if err != nil || request.Mode == api.LookupRequestV2ModeInstant {
		return lookup, err
	}
	for id := lookup.LookupID; lookup.Status != api.LookupStatusFinished; {
		if err = c.pause(ctx, c.pollInterval, context.DeadlineExceeded); err == nil {
			lookup, err = read[api.LookupV2](ctx, c, func() (*http.Response, error) { return c.API.GetLookupV2(ctx, id, nil) })
		}
		if err != nil {
			return nil, about(err, func(e *Error) { e.LookupID = id })
		}
	}
	return lookup, nil
}

func (c *Client) timeoutOf(request api.LookupRequestV2) time.Duration {
	if request.Mode != api.LookupRequestV2ModeInstant {
		return c.timeout
	}
	instant := maxInstant
	if request.DeadlineMs != nil {
		instant = time.Duration(*request.DeadlineMs) * time.Millisecond
	}
	return min(c.timeout, instant+networkMargin)
}

func (c *Client) accept(ctx context.Context, request api.LookupRequestV2, params *api.CreateLookupV2Params) (*api.LookupV2, error) {
	var named api.CreateLookupV2Params
	if params != nil {
		named = *params
	}
	if named.IdempotencyKey == nil {
		key := rand.Text()
		named.IdempotencyKey = &key
	}
	return read[api.LookupV2](ctx, c, func() (*http.Response, error) { return c.API.CreateLookupV2(ctx, &named, request) })
}

// Event is news about a lookup.
type Event struct {
	// ID is its position in the stream.
	ID string
	// Type says what Data is: `result` ([api.ResultV2]), `omission` ([api.Omission]), … Later versions of the service may add types.
	Type string
	Data json.RawMessage
}

// Progress of a lookup: the number of platforms to probe, and how many of them have a result or an omission.
type Progress struct{ Planned, Ended int }

// Stream follows a lookup. Use it in one goroutine.
type Stream struct {
	LookupID string
	// OnProgress is called repeatedly with the progress.
	OnProgress func(Progress)
	// Result is the finished lookup, after its events.
	Result *api.LookupV2

	client      *Client
	planned     int
	lastEventID *string
}

// Stream starts a lookup and follows it. The mode is always `async`. Requests are repeated as by [Client.Lookup].
func (c *Client) Stream(ctx context.Context, request api.LookupRequestV2, params *api.CreateLookupV2Params) (*Stream, error) {
	request.Mode = api.LookupRequestV2ModeAsync
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	lookup, err := c.accept(ctx, request, params)
	if err != nil {
		return nil, err
	}
	return c.Follow(lookup.LookupID), nil
}

// Follow follows an existing lookup from its beginning. This is not billed.
func (c *Client) Follow(lookupID string) *Stream {
	return &Stream{LookupID: lookupID, client: c}
}

// Events yields each event once, in order, until the lookup is finished. A broken stream is resumed after the last event, up to five times
// in a row without a new event, and read at most for the client's time-out. An error comes last: it is an [*Error] with the LookupID. If
// you leave a loop early, another loop continues from there.
func (s *Stream) Events(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		ctx, cancel := context.WithTimeout(ctx, s.client.timeout)
		defer cancel()
		failures, isLeft := 0, false
		for s.Result == nil && !isLeft {
			err := s.receive(ctx, func(event Event) bool {
				failures = 0
				isLeft = !yield(event, nil)
				return !isLeft
			})
			if err != nil {
				err = s.client.again(ctx, &failures, err)
			}
			if err != nil {
				yield(Event{}, about(err, func(e *Error) { e.LookupID = s.LookupID }))
				return
			}
		}
	}
}

// receive reads the stream through one connection, to the result or until handOver returns false.
func (s *Stream) receive(ctx context.Context, handOver func(Event) bool) error {
	response, err := s.client.API.FollowLookupV2(ctx, s.LookupID, &api.FollowLookupV2Params{LastEventID: s.lastEventID})
	if err != nil {
		return err
	}
	defer response.Body.Close()
	event, data := Event{}, []string(nil)
	for reader := bufio.NewReader(response.Body); ; {
		line, err := reader.ReadString('\n')
		if err != nil { // an event that is not complete is sent again
			return lostConnection(response, errors.New("the stream ended before the lookup did"))
		}
		line = strings.TrimRight(line, "\r\n")
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch field {
		case "id":
			event.ID = value
		case "event":
			event.Type = value
		case "data":
			data = append(data, value)
		case "":
			if line != "" {
				s.tell(value)
				continue
			}
			if id := event.ID; id != "" {
				s.lastEventID = &id
			}
			event.Data = json.RawMessage(strings.Join(data, "\n"))
			if event.Type == "done" {
				s.Result, err = decode[api.LookupV2](event.Data)
				return err
			}
			if len(data) > 0 && !handOver(event) {
				return nil
			}
			event, data = Event{}, nil
		}
	}
}

// tell reads a comment: `lookup <id> planned 3` or `progress 1 of 3`. Others are heartbeats.
func (s *Stream) tell(comment string) {
	id, ended := "", 0
	known, _ := fmt.Sscanf(comment, "lookup %s planned %d", &id, &s.planned)
	if known == 0 {
		known, _ = fmt.Sscanf(comment, "progress %d of %d", &ended, &s.planned)
	}
	if known > 0 && s.OnProgress != nil {
		s.OnProgress(Progress{Planned: s.planned, Ended: ended})
	}
}

// BatchOptions are the options of [Client.Batch]; [Client.WaitForBatch] uses the last two.
type BatchOptions struct {
	// Params of the request. A dry run has no batch to wait for: it is [api.ClientWithResponses.CreateBatchWithResponse].
	Params api.CreateBatchParams
	// OnProgress is called each time the batch was read.
	OnProgress func(api.Batch)
	// WaitWhilePaused keeps waiting while the batch is paused, until somebody resumes it.
	WaitWhilePaused bool
}

// Batch sends items and waits until the batch is `finished` or `cancelled` (Status). If the batch is paused, by somebody or because the
// allowance does not cover the next item, you get an [*Error] with the Batch: resume that, then call [Client.WaitForBatch]. Requests
// are repeated as by [Client.Lookup]. After acceptance, every error is an [*Error] with the BatchID. Batch ends with ctx, or after
// [BatchTimeout].
func (c *Client) Batch(ctx context.Context, items iter.Seq[api.SentBatchItem], options BatchOptions) (*api.Batch, error) {
	ctx, cancel := context.WithTimeout(ctx, BatchTimeout)
	defer cancel()
	// Kept, at most 16 MB: items can be read once, and a request that is repeated has the same bytes.
	var lines bytes.Buffer
	for item := range items {
		if err := json.NewEncoder(&lines).Encode(item); err != nil {
			return nil, err
		}
	}
	params := options.Params
	if params.IdempotencyKey == nil {
		key := rand.Text()
		params.IdempotencyKey = &key
	}
	created, err := read[api.CreatedBatch](ctx, c, func() (*http.Response, error) {
		return c.API.CreateBatchWithBody(ctx, &params, "application/x-ndjson", bytes.NewReader(lines.Bytes()))
	})
	if err != nil {
		return nil, err
	}
	if created.BatchID == nil {
		return nil, &Error{Message: "A dry run has no batch."}
	}
	return c.WaitForBatch(ctx, *created.BatchID, options)
}

// WaitForBatch waits for an existing batch, as [Client.Batch] does.
func (c *Client) WaitForBatch(ctx context.Context, batchID string, options BatchOptions) (*api.Batch, error) {
	ctx, cancel := context.WithTimeout(ctx, BatchTimeout)
	defer cancel()
	for {
		batch, err := read[api.Batch](ctx, c, func() (*http.Response, error) { return c.API.GetBatch(ctx, batchID) })
		if err == nil {
			if options.OnProgress != nil {
				options.OnProgress(*batch)
			}
			if batch.Status == api.BatchStatusFinished || batch.Status == api.BatchStatusCancelled {
				return batch, nil
			}
			if batch.Status == api.BatchStatusPaused && !options.WaitWhilePaused {
				return nil, &Error{Message: "The batch is paused.", BatchID: batchID, Batch: batch}
			}
			err = c.pause(ctx, c.pollInterval, context.DeadlineExceeded)
		}
		if err != nil {
			return nil, about(err, func(e *Error) { e.BatchID = batchID })
		}
	}
}

// BatchResults reads the items of a batch in order, each with the result of its lookup, as they arrive. It also works while the batch runs.
// An error comes last, also if the results were cut off.
func (c *Client) BatchResults(ctx context.Context, batchID string) iter.Seq2[*api.BatchItemResult, error] {
	return func(yield func(*api.BatchItemResult, error) bool) {
		limited, cancel := context.WithTimeout(ctx, c.timeout)
		response, err := repeat(limited, c, func() (*http.Response, error) { return c.API.GetBatchResults(ctx, batchID, nil) })
		cancel()
		Lines[api.BatchItemResult](response, err)(yield)
	}
}
