import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useAccount, useMay } from '../client/account.js';
import { Badge } from '../components/badge.js';
import { Button } from '../components/button.js';
import { CopyButton } from '../components/copy-button.js';
import { ErrorNote } from '../components/error-note.js';
import { Page } from '../components/page.js';
import { QueryResult } from '../components/query-result.js';
import { Time } from '../components/time.js';
import { Attempts } from './webhooks/attempts.js';
import { useEndpointChanges } from './webhooks/changes.js';
import { EventBody } from './webhooks/event-body.js';
import { deliveryQuery, endpointQuery } from './webhooks/queries.js';
import { type Delivery as DeliveryRow, REASON_OF_FAILURE, STATE_OF_DELIVERY, TRIGGER_WORD } from './webhooks/words.js';

/** One event for one endpoint: its state, every attempt with what was answered, and the bytes that were sent. */
export function Delivery() {
  const { endpoint: id, event } = useParams({ from: '/signed-in/dashboard/$account/webhooks/$endpoint/$event' });
  const account = useAccount();
  const mayChange = useMay('admin');
  const query = useQuery(deliveryQuery(account, id, event));
  const { data } = query;
  const { data: endpoint } = useQuery(endpointQuery(account, id));
  const { resend } = useEndpointChanges(id);
  const isDisabled = endpoint?.state === 'disabled';
  return (
    <Page
      title="Delivery"
      lead={
        <>
          <Link to="/dashboard/$account/webhooks/$endpoint" params={{ account: account.id, endpoint: id }}>
            {endpoint?.url ?? 'The endpoint'}
          </Link>
          {data && ` · ${data.delivery.eventType}`}
        </>
      }
      actions={
        mayChange &&
        data && (
          <Button kind="primary" disabled={isDisabled} busy={resend.isPending} onClick={() => resend.mutate(event)}>
            Resend
          </Button>
        )
      }
    >
      {resend.error && <ErrorNote error={resend.error} />}
      {data && isDisabled && <p className="note">The endpoint is disabled. To resend this delivery, enable the endpoint.</p>}
      <QueryResult query={query} what="the delivery" missing="This endpoint has no delivery with that id. Deliveries are kept for 30 days.">
        {({ delivery, attempts, body }) => (
          <>
            <Summary delivery={delivery} />
            <Attempts attempts={attempts} />
            <EventBody body={body} />
          </>
        )}
      </QueryResult>
    </Page>
  );
}

function Summary({ delivery }: { readonly delivery: DeliveryRow }) {
  const { word, tone } = STATE_OF_DELIVERY[delivery.state];
  return (
    <section className="card" aria-label="Summary">
      <dl className="facts">
        <dt>State</dt>
        <dd>
          <Badge tone={tone}>{word}</Badge> {delivery.failureReason && REASON_OF_FAILURE[delivery.failureReason]}
        </dd>
        {delivery.state === 'pending' && (
          <>
            <dt>Next attempt</dt>
            <dd>{delivery.nextAttemptAt ? <Time at={delivery.nextAttemptAt} /> : 'as soon as possible'}</dd>
          </>
        )}
        <dt>Event id</dt>
        <dd>
          <code>{delivery.eventId}</code> <CopyButton text={delivery.eventId} />
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={delivery.createdAt} />
        </dd>
        <dt>Attempts</dt>
        <dd>
          {delivery.attempts}; the latest were started by {TRIGGER_WORD[delivery.trigger]}
        </dd>
      </dl>
    </section>
  );
}
