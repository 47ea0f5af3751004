/** An account with something on every page of the dashboard, written by the repositories themselves: no worker has to run. */
import { createHash } from 'node:crypto';
import { apiKeyFormat } from '../../../src/kernel/secrets/api-key-format.js';
import type { Caller } from '../../../src/features/accounts/accounts.js';
import { newId } from '../../../src/kernel/secrets/ids.js';
import { writeEmail } from '../../../src/features/emails/store/email-outbox.js';
import { createApiKey } from '../../../src/features/accounts/use-cases/api-keys.js';
import { type Entry, memberOf } from '../http/browser.js';
import { callerOf } from '../http/callers.js';
import { addEndpointTo, happensOnce } from '../webhooks/endpoints.js';
import { fillLookups } from './filled-lookups.js';

/** What a field of the account says, given what it would usually say. */
export type Words = (field: string, usual: string) => string;
export const USUAL: Words = (_, usual) => usual;

export interface FilledAccount {
  readonly accountId: string;
  /** Its owner, as whom pages are to be opened. */
  readonly owner: string;
  /** Values for the parameters of addresses: `addressOf` fills them in. */
  readonly values: Readonly<Record<string, string>>;
  /** An account with nothing in it, of the same owner. */
  readonly emptyAccountId: string;
  /** A lookup that is under way. */
  readonly runningLookup: string;
}

/** @param words what everything is called that people or strangers name */
export async function fillAccount(service: Entry, words: Words = USUAL): Promise<FilledAccount> {
  const { record, sql } = service;
  const [{ accountId }, { accountId: emptyAccountId }] = await Promise.all([addAccount(service, 'Ada'), addAccount(service, 'Empty')]);
  const owner = `owner-${accountId.slice(-8)}@example.com`;
  const { memberId } = await memberOf(service, accountId, 'owner', owner);
  await sql`
    INSERT INTO members (id, account_id, user_id, role)
    SELECT ${newId('member')}, ${emptyAccountId}, id, 'owner' FROM users WHERE email = ${owner} ON CONFLICT DO NOTHING`;
  const { memberId: colleague } = await memberOf(
    service,
    accountId,
    'member',
    words('member address', `grace.${accountId.slice(-6)}@example.com`),
  );
  const purpose = words('purpose', 'Fraud prevention').slice(0, 64);
  const name = words('account name', 'Bank of Examples').slice(0, 100);
  await sql`UPDATE accounts SET name = ${name}, purposes = ${[purpose, 'Onboarding']} WHERE id = ${accountId}`;
  const key = await addKeys(service, accountId, words);
  const slugs = await platformsOf(service, key);
  const caller = await callerOf(record, key.key);
  const lookups = await fillLookups(service, { caller, slugs, purpose, words });
  const { endpoint, event } = await fillWebhooks(service, accountId, words);
  const batch = await fillBatch(service, caller, words);
  await fillRest(service, accountId, words);
  await fillHealth(service, slugs[0] ?? '');
  const values = {
    account: accountId,
    lookup: lookups.finished,
    batch,
    platform: slugs[0] ?? '',
    endpoint,
    event,
    key: key.apiKeyId,
    member: colleague,
    erasure: `ers_${accountId.slice(4)}`,
    owner: memberId,
  };
  await record.audit.flush();
  return { accountId, owner, values, emptyAccountId, runningLookup: lookups.running };
}

const addAccount = ({ record }: Entry, name: string) =>
  record.accounts.create({
    email: `${name.toLowerCase()}-${newId('account').slice(-8)}@example.com`,
    plan: 'growth',
    poolKey: null,
    quotaOverride: null,
    balanceMillicents: 0,
  });

async function addKeys({ record, sql }: Entry, accountId: string, words: Words) {
  const ctx = { accounts: record.accounts, keys: apiKeyFormat('svc') };
  const key = await createApiKey(ctx, {
    accountId,
    name: words('key name', 'Nightly import').slice(0, 100),
    scopes: ['lookups', 'account'],
  });
  const expired = await createApiKey(ctx, { accountId, name: 'Last year', expiresAt: new Date(Date.now() + 60_000) });
  await sql`UPDATE api_keys SET expires_at = now() - interval '3 days', last_used_at = now() - interval '4 days' WHERE id = ${expired.apiKeyId}`;
  return key;
}

/** Slugs of the catalogue, as its clients read them. */
async function platformsOf({ url }: Entry, { key }: { readonly key: string }): Promise<readonly string[]> {
  const answer = await fetch(`${url}/v2/platforms`, { headers: { authorization: `Bearer ${key}` } });
  const { platforms } = (await answer.json()) as { platforms: { platform: string }[] };
  return platforms.map(({ platform }) => platform);
}

/** Fifty controls of a platform, of each kind, and an alert. */
async function fillHealth({ record }: Entry, slug: string): Promise<void> {
  for (let minute = 0; minute < 50; minute += 1)
    await record.health.add(slug, 'username', {
      at: new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString(),
      state: minute % 10 === 9 ? 'blocked' : minute > 42 ? 'failed' : 'passed',
      requests: 2,
      answered: minute % 10 === 9 ? 0 : 2,
      registered: minute % 10 === 9 ? 0 : 1,
      latencyMs: 40 + minute,
      rule: 'filled',
    });
  await record.health.setAlert(slug, 'username', { at: '2030-01-01T00:50:00.000Z', now: 0.9, before: 0.1 });
}

/** A batch that is paused, of two items. @returns its id */
async function fillBatch({ record }: Entry, caller: Caller, words: Words): Promise<string> {
  const checks = { footprint: true, email: false, phone: false, ip: false, breaches: true, webMentions: false };
  const id = await record.batchIntake.begin(caller, { band: 'default', checks, platforms: null, purpose: null, bypassCache: false });
  const items = ['first-in-batch', 'second-in-batch'].map((username, position) => {
    const content = {
      query: username,
      queryType: 'username',
      subjects: { username },
      rawIdentities: { username },
      claimedName: null,
    } as const;
    return { position, ref: words('reference of an item', `customer-${position}`).slice(0, 100), content };
  });
  await record.batchIntake.add(id, caller.accountId, items);
  await record.batchIntake.complete(id, caller, { itemCount: items.length, token: null });
  await record.batchProgress.change(caller, id, 'pause');
  return id;
}

async function fillWebhooks({ record, sql }: Entry, accountId: string, words: Words) {
  const description = words('endpoint description', 'Sends results to the case system').slice(0, 200);
  const { id: endpoint } = await addEndpointTo(record, accountId, { url: 'https://hooks.example.com/footprint', description });
  const disabled = await addEndpointTo(record, accountId, {
    url: 'https://old.example.com/a-long-path/of-an-address/that-nobody/reads-any-more',
  });
  const tickets = [];
  for (let index = 0; index < 12; index += 1) tickets.push(await happensOnce(record, accountId));
  await sql`
    UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = 'failing', disabled_at = now(),
      failing_since = now() - interval '4 days', last_failed_at = now() WHERE id = ${disabled.id}`;
  await sql`UPDATE webhook_deliveries SET state = 'delivered', attempts = 1, last_status = 200, last_attempt_at = now(), next_attempt_at = NULL
    WHERE endpoint_id = ${endpoint}`;
  const event = tickets[0]?.eventId ?? '';
  await sql`
    UPDATE webhook_deliveries SET state = 'failed', failure_reason = 'attempts_used_up', attempts = 2, last_status = 500,
      last_failure = 'status' WHERE event_id = ${event} AND endpoint_id = ${endpoint}`;
  const response = Buffer.from(words('body of a response', '<html><body>Internal server error</body></html>'));
  for (const number of [1, 2])
    await sql`
      INSERT INTO webhook_attempts (event_id, endpoint_id, number, trigger, at, url, failure, detail, status, duration_ms, remote_address, response_body)
      VALUES (${event}, ${endpoint}, ${number}, 'event', now(), 'https://hooks.example.com/footprint', 'status',
        ${words('detail of an attempt', 'HTTP 500')}, 500, 312, '192.0.2.17', ${response})`;
  return { endpoint, event };
}

/** Emails, erasures, suppressions, invitations, entries of the audit log. */
async function fillRest({ record, sql }: Entry, accountId: string, words: Words): Promise<void> {
  const subject = words('subject of a mail', 'Your endpoint hooks.example.com keeps failing');
  const text = words('text of a mail', 'It has failed since yesterday.');
  await writeEmail(sql, newId, {
    accountId,
    dedupKey: `filled/${accountId}`,
    kind: 'endpoint_warning',
    subject,
    text,
    html: `<p>${text}</p>`,
  });
  await sql`
    INSERT INTO erasures (id, account_id, digest, is_dry_run, state, counts, finished_at)
    VALUES (${`ers_${accountId.slice(4)}`}, ${accountId}, 'x', false, 'done', '{"lookups": 3}', now())`;
  await record.suppressions.add({
    accountId,
    identity: { kind: 'username', value: `opted-out-${accountId.slice(-6)}` },
    proof: words('proof of a suppression', 'Letter of 3 May, file 2030/17'),
    addedBy: 'operator',
  });
  await record.members.invite(
    {
      accountId,
      email: words('invited address', 'alan@example.com'),
      role: 'admin',
      digest: createHash('sha256').update(accountId).digest(),
      invitedBy: 'operator',
      needsEmail: false,
    },
    { kind: 'invitation', to: 'alan@example.com', subject: 'Invitation', text: '', html: '', sealFor: () => new Uint8Array([1]) },
  );
  for (const action of ['createLookupV2', 'createApiKey', 'createSuppression'])
    await record.audit.write({
      at: new Date(),
      accountId,
      actor: { type: 'key', id: 'key_filled' },
      action,
      targets: [words('target of an audit entry', 'lkp_filled')],
      network: '192.0.2.0',
      outcome: 'ok',
      purpose: words('purpose of an audit entry', 'Fraud prevention'),
    });
}
