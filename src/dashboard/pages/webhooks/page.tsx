import { useQuery } from '@tanstack/react-query';
import { EndpointLink } from '../../components/links.js';
import { MAX_ENDPOINTS } from '../../../features/webhooks/endpoint.js';
import { useAccount, useMay, whoMay } from '../../client/account.js';
import { CodeBlock, Figures, PageAddress, StateBadge } from '../../components/facts.js';
import { ErrorNote } from '../../components/controls.js';
import { DialogButton } from '../../components/dialog.js';
import { EmptyState, Page } from '../../components/page.js';
import { Listed } from '../../components/list.js';
import { type EndpointSettings, useWebhookChange } from './changes.js';
import { EndpointForm } from './endpoint-form.js';
import { endpointsQuery, statsQuery } from './queries.js';
import { SigningSecret } from './signing-secret.js';
import { type Counts, deliveredText, type Endpoint, eventsIn, healthOf, milliseconds, typesOf } from './labels.js';

/** The endpoints of the account, each with its state and how its deliveries went in the last days. */
export function Webhooks() {
  const account = useAccount();
  const mayChange = useMay('createWebhookEndpoint');
  const query = useQuery(endpointsQuery(account));
  const stats = useQuery(statsQuery(account, 'week'));
  const endpoints = query.data?.endpoints ?? [];
  const isFull = endpoints.length >= MAX_ENDPOINTS;
  const totals = new Map(stats.data?.endpoints.map(({ endpointId, total }) => [endpointId, total]));
  return (
    <Page
      title="Webhooks"
      intro="Sends signed events to your systems as they happen."
      actions={
        mayChange && (
          <DialogButton label="Add an endpoint" kind="primary" disabled={isFull} dialog={(close) => <AddDialog onClose={close} />} />
        )
      }
    >
      <Listed
        query={query}
        what="endpoints"
        label="Endpoints"
        items={endpoints}
        empty={
          <EmptyState title="No endpoints yet">
            <HowToAdd mayChange={mayChange} />
          </EmptyState>
        }
        row={(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} total={totals.get(endpoint.id)} />}
      >
        {stats.error && <ErrorNote error={stats.error} onRetry={() => void stats.refetch()} />}
        <p className="small muted">
          {isFull ? `An account has at most ${MAX_ENDPOINTS} endpoints. ` : ''}
          Shares and times cover the last 7 days.
          {!mayChange && ` Only ${whoMay('createWebhookEndpoint')} can add and change endpoints.`}
        </p>
      </Listed>
    </Page>
  );
}

function AddDialog({ onClose }: { readonly onClose: () => void }) {
  const { api } = useAccount();
  const adding = useWebhookChange((body: EndpointSettings) => api.POST('/webhooks/endpoints', { body }), 'The endpoint was added.');
  if (adding.data) return <SigningSecret secret={adding.data.secret} onClose={onClose} />;
  return <EndpointForm title="Add an endpoint" action="Add" change={adding} onSave={adding.mutate} onClose={onClose} />;
}

function EndpointRow({ endpoint, total }: { readonly endpoint: Endpoint; readonly total: Counts | undefined }) {
  return (
    <li className="row-item">
      <div className="row-main">
        <EndpointLink id={endpoint.id} className="breakable">
          <PageAddress url={endpoint.url} />
        </EndpointLink>
        {endpoint.description && <p className="small breakable">{endpoint.description}</p>}
        <p className="small muted">{typesOf(endpoint)}</p>
      </div>
      <StateBadge {...healthOf(endpoint)} />
      <Figures
        className="row-figures"
        of={{
          Delivered: total ? deliveredText(total) : '…',
          'Median time': total ? milliseconds(total.medianMs) : '…',
          Events: total ? eventsIn(total).toLocaleString() : '…',
        }}
      />
    </li>
  );
}

/** What an endpoint is for, and how to add the first one. */
function HowToAdd({ mayChange }: { readonly mayChange: boolean }) {
  const curl = `curl ${new URL('/v2/webhooks/endpoints', window.location.href).href} \\
  -H "Authorization: Bearer $FOOTPRINT_API_KEY" \\
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
          <p>Add one with the button above, or with an API key that has the scope “webhooks”:</p>
          <CodeBlock label="Adding an endpoint with curl" text={curl} copy="Copy the command" />
        </>
      ) : (
        <p>Only {whoMay('createWebhookEndpoint')} of the account can add one.</p>
      )}
    </>
  );
}
