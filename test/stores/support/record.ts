import { randomBytes } from 'node:crypto';
import { afterAll } from 'vitest';
import { openStores, type Stores } from '../../../src/wiring/stores.js';
import { readConfig } from '../../../src/kernel/config/env.js';
import type { Caller } from '../../../src/features/accounts/accounts.js';
import type { CheckOutcome } from '../../../src/features/lookups/lookup.js';
import type { ProbeTarget } from '../../../src/engine/catalogue/rules/bands.js';
import type { PlanName } from '../../../src/features/accounts/plans.js';
import { createDatabase } from '../../support/databases.js';
import { TEST_SECRETS_KEY } from '../../support/offline.js';
import { pooled } from '../../support/pgbouncer.js';
import { requestOf } from '../../support/fixtures.js';

export type TestRecord = Stores;

/** A pool and all repositories on a database, as one process of the service has them. */
export function openRecordOn(url: string, pool = 20, egress?: string, secretsKey = TEST_SECRETS_KEY, ledger?: string): TestRecord {
  return openStores(
    readConfig(
      pooled({ DATABASE_URL: url, DATABASE_POOL: String(pool), PROBE_EGRESS: egress, SECRETS_KEY: secretsKey, ERASURE_LEDGER: ledger }),
    ),
    'store-test',
  );
}

/** A database of the test file's own, opened as by two processes until its tests have ended. To be called while the file is collected. */
export async function openTestRecords(pool = 20) {
  const url = await createDatabase();
  const [record, other] = [openRecordOn(url, pool), openRecordOn(url, pool)];
  afterAll(() => Promise.all([record.database.close(), other.database.close()]));
  return { url, record, other };
}

/** An account with a key, as the API sees it after authentication. */
export async function makeCaller(
  record: TestRecord,
  plan: PlanName,
  more: { quota?: number; balance?: number; poolKey?: string } = {},
): Promise<Caller> {
  const { accountId } = await record.accounts.create({
    email: `owner-${randomBytes(4).toString('hex')}@example.com`,
    plan,
    poolKey: more.poolKey ?? null,
    quotaOverride: more.quota ?? null,
    balanceMillicents: more.balance ?? 0,
  });
  const digest = randomBytes(32);
  await record.accounts.addKey({
    accountId,
    name: 'test',
    digest,
    lastFour: 'abcd',
    scopes: ['lookups:create', 'lookups:read'],
    expiresAt: null,
  });
  const caller = await record.accounts.findCaller(digest);
  if (!caller) throw new Error('the key that was just made is not found');
  return caller;
}

/** Accepts one lookup. @returns its id */
export async function acceptOne(record: TestRecord, caller: Caller, request = requestOf()): Promise<string> {
  const [acceptance] = await record.acceptance.accept(caller, [request], null);
  if (!acceptance || 'refused' in acceptance) throw new Error('the lookup was refused');
  return acceptance.lookupId;
}

/** A planned lookup of an account without limits. */
export async function plannedLookup(record: TestRecord, platforms: readonly string[] = []): Promise<string> {
  const lookupId = await acceptOne(record, await makeCaller(record, 'higher_volume'));
  const targets = platforms.map((platform): ProbeTarget => ({ platform, subjects: ['username'] }));
  await record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
  return lookupId;
}

/** Platforms of a shard that are still to be asked. */
export async function openIn(record: TestRecord, lookupId: string, shard = 0): Promise<string[]> {
  return ((await record.reader.openShard(lookupId, shard))?.targets ?? []).map(({ platform }) => platform);
}

export function outcome(platform: string, more: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    platform,
    subject: 'username',
    state: 'registered',
    reason: null,
    method: 'public_api',
    mailboxProvider: false,
    basis: null,
    checkedAt: new Date('2030-01-02T03:04:05.678Z'),
    fromCache: false,
    egress: 'direct',
    evidence: { status: 200, explanation: 'registered: json /id', host: 'platform.example.com', latencyMs: 12, requests: 1 },
    ...more,
  };
}

/** Compresses the results of finished lookups as if an hour had passed. */
export async function compress(record: TestRecord, ...lookupIds: string[]): Promise<number> {
  const { sql } = record.database;
  const age = (hours: number) =>
    sql`UPDATE lookups SET finished_at = finished_at - make_interval(hours => ${hours}) WHERE id = ANY (${lookupIds})`;
  await age(2);
  const compressed = await record.resultsCompressor.compressFinished();
  await age(-2);
  return compressed;
}

/** All steps of an erasure, as the workflow orders them, without Temporal. @returns how many executions it would delete; -1: it waits */
export async function carryOut({ eraser }: TestRecord, erasureId: string): Promise<number> {
  for (;;) {
    const { next, isAwaiting } = await eraser.eraseNext({ erasureId });
    if (next === 'searched') break;
    if (isAwaiting) return -1;
  }
  await eraser.eraseRest({ erasureId });
  const executions = await eraser.executions(erasureId, 1_000);
  await eraser.executionsRemoved(erasureId, executions);
  await eraser.finish(erasureId);
  return executions.length;
}
