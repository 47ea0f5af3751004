package footprint_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"slices"
	"time"

	"footprint.example.com/footprint"
	"footprint.example.com/footprint/api"
)

func ExampleClient_Lookup() {
	client, err := footprint.New(os.Getenv("FOOTPRINT_URL"), os.Getenv("FOOTPRINT_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	person := api.Identities{Emails: []string{"ada@example.com"}, Usernames: []string{"ada-example"}}
	lookup, err := client.Lookup(context.Background(), api.LookupRequestV2{Identities: person}, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, result := range lookup.Results {
		if result.Registered {
			fmt.Println(result.Identity.Value, "is registered at", result.Platform)
		}
	}
	fmt.Println("risk:", lookup.Risk.Level, "omitted platforms:", lookup.Omitted)
	// Output:
	// ada-example is registered at example-forum
	// risk: low omitted platforms: 1
}

func ExampleClient_Stream() {
	client, err := footprint.New(os.Getenv("FOOTPRINT_URL"), os.Getenv("FOOTPRINT_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	person := api.Identities{Emails: []string{"ada@example.com"}}
	stream, err := client.Stream(ctx, api.LookupRequestV2{Identities: person}, nil) // or client.Follow(lookupID)
	if err != nil {
		log.Fatal(err)
	}
	stream.OnProgress = func(p footprint.Progress) { fmt.Println(p.Ended, "of", p.Planned) }
	for event, err := range stream.Events(ctx) {
		if err != nil {
			log.Fatal(err)
		}
		if event.Type == "result" {
			var result api.ResultV2
			if err := json.Unmarshal(event.Data, &result); err != nil {
				log.Fatal(err)
			}
			fmt.Println(result.Platform, result.Registered)
		}
	}
	fmt.Println(stream.Result.Hits)
	// Output:
	// 0 of 2
	// example-forum true
	// 2 of 2
	// [example-forum]
}

func ExampleClient_Batch() {
	client, err := footprint.New(os.Getenv("FOOTPRINT_URL"), os.Getenv("FOOTPRINT_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	items := slices.Values([]api.SentBatchItem{ // or any iterator, such as one of the rows of a file
		{Ref: "customer 1", Identities: api.Identities{Emails: []string{"ada@example.com"}}},
		{Ref: "customer 2", Identities: api.Identities{Phones: []string{"+12025550123"}}},
	})
	batch, err := client.Batch(ctx, items, footprint.BatchOptions{
		OnProgress: func(b api.Batch) { fmt.Println(b.Status, b.Counts.Finished, "of", b.Items) },
	})
	if err != nil { // if the batch is paused: an *Error with the Batch
		log.Fatal(err)
	}
	for item, err := range client.BatchResults(ctx, batch.BatchID) {
		if err != nil {
			log.Fatal(err)
		}
		if item.Lookup != nil {
			fmt.Println(*item.Ref, item.Lookup.Hits)
		}
	}
	// Output:
	// finished 2 of 2
	// customer 1 [example-forum]
	// customer 2 []
}

func ExampleVerifyWebhook() {
	http.HandleFunc("POST /hooks", func(w http.ResponseWriter, r *http.Request) {
		// The bytes as they arrived. The event of a deep lookup has some 900 kB.
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10<<20))
		if err != nil {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		event, err := footprint.VerifyWebhook(body, r.Header.Get("SVC-Signature"), os.Getenv("SIGNING_SECRET"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		log.Println(event.ID, event.Type) // store the id, and skip known ones: retries and resends have the same id
	})
}

func ExampleError() {
	client, err := footprint.New(os.Getenv("FOOTPRINT_URL"), os.Getenv("FOOTPRINT_API_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	// Your own name for the request, which is billed once, however often you send it within 24 hours, even after a crash.
	key := "signup-4711"
	person := api.Identities{Emails: []string{"grace@example.com"}}
	_, err = client.Lookup(ctx, api.LookupRequestV2{Identities: person}, &api.CreateLookupV2Params{IdempotencyKey: &key})
	var refused *footprint.Error
	switch {
	case err == nil:
		fmt.Println("finished")
	case !errors.As(err, &refused):
		fmt.Println("there was no answer:", err)
	case refused.Code == api.ErrorCodeQuotaExceeded:
		allowance, _ := refused.Details.AsAllowanceDetails()
		fmt.Println("used up:", allowance.Used, "of", allowance.Limit)
	case refused.LookupID != "":
		fmt.Println("accepted, and to be read later:", refused.LookupID)
	default:
		fmt.Println(refused.Code, refused.Message, refused.RequestID)
	}
	// Output: used up: 1000 of 1000
}
