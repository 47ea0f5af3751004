package footprint

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"footprint.example.com/footprint/api"
)

func TestAWaitEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	equal(t, "over", wait(ctx, time.Nanosecond), nil)
	cancel()
	equal(t, "cancelled", wait(ctx, time.Hour), context.Canceled)
}

func TestEveryOperationCarriesTheKeyAndTheNameOfTheClient(t *testing.T) {
	client, service := start(t, answer(200, `{"accountId":"acc_example"}`))
	answered, err := client.API.GetAccountWithResponse(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "account", answered.JSON200.AccountID, "acc_example")
	request := service.requests[0]
	equal(t, "url", request.url, "/v2/account")
	equal(t, "key", request.header.Get("Authorization"), "Bearer key_example")
	equal(t, "name", request.header.Get("User-Agent"), "footprint-go/"+api.Version)
}

func TestAnAddressThatIsNoneIsRefused(t *testing.T) {
	for _, address := range []string{"", "footprint.example.com", "ftp://footprint.example.com", "http://", "http://[::1"} {
		if _, err := New(address, "key"); err == nil {
			t.Errorf("%q was taken", address)
		}
	}
}

func TestAKeyThatIsNoneIsRefused(t *testing.T) {
	for _, key := range []string{"", " ", "fp_example\n", "fp_exämple"} {
		if _, err := New("https://footprint.example.com", key); err == nil {
			t.Errorf("%q was taken", key)
		}
	}
}

func TestAServiceBelowAPathIsReached(t *testing.T) {
	client, service := start(t, answer(200, `{}`))
	below, err := New(client.API.ClientInterface.(*api.Client).Server+"below", "key")
	if err != nil {
		t.Fatal(err)
	}
	if _, err = below.API.GetAccount(context.Background()); err != nil {
		t.Fatal(err)
	}
	equal(t, "url", service.requests[0].url, "/below/v2/account")
}

func TestARedirectIsRefusedInsteadOfBecomingAnotherRequest(t *testing.T) {
	client, service := start(t, answer(301, "", "Location", "/elsewhere"))
	_, err := client.Lookup(context.Background(), api.LookupRequestV2{}, nil)
	var refused *Error
	equal(t, "refused", errors.As(err, &refused) && refused.Status == 301, true)
	equal(t, "requests", len(service.requests), 1)
}

func TestErrorsAreReadAsTheVectorsSay(t *testing.T) {
	type expectation struct {
		Status            int
		Code, Message     string
		Details           any
		RetryAfterSeconds float64
		LookupID          string
		RequestID         string
	}
	for _, each := range vectors[struct {
		Cases []struct {
			Name    string
			Status  int
			Headers map[string]string
			Body    string
			Expect  expectation
		}
	}](t, "errors.json").Cases {
		t.Run(each.Name, func(t *testing.T) {
			var header []string
			for name, value := range each.Headers {
				header = append(header, name, value)
			}
			client, _ := start(t, answer(each.Status, each.Body, header...))
			_, err := client.API.ListSourcesWithResponse(context.Background())
			var refused *Error
			if !errors.As(err, &refused) {
				t.Fatalf("got %v", err)
			}
			var details any
			if refused.Details != nil {
				text, _ := json.Marshal(refused.Details)
				_ = json.Unmarshal(text, &details)
			}
			equal(t, "error", expectation{
				refused.Status, string(refused.Code), refused.Message, details, refused.RetryAfter.Seconds(), refused.LookupID, refused.RequestID,
			}, each.Expect)
		})
	}
}

func TestDetailsAreTyped(t *testing.T) {
	client, _ := start(t,
		answer(402, `{"error":{"code":"quota_exceeded","message":"No.","details":{"unit":"lookups","used":123456789,"limit":7,"renewsAt":null}}}`),
		answer(400, `{"error":{"code":"invalid_batch","message":"No.","details":{"invalid":1,"faults":[{"index":2,"code":"c","message":"m"}]}}}`),
	)
	var refused *Error
	_, err := client.Lookup(context.Background(), api.LookupRequestV2{}, nil)
	equal(t, "402", errors.As(err, &refused), true)
	allowance, err := refused.Details.AsAllowanceDetails()
	equal(t, "used", allowance.Used, float64(123456789))
	equal(t, "no error", err, nil)
	_, err = client.Batch(context.Background(), func(func(api.SentBatchItem) bool) {}, BatchOptions{})
	equal(t, "400", errors.As(err, &refused), true)
	faults, err := refused.Details.AsItemFaults()
	equal(t, "index", faults.Faults[0].Index, 2)
	equal(t, "no error", err, nil)
}

func TestPagesAreReadToTheLast(t *testing.T) {
	client, service := start(t,
		answer(200, `{"batches":[{"batchId":"bat_1"}],"nextCursor":"two"}`),
		refusal(429, "rate_limit_exceeded", "Retry-After", "4"),
		answer(200, `{"batches":[],"nextCursor":"three"}`),
		answer(200, `{"batches":[{"batchId":"bat_3"}],"nextCursor":null}`),
	)
	var ids []string
	list := func(cursor *string) (*http.Response, error) {
		return client.API.ListBatches(context.Background(), &api.ListBatchesParams{Cursor: cursor})
	}
	for page, err := range Pages[api.BatchPage](context.Background(), client, list) {
		if err != nil {
			t.Fatal(err)
		}
		for _, batch := range page.Batches {
			ids = append(ids, batch.BatchID)
		}
	}
	equal(t, "batches", ids, []string{"bat_1", "bat_3"})
	urls := []string{}
	for _, request := range service.requests {
		urls = append(urls, request.url)
	}
	equal(t, "urls", urls, []string{"/v2/batches", "/v2/batches?cursor=two", "/v2/batches?cursor=two", "/v2/batches?cursor=three"})
	equal(t, "waits", service.waits, []time.Duration{4 * time.Second})
}

func TestAPageThatNamesNoNextOneIsTheLast(t *testing.T) {
	client, service := start(t, answer(200, `{"lookups":[],"nextCursor":"two"}`), answer(200, `{"lookups":[]}`))
	search := func(cursor *string) (*http.Response, error) {
		return client.API.SearchLookups(context.Background(), api.LookupSearch{Cursor: cursor})
	}
	for _, err := range Pages[api.LookupPage](context.Background(), client, search) {
		equal(t, "error", err, nil)
	}
	equal(t, "requests", len(service.requests), 2)
}

func TestARefusalEndsPages(t *testing.T) {
	client, _ := start(t, answer(200, `{"lookups":[],"nextCursor":"two"}`), refusal(403, "insufficient_scope"))
	var errs []error
	search := func(cursor *string) (*http.Response, error) {
		return client.API.SearchLookups(context.Background(), api.LookupSearch{Cursor: cursor})
	}
	for _, err := range Pages[api.LookupPage](context.Background(), client, search) {
		errs = append(errs, err)
	}
	var refused *Error
	equal(t, "errors", len(errs) == 2 && errs[0] == nil && errors.As(errs[1], &refused), true)
}

func TestAnExportThatWasCutOffEndsWithAnError(t *testing.T) {
	line := `{"lookupId":"lkp_1","type":"lookup"}` + "\n"
	client, _ := start(t, answer(200, line+line), lose(line+`{"look`), answer(200, line+`{"look`))
	for _, isCut := range []bool{false, true, true} {
		ids, failures := []string{}, 0
		for lookup, err := range Lines[api.ExportedLookup](client.API.ExportLookups(context.Background(), api.LookupExport{})) {
			if err != nil {
				failures++
				continue
			}
			ids = append(ids, lookup.LookupID)
		}
		if isCut {
			equal(t, "cut", []any{ids, failures}, []any{[]string{"lkp_1"}, 1})
		} else {
			equal(t, "whole", []any{ids, failures}, []any{[]string{"lkp_1", "lkp_1"}, 0})
		}
	}
}
