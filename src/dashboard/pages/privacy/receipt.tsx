import { EndpointLink } from '../../components/links.js';
import type { Schemas } from '../../client/api.js';
import { saveFile } from '../../client/save-file.js';
import { formatNumber } from '../../client/format.js';
import { Facts, Figures, StateBadge, Time } from '../../components/facts.js';
import { Button } from '../../components/controls.js';
import { DataTable } from '../../components/list.js';

export type Erasure = Schemas['Erasure'];
export type Receipt = Schemas['ErasureReceipt'];

const COUNT_WORDS: Readonly<Record<keyof Erasure['counts'], string>> = {
  lookups: 'Lookups',
  batchItems: 'Lines of batches',
  results: 'Answers of platforms',
  linkedAccounts: 'Handles that platforms revealed',
  disputes: 'Disputed results',
  outcomes: 'Outcomes of lookups',
  derived: 'Usernames derived from addresses',
  modules: 'Module results',
  facts: 'Stored facts',
  events: 'Webhook events',
  deliveries: 'Deliveries of events',
  attempts: 'Attempts to deliver',
  idempotencyKeys: 'Idempotency keys',
  breachEntries: 'Entries of the breach index',
  users: 'People who sign in',
  members: 'Memberships',
  invitations: 'Invitations',
  signInCodes: 'Sign-in codes',
  emails: 'E-mails',
  executions: 'Workflow records',
};

export const STATE_WORD = {
  accepted: { word: 'Waiting', tone: 'neutral' },
  running: { word: 'Under way', tone: 'info' },
  done: { word: 'Done', tone: 'good' },
} as const;

/** What was found, by kind; kinds of which there was nothing are left out. */
export function Counts({ counts, nothing }: { readonly counts: Erasure['counts']; readonly nothing: string }) {
  const found = (Object.entries(COUNT_WORDS) as [keyof Erasure['counts'], string][]).filter(([kind]) => counts[kind] > 0);
  if (found.length === 0) return <p>{nothing}</p>;
  return <Figures className="counts" of={Object.fromEntries(found.map(([kind, words]) => [words, formatNumber(counts[kind])]))} />;
}

/** What an erasure did, or a dry run found. It names no identity. */
export function ReceiptDetails({ receipt }: { readonly receipt: Receipt }) {
  const { dryRun, counts, sent, kept, inLedger, finishedAt, state } = receipt;
  const isDone = state === 'done';
  return (
    <>
      <Facts
        of={{
          Id: <code>{receipt.id}</code>,
          State: (
            <>
              <StateBadge {...STATE_WORD[state]} /> {dryRun && 'dry run: nothing was deleted'}
            </>
          ),
          Requested: <Time at={receipt.createdAt} />,
          Finished: finishedAt && <Time at={finishedAt} />,
        }}
      />
      <h3>{dryRun ? 'Would be deleted' : isDone ? 'Deleted' : 'Deleted so far'}</h3>
      <Counts counts={counts} nothing={isDone ? 'Nothing: the account had no data about it.' : 'Nothing yet.'} />
      {sent.length > 0 && <Sent sent={sent} />}
      {isDone && !dryRun && sent.length === 0 && <p className="small">No webhook event about it had been sent.</p>}
      {kept.length > 0 && <p className="small">It stays where it is the e-mail address of an account, or of an account’s only owner.</p>}
      {inLedger && (
        <p className="small muted">Restoring a backup does not bring it back, because a keyed digest is kept outside the database.</p>
      )}
      {isDone && !dryRun && (
        <div>
          <Button
            label="Save the receipt"
            onClick={() => saveFile(`footprint-erasure-${receipt.id}.json`, JSON.stringify(receipt, null, 2), 'application/json')}
          />
        </div>
      )}
    </>
  );
}

function Sent({ sent }: Pick<Receipt, 'sent'>) {
  return (
    <>
      <h3>Already sent</h3>
      <p className="small">These webhook events were already sent and cannot be recalled. Please inform their receivers.</p>
      <DataTable
        label="Webhook events that had been sent"
        rows={sent}
        keyOf={({ eventId, endpointId }) => `${eventId} ${endpointId}`}
        columns={{
          Event: ({ eventId }) => <code>{eventId}</code>,
          Endpoint: ({ endpointId }) => (
            <EndpointLink id={endpointId}>
              <code>{endpointId}</code>
            </EndpointLink>
          ),
          Outcome: ({ outcome }) => (outcome === 'delivered' ? 'delivered' : 'sent, not acknowledged'),
          When: ({ at }) => <Time at={at} />,
        }}
      />
    </>
  );
}
