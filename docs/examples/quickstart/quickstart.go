// Quickstart with Go: a lookup at sign-up, a webhook, a batch.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"slices"
	"time"

	"footprint.example.com/footprint"
	"footprint.example.com/footprint/api"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Panic(err) // deferred functions still run
	}
	return value
}

func main() {
	ctx := context.Background()
	address := cmp.Or(os.Getenv("FOOTPRINT_URL"), "http://localhost:8080")
	// A key with the scopes lookups and webhooks.
	client := must(footprint.New(address, os.Getenv("FOOTPRINT_API_KEY")))

	run := fmt.Sprint(time.Now().UnixNano()) // in your program, the id of the sign-up or import

	// 1. At sign-up: an answer within a second. A repetition with the same key is not billed again.
	key := "sign-up-" + run
	signUp := must(client.Lookup(ctx, api.LookupRequestV2{
		Identities: api.Identities{Emails: []string{"robin.sample@example.com"}, Usernames: []string{"robinsample"}},
		Mode:       api.LookupRequestV2ModeInstant,
	}, &api.CreateLookupV2Params{IdempotencyKey: &key}))
	planned := 0
	if signUp.Planned != nil {
		planned = *signUp.Planned
	}
	fmt.Printf("sign-up: %d of %d platforms answered; risk %s\n", signUp.Answered, planned, signUp.Risk.Level)

	// 2. A webhook. The secret is shown once: your receiver needs it.
	made := must(client.API.CreateWebhookEndpointWithResponse(ctx, api.NewWebhookEndpoint{
		URL:        cmp.Or(os.Getenv("WEBHOOK_URL"), "https://localhost:4443/"), // where the service can reach your receiver
		EventTypes: &[]api.SubscribableEventType{api.SubscribableEventTypeBatchCompleted},
	})).JSON200
	defer client.API.DeleteWebhookEndpoint(ctx, made.Endpoint.ID)
	events := make(chan *footprint.WebhookEvent, 1)
	listener := must(net.Listen("tcp", "127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "4444")))
	go http.Serve(listener, http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body := must(io.ReadAll(request.Body))
		event, err := footprint.VerifyWebhook(body, request.Header.Get("SVC-Signature"), made.Secret)
		if err != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		response.WriteHeader(http.StatusNoContent)
		events <- event
	}))

	// 3. A batch: up to 10,000 items, each billed when its lookup starts. Its end is an event.
	imported := "import-" + run
	batch := must(client.Batch(ctx, slices.Values([]api.SentBatchItem{
		{Ref: "customer-1", Identities: api.Identities{Usernames: []string{"robinsample"}}},
		{Ref: "customer-2", Identities: api.Identities{Usernames: []string{"nobody-at-all"}}},
	}), footprint.BatchOptions{Params: api.CreateBatchParams{IdempotencyKey: &imported}}))
	fmt.Println("waiting for batch.completed, a minute at most")
	select {
	case event := <-events:
		fmt.Println(event.Type)
	case <-time.After(time.Minute):
		log.Panic("No event came: is `npx footprint webhook listen --forward-to http://localhost:4444` running?")
	}
	for item, err := range client.BatchResults(ctx, batch.BatchID) {
		found := must(item, err)
		fmt.Println(*found.Ref, found.Lookup.Hits)
	}
}
