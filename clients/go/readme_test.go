package footprint_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

const lookup = `{"lookupId":"lkp_example","status":"finished","omitted":1,"risk":{"level":"low","score":18},"hits":["example-forum"],
"results":[{"platform":"example-forum","registered":true,"identity":{"type":"username","value":"ada-example"}},
{"platform":"example-photos"}]}`

// oneLine: lines end events, and items.
var oneLine = strings.ReplaceAll(lookup, "\n", "")

// TestMain lets the examples call a service.
func TestMain(m *testing.M) {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v2/lookup", func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), "grace") && r.Header.Get("Idempotency-Key") == "signup-4711" {
			w.WriteHeader(http.StatusPaymentRequired)
			fmt.Fprint(w, `{"error":{"code":"quota_exceeded","message":"","details":{"unit":"lookups","used":1000,"limit":1000,"renewsAt":null}}}`)
			return
		}
		fmt.Fprint(w, lookup)
	})
	mux.HandleFunc("GET /v2/lookup/lkp_example/stream", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, ": lookup lkp_example planned 2\n\nid: 1\nevent: result\ndata: {\"platform\":\"example-forum\",\"registered\":true}\n\n"+
			": progress 2 of 2\n\nid: 2\nevent: done\ndata: "+oneLine+"\n\n")
	})
	mux.HandleFunc("POST /v2/batches", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"batchId":"bat_example"}`) })
	mux.HandleFunc("GET /v2/batches/bat_example", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"batchId":"bat_example","status":"finished","items":2,"counts":{"finished":2}}`)
	})
	mux.HandleFunc("GET /v2/batches/bat_example/results", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"index":0,"ref":"customer 1","lookup":`+oneLine+"}\n"+`{"index":1,"ref":"customer 2","lookup":{"hits":[]}}`+"\n")
	})
	service := httptest.NewServer(mux)
	os.Setenv("FOOTPRINT_URL", service.URL)
	os.Setenv("FOOTPRINT_API_KEY", "key_example")
	os.Setenv("SIGNING_SECRET", "whsec_example")
	code := m.Run()
	service.Close()
	os.Exit(code)
}

func TestTheReceiverOfTheExampleTellsWebhooksApart(t *testing.T) {
	ExampleVerifyWebhook()
	body := `{"id":"evt_example","type":"endpoint.test","createdAt":"2026-11-27T00:00:00Z","apiVersion":"2026-11","data":{}}`
	for secret, wanted := range map[string]int{"whsec_example": 200, "whsec_other": 400} {
		now := time.Now().Unix()
		mac := hmac.New(sha256.New, []byte(secret))
		fmt.Fprintf(mac, "%d.%s", now, body)
		request := httptest.NewRequest(http.MethodPost, "/hooks", strings.NewReader(body))
		request.Header.Set("SVC-Signature", fmt.Sprintf("t=%d,v1=%x", now, mac.Sum(nil)))
		response := httptest.NewRecorder()
		http.DefaultServeMux.ServeHTTP(response, request)
		if response.Code != wanted {
			t.Errorf("%s: got %d, wanted %d", secret, response.Code, wanted)
		}
	}
}

func TestTheReadmeHasTheExamples(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "example_test.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok {
			continue
		}
		examples++
		body := string(source[files.Position(function.Body.Lbrace).Offset+1 : files.Position(function.Body.Rbrace).Offset])
		body, _, _ = strings.Cut(body, "\t// Output:")
		body = strings.TrimSpace(strings.ReplaceAll(body, "\n\t", "\n"))
		if !strings.Contains(string(readme), "```go\n"+body+"\n```") {
			t.Errorf("README.md does not have %s as it is:\n%s", function.Name.Name, body)
		}
	}
	if examples != 5 {
		t.Errorf("%d examples", examples)
	}
}
