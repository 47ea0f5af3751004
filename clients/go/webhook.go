package footprint

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// WebhookError says why a webhook was rejected. ErrEmptySecret: a secret is empty, and anybody can sign with an empty string.
// ErrTooOld and ErrInTheFuture: the webhook may be a replay, or a clock is wrong.
type WebhookError string

const (
	ErrEmptySecret     WebhookError = "empty_secret"
	ErrMalformedHeader WebhookError = "malformed_header"
	ErrWrongSignature  WebhookError = "wrong_signature"
	ErrTooOld          WebhookError = "too_old"
	ErrInTheFuture     WebhookError = "in_the_future"
)

// Error describes it in one line.
func (e WebhookError) Error() string {
	return "footprint: the webhook was rejected: " + string(e)
}

// WebhookEvent is the envelope of every event; branch on Type.
type WebhookEvent struct {
	// ID is the same for retries and resends. Store it to skip events that you have already handled.
	ID         string          `json:"id"`
	Type       string          `json:"type"`
	CreatedAt  time.Time       `json:"createdAt"`
	APIVersion string          `json:"apiVersion"`
	AccountID  string          `json:"accountId"`
	APIKeyID   string          `json:"apiKeyId"`
	Data       json.RawMessage `json:"data"`
}

// VerifyWebhook is [VerifyWebhookAt] with the current time and a tolerance of 300 s.
func VerifyWebhook(body []byte, header string, secrets ...string) (*WebhookEvent, error) {
	return VerifyWebhookAt(time.Now(), 300*time.Second, body, header, secrets...)
}

// VerifyWebhookAt verifies a webhook and parses it. body has the bytes as they arrived: parsing JSON and serialising it again changes them.
// header is the value of the signature header, `t=<unix seconds>,v1=<hex>…`. secrets are the endpoint's signing secrets: several
// during a rotation, none of them empty.
// The error is a [WebhookError], unless a correctly signed body is not an event.
func VerifyWebhookAt(now time.Time, tolerance time.Duration, body []byte, header string, secrets ...string) (*WebhookEvent, error) {
	if len(secrets) == 0 || slices.Contains(secrets, "") {
		return nil, ErrEmptySecret
	}
	var times []string
	var signatures [][]byte
	for _, field := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		if _, err := strconv.ParseUint(value, 10, 64); name == "t" && err == nil && len(value) <= 15 {
			times = append(times, value)
		}
		if signature, err := hex.DecodeString(value); name == "v1" && err == nil && len(signature) == sha256.Size {
			signatures = append(signatures, signature)
		}
	}
	if len(times) != 1 || len(signatures) == 0 || len(signatures) > 20 {
		return nil, ErrMalformedHeader
	}
	believed := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(times[0] + "."))
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, signature := range signatures {
			believed = hmac.Equal(signature, expected) || believed // every pair is compared, so that the time says nothing
		}
	}
	sent, _ := strconv.ParseInt(times[0], 10, 64)
	age := now.Sub(time.Unix(sent, 0))
	switch {
	case !believed:
		return nil, ErrWrongSignature
	case age > tolerance:
		return nil, ErrTooOld
	case -age > tolerance:
		return nil, ErrInTheFuture
	}
	return decode[WebhookEvent](body)
}
