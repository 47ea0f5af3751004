import { TEST_SECRETS_KEY } from '../support/offline.js';
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { entryArguments } from '../../tools/embedded/program.js';
import { openTestRecords } from './support/record.js';

const { url, record, other } = await openTestRecords();

const account = (email: string, poolKey: string | null = null) =>
  ({ email, plan: 'free_trial', poolKey, quotaOverride: null, balanceMillicents: 0 }) as const;
const count = async (table: 'accounts' | 'quota_pools') =>
  Number((await record.database.sql.unsafe(`SELECT count(*) AS n FROM ${table}`))[0]?.['n']);

describe('one e-mail address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Bob@example.com', 'bOB@example.com'],
  ])('%s has one account: a second one as %s is refused and leaves nothing behind', async (first, second) => {
    await record.accounts.create(account(first));
    const before = [await count('accounts'), await count('quota_pools')];
    await expect(record.accounts.create(account(second))).rejects.toMatchObject({ code: 'account_exists' });
    expect([await count('accounts'), await count('quota_pools')]).toEqual(before);
  });

  it('two who ask at once get one account between them', async () => {
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? other : record).accounts.create(account(`${at % 2 ? 'dora' : 'DORA'}@example.com`))),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of made) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'account_exists' });
  });

  it('a refused colleague leaves the pool of the others as it was', async () => {
    const poolKey = 'domain:acme.example';
    await record.accounts.create(account('eve@acme.example', poolKey));
    await expect(record.accounts.create(account('EVE@acme.example', poolKey))).rejects.toMatchObject({ code: 'account_exists' });
    await record.accounts.create(account('finn@acme.example', poolKey));
    expect(
      await record.database
        .sql`SELECT count(DISTINCT pool_id)::int AS pools, count(*)::int AS people FROM accounts WHERE email LIKE '%@acme.example'`,
    ).toEqual([{ pools: 1, people: 2 }]);
  });
});

it('what is no detail of an account is not written, whatever the object holds', async () => {
  const more = { id: 'acc_chosen', emailKey: 'chosen', retentionDays: null, createdAt: new Date(0) };
  const { accountId } = await record.accounts.create({ ...account('hal@example.com'), ...more });
  const rows = await record.database
    .sql`SELECT id, email_key, retention_days, created_at > now() - interval '1 hour' AS is_new FROM accounts
    WHERE email = 'hal@example.com'`;
  expect(rows).toEqual([{ id: accountId, email_key: 'hal@example.com', retention_days: 90, is_new: true }]);
});

it('`footprint account create` says in one sentence that the address has an account', async () => {
  const create = (email: string) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, entryArguments('cli', ['account', 'create', '--email', email]), {
        env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: url, SECRETS_KEY: TEST_SECRETS_KEY, LOG_LEVEL: 'fatal' },
      });
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        err += chunk.toString();
      });
      child.on('close', (code) => resolve({ code, out, err }));
    });
  expect(await create('gus@example.com')).toMatchObject({ code: 0, out: expect.stringContaining('accountId') as string });
  expect(await create('Gus@Example.com')).toEqual({ code: 7, out: '', err: 'An account with this e-mail address already exists.\n' });
});
