// The conformance run of the Go client, from its module. Prints its report.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"

	"footprint.example.com/footprint"
	"footprint.example.com/footprint/api"
)

type settings struct {
	URL, Hooks, Platform string
	Keys                 map[string]string
	Batch                int
}

type call struct {
	OperationID string
	Path        string
	Params      map[string]string
	Query       map[string]any
	Body        json.RawMessage
}

type object = map[string]any

var (
	ctx         = context.Background()
	config      settings
	identities  = api.Identities{Usernames: []string{"ada-example"}}
	onPlatforms = api.LookupRequestV2{Identities: identities, Modules: []api.Module{api.ModuleFootprint}}
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func read(file string, into any) {
	if err := json.Unmarshal(must(os.ReadFile(file)), into); err != nil {
		panic(err)
	}
}

func clientOf(key string) *footprint.Client {
	return must(footprint.New(config.URL, config.Keys[key], footprint.WithPollInterval(300*time.Millisecond)))
}

// argument makes what a method takes of texts: those of a query may be numbers.
func argument(kind reflect.Type, texts map[string]any) reflect.Value {
	made := reflect.New(kind)
	for _, asNumbers := range []bool{false, true} {
		values := object{}
		for name, text := range texts {
			values[name] = text
			if number, err := strconv.Atoi(fmt.Sprint(text)); err == nil && asNumbers {
				values[name] = number
			}
		}
		if json.Unmarshal(must(json.Marshal(values)), made.Interface()) == nil {
			return made
		}
	}
	panic(fmt.Sprintf("no %v of %v", kind, texts))
}

func operations() []object {
	client := reflect.ValueOf(clientOf("main").API)
	methods := map[string]reflect.Value{}
	for index := range client.NumMethod() {
		methods[strings.ToLower(client.Type().Method(index).Name)] = client.Method(index)
	}
	var plan []call
	read("plan.json", &plan)
	var done []object
	for _, each := range plan {
		method := methods[strings.ToLower(each.OperationID)+"withresponse"]
		arguments := []reflect.Value{reflect.ValueOf(ctx)}
		var path []string
		for _, step := range strings.Split(each.Path, "/") {
			if strings.HasPrefix(step, "{") {
				path = append(path, each.Params[strings.Trim(step, "{}")])
			}
		}
		// Variadic editors come last, and are left out.
		for index := 1; index < method.Type().NumIn()-1; index++ {
			kind := method.Type().In(index)
			switch {
			case kind.Kind() == reflect.String:
				arguments = append(arguments, reflect.ValueOf(path[0]).Convert(kind))
				path = path[1:]
			case kind.Kind() == reflect.Pointer:
				arguments = append(arguments, argument(kind.Elem(), each.Query))
			default:
				body := reflect.New(kind)
				if err := json.Unmarshal(each.Body, body.Interface()); err != nil {
					panic(err)
				}
				arguments = append(arguments, body.Elem())
			}
		}
		returned := method.Call(arguments)
		if err, _ := returned[1].Interface().(error); err != nil {
			panic(fmt.Sprintf("%s: %v", each.OperationID, err))
		}
		done = append(done, object{"operationId": each.OperationID, "body": decoded(returned[0].Elem())})
	}
	return done
}

// decoded is the body of an answer in its type; nil of one without.
func decoded(answer reflect.Value) any {
	for index := range answer.NumField() {
		if field := answer.Field(index); strings.HasPrefix(answer.Type().Field(index).Name, "JSON2") && !field.IsNil() {
			return field.Interface()
		}
	}
	return nil
}

func followed(client *footprint.Client) object {
	request := onPlatforms
	deep := true
	request.Deep = &deep
	stream := must(client.Stream(ctx, request, nil))
	progress := 0
	stream.OnProgress = func(footprint.Progress) { progress++ }
	ids := []string{}
	for event, err := range stream.Events(ctx) {
		ids = append(ids, must(event, err).ID)
	}
	return object{"lookupId": stream.LookupID, "status": stream.Result.Status, "ids": ids, "progress": progress}
}

func people() iter.Seq[api.SentBatchItem] {
	return func(yield func(api.SentBatchItem) bool) {
		for index := range config.Batch {
			name := fmt.Sprintf("person-%d", index%20)
			item := api.SentBatchItem{Identities: api.Identities{Usernames: []string{name}}, Ref: strconv.Itoa(index)}
			if !yield(item) {
				return
			}
		}
	}
}

func batched(client *footprint.Client) object {
	reads := 0
	modules := "footprint"
	options := footprint.BatchOptions{
		Params:     api.CreateBatchParams{Modules: &modules, Platforms: &config.Platform},
		OnProgress: func(api.Batch) { reads++ },
	}
	batch := must(client.Batch(ctx, people(), options))
	results := []int{}
	for item, err := range client.BatchResults(ctx, batch.BatchID) {
		results = append(results, must(item, err).Index)
	}
	return object{"status": batch.Status, "reads": reads, "results": results}
}

func pages(client *footprint.Client) int {
	count := 0
	limit := "25"
	list := func(cursor *string) (*http.Response, error) {
		return client.API.ListLookupsV2(ctx, &api.ListLookupsV2Params{Limit: &limit, Cursor: cursor})
	}
	for page, err := range footprint.Pages[api.LookupPage](ctx, client, list) {
		must(page, err)
		count++
	}
	return count
}

func received(client *footprint.Client) object {
	type arrival struct {
		body   []byte
		header string
	}
	arrived := make(chan arrival, 1)
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		arrived <- arrival{must(io.ReadAll(request.Body)), request.Header.Get("SVC-Signature")}
		response.WriteHeader(http.StatusNoContent)
	}))
	defer server.Close()
	port := server.URL[strings.LastIndex(server.URL, ":")+1:]
	made := must(client.API.CreateWebhookEndpointWithResponse(ctx, api.CreateWebhookEndpointJSONRequestBody{
		URL: config.Hooks + "/" + port,
	})).JSON200
	must(client.API.TestWebhookEndpointWithResponse(ctx, made.Endpoint.ID))
	event := <-arrived
	_, err := footprint.VerifyWebhook(append(bytes.Clone(event.body), ' '), event.header, made.Secret)
	var reason footprint.WebhookError
	errors.As(err, &reason)
	return object{"type": must(footprint.VerifyWebhook(event.body, event.header, made.Secret)).Type, "tampered": string(reason)}
}

func refusals() object {
	told := object{}
	note := func(err error) {
		var refusal *footprint.Error
		if !errors.As(err, &refusal) {
			panic(fmt.Sprintf("no refusal: %v", err))
		}
		told[strconv.Itoa(refusal.Status)] = object{
			"code": refusal.Code, "status": refusal.Status, "retryAfterSeconds": refusal.RetryAfter.Seconds(),
		}
	}
	lookup := func(key string, request api.LookupRequestV2, idempotencyKey *string) error {
		_, err := clientOf(key).Lookup(ctx, request, &api.CreateLookupV2Params{IdempotencyKey: idempotencyKey})
		return err
	}
	asked := api.LookupRequestV2{Identities: identities}
	for _, key := range []string{"unknown", "exhausted", "scoped"} {
		note(lookup(key, asked, nil))
	}
	key := "one-key-for-two-requests"
	if err := lookup("worker", asked, &key); err != nil {
		panic(err)
	}
	other := api.LookupRequestV2{Identities: api.Identities{Usernames: []string{"somebody-else"}}}
	note(lookup("worker", other, &key))
	note(lookup("worker", api.LookupRequestV2{}, nil))
	_, err := clientOf("worker").API.GetLookupV2WithResponse(ctx, "lkp_00000000000000000000000000", nil)
	note(err)
	// An operation by itself repeats nothing.
	for _, key := range []string{"limited", "unavailable"} {
		_, err := clientOf(key).API.GetAccountWithResponse(ctx)
		note(err)
	}
	return told
}

func main() {
	read("settings.json", &config)
	// First: it cancels a batch, which is not to be over before.
	called := operations()
	client := clientOf("worker")
	found := must(client.Lookup(ctx, onPlatforms, nil))
	report := object{
		"lookup":     object{"status": found.Status, "hits": len(found.Hits)},
		"stream":     followed(client),
		"batch":      batched(client),
		"pages":      pages(client),
		"webhook":    received(client),
		"errors":     refusals(),
		"operations": called,
	}
	os.Stdout.Write(must(json.Marshal(report)))
}
