import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { DELIVERY_STATES } from '../../../features/webhooks/delivery.js';
import { EVENT_TYPES } from '../../../features/webhooks/event-types.js';
import { useAccount } from '../../client/account.js';
import { counted } from '../../client/format.js';
import { StateBadge, Time } from '../../components/facts.js';
import { Button, Form, SelectField, TextField } from '../../components/controls.js';
import { DeliveryLink } from '../../components/links.js';
import { Listed, LoadMore, QueryResult } from '../../components/list.js';
import { EmptyState } from '../../components/page.js';
import { type DeliveryFilter, deliveryFilterOf, localTime, momentOf } from './delivery-filter.js';
import { AttemptLines } from './attempts.js';
import { deliveriesQuery, deliveryQuery } from './queries.js';
import { type Delivery, outcomeOf, STATE_OF_DELIVERY } from './labels.js';

/** The log of deliveries of an endpoint, newest first. */
export function Deliveries({ endpoint }: { readonly endpoint: string }) {
  const account = useAccount();
  const filter = useSearch({ from: '/signed-in/dashboard/$account/webhooks/$endpoint' });
  const query = useInfiniteQuery(deliveriesQuery(account, endpoint, filter));
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <section className="stack" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Deliveries</h2>
      <Filter filter={filter} endpoint={endpoint} />
      <Listed
        query={query}
        what="deliveries"
        label="Deliveries"
        items={deliveries}
        empty={<Nothing isFiltered={Object.keys(filter).length > 0} />}
        row={(delivery) => <DeliveryRow key={delivery.eventId} delivery={delivery} />}
      >
        <LoadMore query={query} />
      </Listed>
    </section>
  );
}

function Filter({ filter, endpoint }: { readonly filter: DeliveryFilter; readonly endpoint: string }) {
  const account = useAccount();
  const navigate = useNavigate();
  const [eventId, setEventId] = useState('');
  const params = { account: account.id, endpoint };
  const apply = (changes: Partial<Record<keyof DeliveryFilter, unknown>>) =>
    void navigate({
      to: '/dashboard/$account/webhooks/$endpoint',
      params,
      search: deliveryFilterOf({ ...filter, ...changes }),
      replace: true,
      resetScroll: false,
    });
  const open = () => void navigate({ to: '/dashboard/$account/webhooks/$endpoint/$event', params: { ...params, event: eventId.trim() } });
  return (
    <div className="filters">
      <SelectField
        label="State"
        options={[['', 'All states'], ...DELIVERY_STATES.map((state) => [state, STATE_OF_DELIVERY[state].word] as const)]}
        value={filter.state ?? ''}
        onChange={(state) => apply({ state })}
      />
      <SelectField
        label="Type"
        options={[['', 'All types'], ...EVENT_TYPES.map((type) => [type, type] as const)]}
        value={filter.type ?? ''}
        onChange={(type) => apply({ type })}
      />
      <TextField
        label="Since"
        type="datetime-local"
        value={filter.since === undefined ? '' : localTime(new Date(filter.since))}
        onChange={(text) => apply({ since: momentOf(text) })}
      />
      <Form className="filter-id" onSubmit={open}>
        <TextField
          label="Event id"
          required
          pattern="\s*[A-Za-z0-9_\-]{1,64}\s*"
          placeholder="evt_…"
          autoComplete="off"
          spellCheck={false}
          value={eventId}
          onChange={setEventId}
        />
        <Button label="Open" type="submit" />
      </Form>
    </div>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  return (
    <li className="row-item">
      <div className="row-main">
        <DeliveryLink endpoint={delivery.endpointId} event={delivery.eventId}>
          {delivery.eventType}
        </DeliveryLink>
        <p className="small muted">
          <code>{delivery.eventId}</code>
        </p>
      </div>
      <StateBadge {...STATE_OF_DELIVERY[delivery.state]} />
      <div className="row-note small muted">
        <Time at={delivery.createdAt} />
        <br />
        {delivery.attempts === 0 && 'not tried yet'}
        {delivery.attempts > 0 && <AttemptsOf delivery={delivery} />}
      </div>
    </li>
  );
}

/** How many attempts there were, and how the last one ended; opened, each of them, which are read then. */
function AttemptsOf({ delivery }: { readonly delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...deliveryQuery(useAccount(), delivery.endpointId, delivery.eventId), enabled: isOpen });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {counted(delivery.attempts, 'attempt')}, last: {outcomeOf(delivery.lastStatus, delivery.lastFailure)}
      </summary>
      {isOpen && (
        <QueryResult query={query} what="the attempts">
          {({ attempts }) => <AttemptLines attempts={attempts} />}
        </QueryResult>
      )}
    </details>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No deliveries match the filters">
      <p>Choose another state, type or time. Deliveries are kept for 30 days.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No deliveries yet">
      <p>Each event that the endpoint subscribes to is listed here, with every attempt. “Send a test event” shows how it works.</p>
    </EmptyState>
  );
}
