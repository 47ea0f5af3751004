package footprint

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
)

type exampleBody struct {
	pattern *regexp.Regexp
	method  string
	values  []json.RawMessage
}

// examples are those of the document, of what each operation answers.
func examples(t *testing.T) []exampleBody {
	t.Helper()
	var document struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct {
					Examples map[string]struct{ Value json.RawMessage }
				}
			}
		}
	}
	text, err := os.ReadFile("../../docs/openapi.json")
	if err == nil {
		err = json.Unmarshal(text, &document)
	}
	if err != nil {
		t.Fatal(err)
	}
	var found []exampleBody
	parameter := regexp.MustCompile(`\\\{\w+\\\}`)
	for path, operations := range document.Paths {
		pattern := regexp.MustCompile("^" + parameter.ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`) + "$")
		for method, operation := range operations {
			body := exampleBody{pattern: pattern, method: strings.ToUpper(method)}
			for _, example := range operation.Responses["200"].Content["application/json"].Examples {
				body.values = append(body.values, example.Value)
			}
			found = append(found, body)
		}
	}
	return found
}

func TestEveryOperationIsCalledAndReadsTheExamplesOfTheDocument(t *testing.T) {
	bodies := examples(t)
	var called *exampleBody
	var value json.RawMessage
	client := clientOf(t, func(request *http.Request) (int, io.Reader) {
		called = nil
		for index, body := range bodies {
			// A fixed path is meant before one with a parameter.
			isFixed := !strings.Contains(body.pattern.String(), "[^/]+")
			if body.method == request.Method && body.pattern.MatchString(request.URL.Path) && (called == nil || isFixed) {
				called = &bodies[index]
			}
		}
		if called == nil {
			t.Errorf("%s %s is not in the document", request.Method, request.URL.Path)
			return 404, strings.NewReader("")
		}
		if value == nil {
			value = append(called.values, json.RawMessage("null"))[0]
		}
		return 200, strings.NewReader(string(value))
	})
	operations := reflect.ValueOf(client.API)
	seen := map[*exampleBody]bool{}
	for index := range operations.NumMethod() {
		name := operations.Type().Method(index).Name
		if !strings.HasSuffix(name, "WithResponse") || strings.Contains(name, "WithBody") {
			continue
		}
		operation := operations.Method(index)
		arguments := []reflect.Value{reflect.ValueOf(context.Background())}
		for position := 1; position < operation.Type().NumIn()-1; position++ {
			argument := reflect.New(operation.Type().In(position)).Elem()
			if argument.Kind() == reflect.String {
				argument.SetString("example")
			}
			arguments = append(arguments, argument)
		}
		for example := 0; example == 0 || example < len(called.values); example++ {
			value = nil
			if example > 0 {
				value = called.values[example]
			}
			results := operation.Call(arguments)
			if err := results[1].Interface(); err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			seen[called] = true
			if len(called.values) > 0 {
				text, err := json.Marshal(results[0].Elem().FieldByName("JSON200").Interface())
				equal(t, name, []any{normal(t, text), err}, []any{normal(t, value), nil})
			}
		}
	}
	equal(t, "operations", len(seen), len(bodies))
}

// normal writes times alike, and leaves out what is null.
func normal(t *testing.T, text []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	var walk func(any) any
	walk = func(value any) any {
		switch value := value.(type) {
		case map[string]any:
			for key, each := range value {
				if value[key] = walk(each); value[key] == nil {
					delete(value, key)
				}
			}
		case []any:
			for index, each := range value {
				value[index] = walk(each)
			}
		case string:
			if at, err := time.Parse(time.RFC3339Nano, value); err == nil {
				return at.UTC().Format(time.RFC3339Nano)
			}
		}
		return value
	}
	return walk(value)
}
