import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_ENDPOINTS } from '../../../features/webhooks/endpoint.js';
import { useAccount, useMay, whoMay } from '../../client/account.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ErrorNote } from '../../components/error-note.js';
import { EmptyState, Page } from '../../components/page.js';
import { QueryResult } from '../../components/query-result.js';
import { useAddEndpoint } from './changes.js';
import { EndpointForm } from './endpoint-form.js';
import { endpointsQuery, statsQuery } from './queries.js';
import { SigningSecret } from './signing-secret.js';
import { type Counts, deliveredText, type Endpoint, healthOf, milliseconds, typesOf } from './labels.js';
import { CodeBlock } from '../../components/code-block.js';

/** The endpoints of the account, each with its state and how its deliveries went in the last days. */
export function Webhooks() {
  const account = useAccount();
  const mayChange = useMay('createWebhookEndpoint');
  const query = useQuery(endpointsQuery(account));
  const stats = useQuery(statsQuery(account, 'week'));
  const adding = useAddEndpoint();
  const [isAdding, setAdding] = useState(false);
  const endpoints = query.data?.endpoints ?? [];
  const isFull = endpoints.length >= MAX_ENDPOINTS;
  const open = () => {
    adding.reset();
    setAdding(true);
  };
  const totals = new Map(stats.data?.endpoints.map(({ endpointId, total }) => [endpointId, total]));
  return (
    <Page
      title="Webhooks"
      intro="Sends signed events to your systems as they happen."
      actions={
        mayChange && (
          <Button kind="primary" disabled={isFull} onClick={open}>
            Add an endpoint
          </Button>
        )
      }
    >
      <QueryResult
        query={query}
        what="endpoints"
        empty={
          endpoints.length === 0 && (
            <EmptyState title="No endpoints yet">
              <HowToAdd mayChange={mayChange} />
            </EmptyState>
          )
        }
      >
        <ul className="rows" aria-label="Endpoints">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} total={totals.get(endpoint.id)} />
          ))}
        </ul>
        {stats.error && <ErrorNote error={stats.error} onRetry={() => void stats.refetch()} />}
        <p className="small muted">
          {isFull ? `An account has at most ${MAX_ENDPOINTS} endpoints. ` : ''}
          Shares and times cover the last 7 days.
          {!mayChange && ` Only ${whoMay('createWebhookEndpoint')} can add and change endpoints.`}
        </p>
      </QueryResult>
      {isAdding && !adding.data && (
        <EndpointForm title="Add an endpoint" action="Add" change={adding} onSave={adding.mutate} onClose={() => setAdding(false)} />
      )}
      {isAdding && adding.data && <SigningSecret secret={adding.data.secret} onClose={() => setAdding(false)} />}
    </Page>
  );
}

function EndpointRow({ endpoint, total }: { readonly endpoint: Endpoint; readonly total: Counts | undefined }) {
  const account = useAccount();
  const { word, tone } = healthOf(endpoint);
  return (
    <li className="row-item">
      <div className="row-main">
        <Link to="/dashboard/$account/webhooks/$endpoint" params={{ account: account.id, endpoint: endpoint.id }} className="breakable">
          {endpoint.url}
        </Link>
        {endpoint.description && <p className="small breakable">{endpoint.description}</p>}
        <p className="small muted">{typesOf(endpoint)}</p>
      </div>
      <Badge tone={tone}>{word}</Badge>
      <dl className="row-figures">
        <div>
          <dt>Delivered</dt>
          <dd>{total ? deliveredText(total) : '…'}</dd>
        </div>
        <div>
          <dt>Median time</dt>
          <dd>{total ? milliseconds(total.medianMs) : '…'}</dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd>{total ? (total.delivered + total.failed + total.pending).toLocaleString() : '…'}</dd>
        </div>
      </dl>
    </li>
  );
}

/** What an endpoint is for, and how to add the first one. */
function HowToAdd({ mayChange }: { readonly mayChange: boolean }) {
  const curl = `curl ${new URL('/v2/webhooks/endpoints', window.location.href).href} \\
  -H "Authorization: Bearer $FOOTPRINT_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.com/hooks"}'`;
  return (
    <>
      <p>
        An endpoint is an https address of yours. It receives an event when a lookup has finished, when usage reaches a threshold, and when
        a teammate joins. Each event is signed, and is attempted up to eight times over two hours until your address answers with a 2xx
        status.
      </p>
      {mayChange ? (
        <>
          <p>Add one with the button above, or with an API key of the scope “webhooks”:</p>
          <CodeBlock label="Adding an endpoint with curl" text={curl} copy="Copy the command" />
        </>
      ) : (
        <p>Only {whoMay('createWebhookEndpoint')} of the account can add one.</p>
      )}
    </>
  );
}
