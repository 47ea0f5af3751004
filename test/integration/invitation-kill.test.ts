/** An invitation is used once, also when the API is killed (kill -9) right after the commit, before it could say or send anything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/secrets/ids.js';
import { signInTokens } from '../../src/features/people/credentials/sign-in-tokens.js';
import { openStores, type Stores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { watchCommits } from '../support/commit-watch.js';
import { createDatabase } from '../support/databases.js';
import { Browser } from '../support/http/browser.js';
import { createFleet, type Fleet } from '../support/processes.js';
import { stackAddresses } from '../support/stack.js';
import { startTcpGate, type TcpGate } from '../support/tcp-gate.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';
import { type Receiver, receiverAuthority, startReceiver } from '../support/webhooks/receiver.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';

const USES = 20;
const EMAIL = 'teammate@example.com';

describe('an invitation that is used twenty times at once while the API is killed after the commit', () => {
  let ledger: LedgerReader;
  let temporalView: TemporalView;
  let fleet: Fleet;
  let gate: TcpGate;
  let receiver: Receiver;
  let record: Stores;
  let gatedUrl: string;
  let accountId: string;

  beforeAll(async () => {
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace, { identity, env }] = await Promise.all([
      createDatabase(),
      createNamespace(temporalAddress),
      receiverAuthority(),
    ]);
    receiver = await startReceiver({ identity });
    const address = new URL(databaseUrl);
    gate = await startTcpGate({ host: address.hostname, port: Number(address.port) });
    address.port = String(gate.port);
    gatedUrl = address.href;
    fleet = createFleet({ ...env, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    ledger = openLedgerReader(databaseUrl);
    temporalView = openTemporalView(temporalAddress, namespace);
    record = openStores(readConfig({ SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: databaseUrl, DATABASE_POOL: '2' }), 'test');
    ({ accountId } = await ledger.account());
    await addEndpointTo(record, accountId, { url: `${receiver.url}/events`, eventTypes: ['team.member_joined'] });
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([temporalView?.close(), ledger?.close(), record?.database.close(), receiver?.close(), gate?.close()]);
  });

  /** A browser in which the invited person is signed in, and what the invitation's link holds. */
  async function invited(url: string): Promise<{ browser: Browser; token: string }> {
    const link = signInTokens.create();
    await record.signIns.addLink(EMAIL, link.digest, 'test');
    const browser = new Browser({ url });
    expect((await browser.call('POST', '/dashboard/api/sign-in/link', { token: link.token })).status).toBe(200);
    const { token, digest } = signInTokens.create();
    await ledger.sql`
      INSERT INTO invitations (id, account_id, email, role, digest, invited_by, expires_at)
      VALUES (${newId('invitation')}, ${accountId}, ${EMAIL}, 'member', ${Buffer.from(digest)}, 'operator', now() + interval '1 day')`;
    return { browser, token };
  }
  const use = (browser: Browser, token: string) =>
    Promise.allSettled(Array.from({ length: USES }, () => browser.call('POST', '/dashboard/api/invitations/accept', { token })));
  const members = async () => (await ledger.sql`SELECT 1 FROM members WHERE account_id = ${accountId}`).count;
  const entries = async () => (await ledger.sql`SELECT 1 FROM audit_log WHERE account_id = ${accountId} AND action = 'joinAccount'`).count;
  const deliveries = () => ledger.sql`
    SELECT d.state, d.attempts FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
    WHERE e.account_id = ${accountId} AND e.type = 'team.member_joined'`;

  it('makes one member, one entry of the audit log and one delivered event', async () => {
    const isCommit = watchCommits();
    let isHeld = false;
    gate.inspect((bytes) => (isCommit(bytes) && isHeld ? 'hold answer' : 'pass'));
    const api = await fleet.api({ DATABASE_URL: gatedUrl });
    const { browser, token } = await invited(api.url);
    // Commits arrive; the process never learns of them, so it answers nobody and starts no delivery.
    isHeld = true;
    const uses = use(browser, token);
    await expect.poll(members, { timeout: 90_000 }).toBe(1);
    await api.kill();
    gate.inspect(null);
    expect((await uses).filter(({ status }) => status === 'fulfilled')).toEqual([]);
    await ledger.isGone('footprint-api');
    expect([await members(), await entries(), await deliveries()]).toEqual([1, 1, [{ state: 'pending', attempts: 0 }]]);

    const [again] = await Promise.all([fleet.api(), fleet.worker()]);
    const restarted = new Browser(again);
    for (const cookie of browser.cookies) restarted.cookies.set(...cookie);
    const answers = await use(restarted, token);
    const output = answers.map((answer) => (answer.status === 'fulfilled' ? [answer.value.status, answer.value.body] : answer.reason));
    expect(output).toEqual(Array.from({ length: USES }, () => [200, expect.objectContaining({ accountId, role: 'member' })]));
    const outbox = temporalView.temporal.client.schedule.getHandle('reconcile-webhooks');
    const isDelivered = async () => {
      await outbox.trigger();
      return deliveries();
    };
    await expect.poll(isDelivered, { timeout: 60_000, interval: 500 }).toEqual([{ state: 'delivered', attempts: 1 }]);
    expect(receiver.received).toHaveLength(1);
    const body = JSON.parse(receiver.received[0]?.body.toString() ?? '') as unknown;
    expect(body).toMatchObject({ type: 'team.member_joined', data: { email: EMAIL, role: 'member' } });
    expect([await members(), await entries()]).toEqual([1, 1]);
    expect(fleet.died()).toEqual([]);
  });
});
