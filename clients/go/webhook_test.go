package footprint

import (
	"errors"
	"testing"
	"time"
)

func TestSignaturesAreVerifiedAsTheVectorsSay(t *testing.T) {
	for _, each := range vectors[struct {
		Cases []struct {
			Name, Body, Header string
			Secrets            []string
			Now                int64
			Expect             string
		}
	}](t, "signatures.json").Cases {
		t.Run(each.Name, func(t *testing.T) {
			event, err := VerifyWebhookAt(time.Unix(each.Now, 0), 300*time.Second, []byte(each.Body), each.Header, each.Secrets...)
			if each.Expect == "valid" {
				if err != nil {
					t.Fatal(err)
				}
				equal(t, "type", []any{event.ID, event.Type, event.CreatedAt.Unix()},
					[]any{"evt_01j00000000000000000000000", "lookup.completed", int64(1760000000)})
				return
			}
			var failure WebhookError
			equal(t, "reason", errors.As(err, &failure) && string(failure) == each.Expect, true)
		})
	}
}

func TestTheClockOfThisMachineCounts(t *testing.T) {
	header := "t=1760000000,v1=fd0251e07cf7d8c6ffbec0feea874c77fe33a822f1f3ad08f6fbbc918ae71ed5"
	body := vectors[struct{ Cases []struct{ Body string } }](t, "signatures.json").Cases[0].Body
	_, err := VerifyWebhook([]byte(body), header, "whsec_example_of_one_endpoint")
	equal(t, "reason", errors.Is(err, ErrTooOld), true)
}
