import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { PageLink } from '../components/links.js';
import { useState } from 'react';
import { useAccount, useMay, whoMay } from '../client/account.js';
import { Facts, StateBadge, Time } from '../components/facts.js';
import { Button, CopyButton, ErrorNote } from '../components/controls.js';
import { ConfirmButton, DialogButton, useDialog } from '../components/dialog.js';
import { Page } from '../components/page.js';
import { QueryResult } from '../components/list.js';
import { useWebhookChange } from './webhooks/changes.js';
import { Deliveries } from './webhooks/deliveries.js';
import { EditDialog, RecoverDialog, RotateDialog } from './webhooks/endpoint-dialogs.js';
import { EndpointState } from './webhooks/endpoint-state.js';
import { filterText } from './webhooks/event-filter.js';
import { endpointQuery, webhooksKey } from './webhooks/queries.js';
import { Stats } from './webhooks/stats.js';
import { type Endpoint as EndpointBody, healthOf, typesOf } from './webhooks/labels.js';

/** One endpoint: its state and settings, how its deliveries went, and the log of them. */
export function Endpoint() {
  const { endpoint: id } = useParams({ from: '/signed-in/dashboard/$account/webhooks/$endpoint' });
  const account = useAccount();
  const query = useQuery(endpointQuery(account, id));
  if (query.data) return <EndpointDetails endpoint={query.data} />;
  return (
    <Page title="Endpoint" intro={<BackToWebhooks />}>
      <QueryResult query={query} what="the endpoint" missing="This endpoint does not exist. It may have been deleted." />
    </Page>
  );
}

const BackToWebhooks = () => <PageLink to="/dashboard/$account/webhooks">All endpoints</PageLink>;

function EndpointDetails({ endpoint }: { readonly endpoint: EndpointBody }) {
  const account = useAccount();
  const mayChange = useMay('updateWebhookEndpoint');
  const { dialog, open, close } = useDialog();
  const params = { path: { id: endpoint.id } };
  const test = useWebhookChange(() => account.api.POST('/webhooks/endpoints/{id}/test', { params }), 'A test event is being sent.');
  const enable = useWebhookChange(() => account.api.POST('/webhooks/endpoints/{id}/enable', { params }), 'The endpoint is enabled.');
  // Enabling ends the failure window: since when something is to be recovered is known only before.
  const [began, setBegan] = useState<string | null>(null);
  const since = endpoint.failingSince ?? endpoint.disabledAt ?? began;
  const recover = () => open(<RecoverDialog endpoint={endpoint} began={since} onClose={close} />);
  const enableAndRecover = () => {
    setBegan(since);
    enable.mutate(undefined, { onSuccess: recover });
  };
  const isEnabled = endpoint.state === 'enabled';
  return (
    <Page
      title="Endpoint"
      intro={
        <>
          <BackToWebhooks /> · <span className="breakable">{endpoint.url}</span>
        </>
      }
      actions={
        mayChange && (
          <>
            <Button label="Send a test event" kind="primary" disabled={!isEnabled} busy={test.isPending} onClick={() => test.mutate()} />
            <DialogButton label="Edit" dialog={(shut) => <EditDialog endpoint={endpoint} onClose={shut} />} />
          </>
        )
      }
    >
      <EndpointState
        endpoint={endpoint}
        mayChange={mayChange}
        isEnabling={enable.isPending}
        onEnable={enableAndRecover}
        onRecover={recover}
      />
      {(test.error ?? enable.error) && <ErrorNote error={test.error ?? enable.error} />}
      <section className="card" aria-label="Settings">
        <Facts
          of={{
            State: <StateBadge {...healthOf(endpoint)} />,
            Description: endpoint.description || null,
            Events: typesOf(endpoint),
            Filter: filterText(endpoint.filter),
            Secrets: <Secrets expiries={endpoint.secretsExpireAt} />,
            Id: (
              <>
                <code>{endpoint.id}</code> <CopyButton text={endpoint.id} />
              </>
            ),
            Added: <Time at={endpoint.createdAt} />,
          }}
        />
        {mayChange ? (
          <div className="row">
            <DialogButton label="Rotate secret" dialog={(shut) => <RotateDialog endpoint={endpoint} onClose={shut} />} />
            <Button label="Recover" disabled={!isEnabled} onClick={recover} />
            {isEnabled && (
              <ConfirmButton
                label="Disable"
                title="Disable the endpoint?"
                action="Disable"
                send={() => account.api.POST('/webhooks/endpoints/{id}/disable', { params })}
                stale={[webhooksKey(account)]}
                announcement="The endpoint is disabled."
              >
                <p>
                  It receives no more events, and deliveries in progress end. You can enable it again later and recover the events that it
                  missed.
                </p>
              </ConfirmButton>
            )}
            <DeleteButton id={endpoint.id} />
          </div>
        ) : (
          <p className="small muted">Only {whoMay('updateWebhookEndpoint')} of the account can change it.</p>
        )}
      </section>
      <Stats endpoint={endpoint.id} />
      <Deliveries endpoint={endpoint.id} />
      {dialog}
    </Page>
  );
}

/** Deletes an endpoint. What was shown of it is not read again: there is nothing left. */
function DeleteButton({ id }: { readonly id: string }) {
  const account = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label="Delete"
      kind="danger"
      title="Delete the endpoint?"
      action="Delete"
      send={() => account.api.DELETE('/webhooks/endpoints/{id}', { params: { path: { id } } })}
      stale={[]}
      announcement="The endpoint was deleted."
      onDone={() => {
        queries.removeQueries({ queryKey: webhooksKey(account) });
        void navigate({ to: '/dashboard/$account/webhooks', params: { account: account.id } });
      }}
    >
      <p>The endpoint is deleted with its secrets and its delivery log, and deliveries in progress end. This cannot be undone.</p>
    </ConfirmButton>
  );
}

function Secrets({ expiries }: { readonly expiries: EndpointBody['secretsExpireAt'] }) {
  const ending = expiries.filter((each) => each !== null);
  if (ending.length === 0) return 'One, valid until it is rotated';
  return (
    <>
      The newest, and {ending.length === 1 ? 'an older one' : `${ending.length} older ones`} until{' '}
      {ending.map((at, index) => (
        <span key={at}>
          {index > 0 && ', '}
          <Time at={at} />
        </span>
      ))}
    </>
  );
}
