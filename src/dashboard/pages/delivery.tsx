import { parseJson } from '../../kernel/values/json.js';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useAccount, useMay } from '../client/account.js';
import { CodeBlock, Facts, StateBadge, Time } from '../components/facts.js';
import { Button, Check, CopyButton, ErrorNote } from '../components/controls.js';
import { EndpointLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { QueryResult } from '../components/list.js';
import { Attempts } from './webhooks/attempts.js';
import { useWebhookChange } from './webhooks/changes.js';
import { deliveryQuery, endpointQuery } from './webhooks/queries.js';
import { type Delivery as DeliveryRow, nextAttempt, REASON_OF_FAILURE, STATE_OF_DELIVERY, TRIGGER_WORD } from './webhooks/labels.js';
import { useMemo, useState } from 'react';

/** One event for one endpoint: its state, every attempt with what was answered, and the bytes that were sent. */
export function Delivery() {
  const { endpoint: id, event } = useParams({ from: '/signed-in/dashboard/$account/webhooks/$endpoint/$event' });
  const account = useAccount();
  const mayChange = useMay('resendWebhookDelivery');
  const query = useQuery(deliveryQuery(account, id, event));
  const { data } = query;
  const { data: endpoint } = useQuery(endpointQuery(account, id));
  const params = { path: { id, eventId: event } };
  const resend = useWebhookChange(
    () => account.api.POST('/webhooks/endpoints/{id}/deliveries/{eventId}/resend', { params }),
    'The event is being sent again.',
  );
  const isDisabled = endpoint?.state === 'disabled';
  return (
    <Page
      title="Delivery"
      intro={
        <>
          <EndpointLink id={id}>{endpoint?.url ?? 'The endpoint'}</EndpointLink>
          {data && ` · ${data.delivery.eventType}`}
        </>
      }
      actions={
        mayChange &&
        data && <Button label="Resend" kind="primary" disabled={isDisabled} busy={resend.isPending} onClick={() => resend.mutate()} />
      }
    >
      {resend.error && <ErrorNote error={resend.error} />}
      {data && isDisabled && <p className="note">The endpoint is disabled. To resend this delivery, enable the endpoint.</p>}
      <QueryResult query={query} what="the delivery" missing="This endpoint has no delivery with that id. Deliveries are kept for 30 days.">
        {({ delivery, attempts, body }) => (
          <>
            <Summary delivery={delivery} />
            <Attempts attempts={attempts} />
            {body === null ? (
              <p className="note">No body is stored: it is written when the event is sent, and deleted afterwards.</p>
            ) : (
              <EventBody body={body} />
            )}
          </>
        )}
      </QueryResult>
    </Page>
  );
}

function Summary({ delivery }: { readonly delivery: DeliveryRow }) {
  const { state, failureReason, eventId, createdAt, attempts, trigger } = delivery;
  const next = nextAttempt(delivery);
  return (
    <section className="card" aria-label="Summary">
      <Facts
        of={{
          State: (
            <>
              <StateBadge {...STATE_OF_DELIVERY[state]} /> {failureReason && REASON_OF_FAILURE[failureReason]}
            </>
          ),
          'Next attempt': state === 'pending' && (next === null ? 'as soon as possible' : <Time at={next} />),
          'Event id': (
            <>
              <code>{eventId}</code> <CopyButton text={eventId} />
            </>
          ),
          Created: <Time at={createdAt} />,
          Attempts: attempts === 0 ? '0' : `${attempts}, the latest started by ${TRIGGER_WORD[trigger]}`,
        }}
      />
    </section>
  );
}

/** What each attempt sends: set out for reading, or byte for byte as it is signed. */
function EventBody({ body }: { readonly body: string }) {
  const [isRaw, setRaw] = useState(false);
  const readable = useMemo(() => setOut(body), [body]);
  return (
    <section className="stack" aria-labelledby="body-title">
      <header className="section-header">
        <h2 id="body-title">Body of the request</h2>
        <Check label="As sent, byte for byte" checked={isRaw} onChange={setRaw} />
      </header>
      <CodeBlock label="Body of the request" text={isRaw ? body : readable} copy="Copy the body" />
      <p className="small muted">
        Every attempt sends these bytes with the same id in <code>SVC-Event-Id</code>, and a new signature in <code>SVC-Signature</code>.
      </p>
    </section>
  );
}

function setOut(body: string): string {
  const value = parseJson(body);
  return value === undefined ? body : JSON.stringify(value, null, 2);
}
