package footprint

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"footprint.example.com/footprint/api"
)

const (
	processing = `{"lookupId":"lkp_example","status":"processing"}`
	finished   = `{"lookupId":"lkp_example","status":"finished","hits":["example-forum"]}`
)

var ada = api.LookupRequestV2{Identities: api.Identities{Emails: []string{"ada@example.com"}}}

func TestALookupSurvivesRefusalsAndLostConnectionsUnderOneKey(t *testing.T) {
	client, service := start(t,
		refusal(429, "rate_limit_exceeded", "Retry-After", "7"),
		refusal(503, "unavailable", "Retry-After", "3"),
		lose(""),
		refusal(409, "idempotency_conflict"), // the request that was lost is in progress
		lose(`{"lookupId":`),
		answer(504, "<html>"),
		answer(200, processing),
		refusal(429, "rate_limit_exceeded", "Retry-After", "3600"),
		refusal(429, "rate_limit_exceeded"),
		lose(""),
		answer(200, processing),
		answer(200, finished),
	)
	lookup, err := client.Lookup(context.Background(), ada, nil)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "hits", lookup.Hits, []string{"example-forum"})
	seconds := []int{}
	for _, wait := range service.waits {
		seconds = append(seconds, int(wait.Seconds()))
	}
	equal(t, "waits", seconds, []int{7, 3, 2, 4, 8, 16, 5, 60, 60, 1, 5})
	key := service.requests[0].header.Get("Idempotency-Key")
	equal(t, "a key was made", len(key) > 20, true)
	for index, request := range service.requests {
		if index < 7 {
			equal(t, "request", []string{request.method, request.url, request.header.Get("Idempotency-Key"), request.body},
				[]string{"POST", "/v2/lookup", key, `{"identities":{"emails":["ada@example.com"]},"mode":"wait"}`})
		} else {
			equal(t, "request", []string{request.method, request.url}, []string{"GET", "/v2/lookup/lkp_example"})
		}
	}
}

func TestALookupIsNotRepeatedForEver(t *testing.T) {
	client, service := start(t, slices.Repeat([]http.HandlerFunc{refusal(503, "unavailable", "X-Lookup-Id", "lkp_perhaps")}, 6)...)
	_, err := client.Lookup(context.Background(), ada, nil)
	var refused *Error
	equal(t, "error", errors.As(err, &refused) && refused.Code == api.ErrorCodeUnavailable && refused.LookupID == "lkp_perhaps", true)
	equal(t, "requests", len(service.requests), 6)
}

func TestWhatIsFinalIsNotRepeated(t *testing.T) {
	key := "signup-4711"
	final := map[int]string{400: "invalid_request", 402: "quota_exceeded", 409: "idempotency_conflict", 500: "internal_error"}
	for status, code := range final {
		client, service := start(t, refusal(status, code))
		_, err := client.Lookup(context.Background(), ada, &api.CreateLookupV2Params{IdempotencyKey: &key})
		var refused *Error
		equal(t, "error", errors.As(err, &refused) && refused.Status == status && string(refused.Code) == code, true)
		equal(t, "key", service.requests[0].header.Get("Idempotency-Key"), key)
	}
	client, _ := start(t, answer(200, `{"lookupId":7}`))
	_, err := client.Lookup(context.Background(), ada, nil)
	equal(t, "another body", err != nil, true)
}

func TestErrorsAfterAcceptanceCarryTheLookup(t *testing.T) {
	client, _ := start(t, answer(200, processing), refusal(403, "account_suspended"))
	_, err := client.Lookup(context.Background(), ada, nil)
	var refused *Error
	equal(t, "refused", errors.As(err, &refused) && refused.LookupID == "lkp_example" && refused.Status == 403, true)

	ctx, cancel := context.WithCancel(context.Background())
	client, _ = start(t, func(w http.ResponseWriter, r *http.Request) {
		answer(200, processing)(w, r)
		cancel()
	}, answer(200, processing))
	client.wait = func(ctx context.Context, _ time.Duration) error { <-ctx.Done(); return ctx.Err() }
	_, err = client.Lookup(ctx, ada, nil)
	if errors.As(err, &refused) { // the context can end while the acceptance is read
		equal(t, "cancelled", refused.LookupID == "lkp_example" && refused.Status == 0, true)
	}
	equal(t, "cancelled", errors.Is(err, context.Canceled), true)
}

func TestAnInstantLookupReturnsWhatIsKnown(t *testing.T) {
	client, _ := start(t, answer(200, processing))
	request := ada
	request.Mode = api.LookupRequestV2ModeInstant
	lookup, err := client.Lookup(context.Background(), request, nil)
	equal(t, "status", []any{lookup.Status, err}, []any{api.LookupStatusProcessing, nil})
}

func TestABatchIsSentOnceAndFollowed(t *testing.T) {
	batch := func(status string) http.HandlerFunc {
		return answer(200, `{"batchId":"bat_example","status":"`+status+`","items":2}`)
	}
	client, service := start(t, lose(""), refusal(503, "unavailable"), answer(202, `{"batchId":"bat_example","items":2}`),
		batch("queued"), lose(""), batch("paused"), batch("running"), batch("cancelled"))
	items := slices.Values([]api.SentBatchItem{
		{Identities: api.Identities{Emails: []string{"ada@example.com"}}, Ref: "1"},
		{Identities: api.Identities{Usernames: []string{"ada-example"}}},
	})
	var told []api.BatchStatus
	mode := api.BatchModeInstant
	options := BatchOptions{
		Params:     api.CreateBatchParams{Mode: &mode},
		OnProgress: func(batch api.Batch) { told = append(told, batch.Status) },
	}
	_, err := client.Batch(context.Background(), items, options)
	var paused *Error
	equal(t, "paused", errors.As(err, &paused) && paused.BatchID == "bat_example" && paused.Batch.Status == api.BatchStatusPaused, true)
	for _, request := range service.requests[:3] {
		equal(t, "request", request.url, "/v2/batches?mode=instant")
		equal(t, "type", request.header.Get("Content-Type"), "application/x-ndjson")
		equal(t, "key", request.header.Get("Idempotency-Key"), service.requests[0].header.Get("Idempotency-Key"))
		equal(t, "items", request.body, `{"identities":{"emails":["ada@example.com"]},"ref":"1"}`+"\n"+
			`{"identities":{"usernames":["ada-example"]}}`+"\n")
	}
	over, err := client.WaitForBatch(context.Background(), "bat_example", options)
	equal(t, "over", []any{over.Status, err}, []any{api.BatchStatusCancelled, nil})
	equal(t, "told", told, []api.BatchStatus{"queued", "paused", "running", "cancelled"})
}

func TestABatchCanBeWaitedForWhileItIsPaused(t *testing.T) {
	client, service := start(t, answer(202, `{"batchId":"bat_example"}`),
		answer(200, `{"status":"paused"}`), answer(200, `{"status":"finished"}`))
	batch, err := client.Batch(context.Background(), slices.Values([]api.SentBatchItem{}), BatchOptions{WaitWhilePaused: true})
	equal(t, "over", []any{batch.Status, err}, []any{api.BatchStatusFinished, nil})
	equal(t, "waits", service.waits, []time.Duration{5 * time.Second})
}

func TestErrorsAfterABatchWasAcceptedCarryIt(t *testing.T) {
	client, _ := start(t, answer(202, `{"batchId":"bat_example"}`), refusal(404, "not_found"))
	_, err := client.Batch(context.Background(), slices.Values([]api.SentBatchItem{}), BatchOptions{})
	var refused *Error
	equal(t, "refused", errors.As(err, &refused) && refused.BatchID == "bat_example" && refused.Status == 404, true)
}

func TestADryRunHasNoBatch(t *testing.T) {
	client, _ := start(t, answer(200, `{"batchId":null}`))
	dryRun := api.CreateBatchParamsDryRunTrue
	options := BatchOptions{Params: api.CreateBatchParams{DryRun: &dryRun}}
	_, err := client.Batch(context.Background(), slices.Values([]api.SentBatchItem{}), options)
	equal(t, "error", err != nil, true)
}

func TestResultsOfABatchComeAsTheyArrive(t *testing.T) {
	line := `{"index":0,"status":"finished","lookup":` + finished + "}\n"
	isRead := make(chan bool)
	client, service := start(t, refusal(429, "rate_limit_exceeded", "Retry-After", "2"), func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, line)
		w.(http.Flusher).Flush()
		<-isRead
		_, _ = io.WriteString(w, strings.Replace(line, "0", "1", 1))
	})
	var indexes []int
	for item, err := range client.BatchResults(context.Background(), "bat_example") {
		if err != nil {
			t.Fatal(err)
		}
		if item.Index == 0 {
			close(isRead)
		}
		equal(t, "lookup", item.Lookup.LookupID, "lkp_example")
		indexes = append(indexes, item.Index)
	}
	equal(t, "indexes", indexes, []int{0, 1})
	equal(t, "url", service.requests[1].url, "/v2/batches/bat_example/results")
}
