package footprint

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"footprint.example.com/footprint/api"
)

// again waits, a minute at most, until a request that ended with err can be sent again. It returns an error if it must not be.
func (c *Client) again(ctx context.Context, failures *int, err error) error {
	var refusal *Error
	var lost *url.Error
	pause := time.Second << *failures
	switch {
	case ctx.Err() != nil:
		return err
	case errors.As(err, &refusal) && refusal.Status == http.StatusTooManyRequests: // not carried out, and no failure
		return c.pause(ctx, cmp.Or(refusal.RetryAfter, time.Minute), err)
	case refusal != nil && refusal.Status >= http.StatusBadGateway && refusal.Status <= http.StatusGatewayTimeout:
		pause = max(pause, refusal.RetryAfter)
	case refusal != nil && refusal.Code == api.ErrorCodeIdempotencyConflict && *failures > 0: // the previous request is in progress
	case refusal != nil || !errors.As(err, &lost) || isPermanent(lost):
		return err
	}
	if *failures++; *failures > 5 {
		return err
	}
	return c.pause(ctx, pause, err)
}

// pause waits, a minute at most. It returns err at once where that would pass the deadline of ctx.
func (c *Client) pause(ctx context.Context, duration time.Duration, err error) error {
	duration = min(duration, time.Minute)
	if end, isSet := ctx.Deadline(); isSet && time.Until(end) <= duration {
		return err
	}
	return c.wait(ctx, duration)
}

// isPermanent reports an error that every attempt would get: a bad certificate or header.
func isPermanent(err error) bool {
	var certificate *tls.CertificateVerificationError
	return errors.As(err, &certificate) || strings.Contains(err.Error(), "invalid header field")
}

// repeat calls send until it succeeds, or its error is final.
func repeat[T any](ctx context.Context, client *Client, send func() (T, error)) (T, error) {
	for failures := 0; ; {
		value, err := send()
		if err == nil {
			return value, nil
		}
		if err = client.again(ctx, &failures, err); err != nil {
			return value, err
		}
	}
}

// read sends a request until the service accepts it, and decodes the response.
func read[T any](ctx context.Context, client *Client, send func() (*http.Response, error)) (*T, error) {
	body, err := repeat(ctx, client, func() ([]byte, error) {
		response, err := send()
		if err != nil {
			return nil, err
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return nil, lostConnection(response, err)
		}
		return body, nil
	})
	if err != nil {
		return nil, err
	}
	return decode[T](body)
}

func lostConnection(response *http.Response, cause error) error {
	return &url.Error{Op: response.Request.Method, URL: response.Request.URL.String(), Err: cause}
}

func decode[T any](body []byte) (*T, error) {
	value := new(T)
	err := json.Unmarshal(body, value)
	isOther := false // a proxy in between may answer with another object
	switch read := any(value).(type) {
	case *api.LookupV2:
		isOther = read.LookupID == ""
	case *api.Batch:
		isOther = read.Status == ""
	}
	if err == nil && isOther {
		err = errors.New("it is something else")
	}
	if err != nil {
		return nil, fmt.Errorf("footprint: the response cannot be read: %w", err)
	}
	return value, nil
}

// Pages reads all pages of a list. list calls an operation that accepts a cursor, and P is its response:
//
//	footprint.Pages[api.BatchPage](ctx, client, func(cursor *string) (*http.Response, error) {
//		return client.API.ListBatches(ctx, &api.ListBatchesParams{Cursor: cursor})
//	})
//
// Requests are repeated as by [Client.Lookup], each at most for the client's time-out. An error comes last.
func Pages[P any](ctx context.Context, client *Client, list func(cursor *string) (*http.Response, error)) iter.Seq2[*P, error] {
	return func(yield func(*P, error) bool) {
		for next := (struct{ NextCursor *string }{}); ; {
			var page *P
			limited, cancel := context.WithTimeout(ctx, client.timeout)
			body, err := read[json.RawMessage](limited, client, func() (*http.Response, error) { return list(next.NextCursor) })
			cancel()
			if err == nil {
				page, err = decode[P](*body)
			}
			if !yield(page, err) || err != nil {
				return
			}
			next.NextCursor = nil
			if err = json.Unmarshal(*body, &next); err != nil || next.NextCursor == nil {
				return
			}
		}
	}
}

// Lines reads a response with one JSON object per line, as it arrives, and closes it. Its arguments are the results of an operation:
//
//	footprint.Lines[api.LookupExportLine](client.API.ExportLookups(ctx, api.LookupExport{}))
//
// An error comes last, also if the response was cut off.
func Lines[T any](response *http.Response, err error) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		if err != nil {
			yield(nil, err)
			return
		}
		defer response.Body.Close()
		for decoder := json.NewDecoder(response.Body); ; {
			value := new(T)
			err := decoder.Decode(value)
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(value, err) || err != nil {
				return
			}
		}
	}
}
