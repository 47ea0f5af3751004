import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount, useMay, whoMay } from '../client/account.js';
import { Badge } from '../components/badge.js';
import { Button } from '../components/button.js';
import { CopyButton } from '../components/copy-button.js';
import { ConfirmDialog } from '../components/dialog.js';
import { ErrorNote } from '../components/error-note.js';
import { Fact } from '../components/fact.js';
import { Page } from '../components/page.js';
import { QueryResult } from '../components/query-result.js';
import { Time } from '../components/time.js';
import { useDeleteEndpoint, useEndpointChanges } from './webhooks/changes.js';
import { Deliveries } from './webhooks/deliveries.js';
import { RecoverDialog, RotateDialog } from './webhooks/endpoint-dialogs.js';
import { EndpointForm } from './webhooks/endpoint-form.js';
import { EndpointState } from './webhooks/endpoint-state.js';
import { endpointQuery } from './webhooks/queries.js';
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

function BackToWebhooks() {
  const account = useAccount();
  return (
    <Link to="/dashboard/$account/webhooks" params={{ account: account.id }}>
      All endpoints
    </Link>
  );
}

type OpenDialog = 'edit' | 'rotate' | 'recover' | 'disable' | 'delete';

function EndpointDetails({ endpoint }: { readonly endpoint: EndpointBody }) {
  const mayChange = useMay('updateWebhookEndpoint');
  const changes = useEndpointChanges(endpoint.id);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { edit, enable, disable, test, rotate, recover } = changes;
  const open = (which: OpenDialog) => () => {
    for (const each of [edit, disable, rotate, recover]) each.reset();
    setDialog(which);
  };
  const close = () => setDialog(null);
  // Enabling ends the failure window: since when something is to be recovered is known only before.
  const [began, setBegan] = useState<string | null>(null);
  const since = endpoint.failingSince ?? endpoint.disabledAt ?? began;
  const enableAndRecover = () => {
    setBegan(since);
    enable.mutate(undefined, { onSuccess: open('recover') });
  };
  const { word, tone } = healthOf(endpoint);
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
            <Button kind="primary" disabled={!isEnabled} busy={test.isPending} onClick={() => test.mutate()}>
              Send a test event
            </Button>
            <Button onClick={open('edit')}>Edit</Button>
          </>
        )
      }
    >
      <EndpointState
        endpoint={endpoint}
        mayChange={mayChange}
        isEnabling={enable.isPending}
        onEnable={enableAndRecover}
        onRecover={open('recover')}
      />
      {(test.error ?? enable.error) && <ErrorNote error={test.error ?? enable.error} />}
      <section className="card" aria-label="Settings">
        <dl className="facts">
          <Fact label="State">
            <Badge tone={tone}>{word}</Badge>
          </Fact>
          {endpoint.description && <Fact label="Description">{endpoint.description}</Fact>}
          <Fact label="Events">{typesOf(endpoint)}</Fact>
          <Fact label="Secrets">
            <Secrets expiries={endpoint.secretsExpireAt} />
          </Fact>
          <Fact label="Id">
            <code>{endpoint.id}</code> <CopyButton text={endpoint.id} label="Copy" />
          </Fact>
          <Fact label="Added">
            <Time at={endpoint.createdAt} />
          </Fact>
        </dl>
        {mayChange ? (
          <div className="row">
            <Button onClick={open('rotate')}>Rotate secret</Button>
            <Button disabled={!isEnabled} onClick={open('recover')}>
              Recover
            </Button>
            {isEnabled && <Button onClick={open('disable')}>Disable</Button>}
            <Button kind="danger" onClick={open('delete')}>
              Delete
            </Button>
          </div>
        ) : (
          <p className="small muted">Only {whoMay('updateWebhookEndpoint')} of the account can change it.</p>
        )}
      </section>
      <Stats endpoint={endpoint.id} />
      <Deliveries endpoint={endpoint.id} />
      {dialog === 'edit' && (
        <EndpointForm
          title="Edit the endpoint"
          action="Save"
          before={endpoint}
          change={edit}
          onSave={({ url, description, eventTypes, payload }) =>
            edit.mutate({ url, description, eventTypes, payload }, { onSuccess: close })
          }
          onClose={close}
        />
      )}
      {dialog === 'rotate' && <RotateDialog endpoint={endpoint} changes={changes} onClose={close} />}
      {dialog === 'recover' && <RecoverDialog endpoint={endpoint} changes={changes} began={since} onClose={close} />}
      {dialog === 'disable' && (
        <ConfirmDialog
          title="Disable the endpoint?"
          action="Disable"
          change={disable}
          onConfirm={() => disable.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p>
            It receives no more events, and deliveries in progress end. You can enable it again later and recover the events that it missed.
          </p>
        </ConfirmDialog>
      )}
      {dialog === 'delete' && <DeleteDialog id={endpoint.id} onClose={close} />}
    </Page>
  );
}

function DeleteDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const account = useAccount();
  const navigate = useNavigate();
  const removing = useDeleteEndpoint(id);
  const confirm = () =>
    removing.mutate(undefined, { onSuccess: () => navigate({ to: '/dashboard/$account/webhooks', params: { account: account.id } }) });
  return (
    <ConfirmDialog title="Delete the endpoint?" action="Delete" change={removing} onConfirm={confirm} onClose={onClose}>
      <p>The endpoint is deleted with its secrets and its delivery log, and deliveries in progress end. This cannot be undone.</p>
    </ConfirmDialog>
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
