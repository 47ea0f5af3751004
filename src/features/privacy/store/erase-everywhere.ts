/** What an erasure everywhere finds besides lookups: entries of the breach index, and addresses of people of the service itself. */
import type { TransactionSql } from 'postgres';
import type { KeyedDigest } from '../../../kernel/identity/identity.js';
import type { ErasedCounts, KeptAddress } from '../erasure.js';
import { INDEX_LOCK } from '../../breaches/store/breach-imports.js';
import { entryText } from '../../breaches/store/breach-index.js';
import type { Sql } from '../../../kernel/db/client.js';
import { isLastOwner } from '../../people/store/member-store.js';
import { deletePeople } from '../../people/store/departed-people.js';
import { lockAccount } from '../../accounts/store/locked-account.js';
import { noteEvent } from './erase-lookup.js';

/** Addresses read per page. */
const BATCH_ROWS = 5_000;

/** @param digests as the index has them */
export async function countIndexed(sql: Sql, digests: readonly Uint8Array[]): Promise<ErasedCounts> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM breach_index WHERE digest IN (SELECT decode(hex, 'hex') FROM unnest(${digests.map(entryText)}::text[]) AS hex)`;
  return { breachEntries: row?.count ?? 0 };
}

/** Deletes entries of the breach index and notes that they were erased; imports wait meanwhile. */
export async function eraseIndexed(tx: TransactionSql, keyed: KeyedDigest, digests: readonly Uint8Array[]): Promise<ErasedCounts> {
  await tx`SELECT pg_advisory_xact_lock(${INDEX_LOCK})`;
  await tx`
    INSERT INTO breach_erasures (digest) SELECT unnest(${digests.map((digest) => keyed.of(entryText(digest)))}::text[])
    ON CONFLICT DO NOTHING`;
  const [row] = await tx<{ count: number }[]>`
    WITH gone AS (DELETE FROM breach_index WHERE digest IN (SELECT decode(hex, 'hex') FROM unnest(${digests.map(entryText)}::text[]) AS hex) RETURNING breach_id),
      sums AS (SELECT breach_id, count(*) AS entries FROM gone GROUP BY breach_id),
      fewer AS (UPDATE breaches b SET entry_count = b.entry_count - s.entries FROM sums s WHERE b.id = s.breach_id)
    SELECT count(*)::int AS count FROM gone`;
  return { breachEntries: row?.count ?? 0 };
}

/** Every spelling of the identity under which the service knows a person, an account, or somebody who was written to. */
export async function addressesOf(sql: Sql, isErased: (address: string) => boolean): Promise<readonly string[]> {
  const found = new Set<string>();
  const sources = [
    sql`SELECT id, email AS address FROM users`,
    sql`SELECT id, email AS address FROM accounts`,
    sql`SELECT id, email AS address FROM invitations`,
    sql`SELECT id, email AS address FROM sign_in_codes`,
    sql`SELECT id, recipient AS address FROM emails`,
    sql`SELECT id, ${joinedAddress(sql)} AS address FROM webhook_events WHERE type = 'team.member_joined'`,
  ];
  for (const source of sources) {
    for (let after: string | null = ''; after !== null; ) {
      const page: { id: string; address: string }[] = await sql`
        SELECT id, address FROM (${source}) AS known WHERE id > ${after} AND address IS NOT NULL ORDER BY id LIMIT ${BATCH_ROWS}`;
      for (const { address } of page) if (isErased(address)) found.add(address);
      after = page.length < BATCH_ROWS ? null : (page.at(-1)?.id ?? null);
    }
  }
  return [...found].sort();
}

/** Whose joining a `team.member_joined` event reports. */
const joinedAddress = (sql: Sql | TransactionSql) => sql`convert_from(body, 'UTF8')::jsonb #>> '{data,email}'`;

/**
 * Deletes a person with what signs them in and their memberships, invitations and codes to their address, emails to it, and events that
 * tell it. Entries of the audit log keep ids that name nobody any more. The last owner of an account stays a person, and an account keeps
 * its address: somebody has to answer for it.
 *
 * @param options.isDryRun nothing is deleted, only counted
 * @returns counts; what stays is written into the receipt
 */
export async function erasePeople(
  tx: TransactionSql,
  { erasureId, addresses, isDryRun }: { erasureId: string; addresses: readonly string[]; isDryRun: boolean },
): Promise<ErasedCounts> {
  if (addresses.length === 0) return {};
  const named = [...addresses];
  const accounts = await tx<{ accountId: string }[]>`SELECT id AS "accountId" FROM accounts WHERE email = ANY (${named}) ORDER BY id`;
  const memberships = await tx<{ userId: string; memberId: string; accountId: string }[]>`
    SELECT u.id AS "userId", m.id AS "memberId", m.account_id AS "accountId" FROM users u JOIN members m ON m.user_id = u.id
    WHERE u.email = ANY (${named}) ORDER BY m.account_id`;
  const staying: (typeof memberships)[number][] = [];
  for (const membership of memberships) {
    if (!isDryRun) await lockAccount(tx, membership.accountId);
    if (await isLastOwner(tx, membership.accountId, membership.memberId)) staying.push(membership);
  }
  const stayingMembers = staying.map(({ memberId }) => memberId);
  const stayingUsers = staying.map(({ userId }) => userId);
  const users = (await tx<{ id: string }[]>`SELECT id FROM users WHERE email = ANY (${named}) AND id <> ALL (${stayingUsers})`).map(
    ({ id }) => id,
  );
  const events = await tx<{ dedupKey: string }[]>`
    SELECT dedup_key AS "dedupKey" FROM webhook_events
    WHERE type = 'team.member_joined' AND ${joinedAddress(tx)} = ANY (${named})
      AND split_part(dedup_key, '/', 3) <> ALL (${stayingMembers})`;
  const keys = events.map(({ dedupKey }) => dedupKey);
  const ofMembers = tx`members WHERE user_id IN (SELECT id FROM users WHERE email = ANY (${named})) AND id <> ALL (${stayingMembers})`;
  const [counts = {}] = await tx<ErasedCounts[]>`
    SELECT (SELECT count(*)::int FROM ${ofMembers}) AS members,
      (SELECT count(*)::int FROM invitations WHERE email = ANY (${named})) AS invitations,
      (SELECT count(*)::int FROM sign_in_codes WHERE email = ANY (${named})) AS "signInCodes",
      (SELECT count(*)::int FROM emails WHERE recipient = ANY (${named})) AS emails,
      (SELECT count(*)::int FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id WHERE e.dedup_key = ANY (${keys})) AS deliveries,
      (SELECT count(*)::int FROM webhook_attempts a JOIN webhook_events e ON e.id = a.event_id WHERE e.dedup_key = ANY (${keys})) AS attempts`;
  const kept: KeptAddress[] = [
    ...staying.map(({ accountId }) => ({ accountId, reason: 'last_owner' as const })),
    ...accounts.map(({ accountId }) => ({ accountId, reason: 'account_address' as const })),
  ];
  await tx`UPDATE erasures SET kept = ${JSON.stringify(kept)}::jsonb WHERE id = ${erasureId}`;
  if (!isDryRun) {
    for (const key of keys) await noteEvent(tx, { erasureId }, key);
    await tx`DELETE FROM webhook_events WHERE dedup_key = ANY (${keys})`;
    await tx`DELETE FROM invitations WHERE email = ANY (${named})`;
    await tx`DELETE FROM sign_in_codes WHERE email = ANY (${named})`;
    await tx`DELETE FROM emails WHERE recipient = ANY (${named})`;
    await tx`DELETE FROM ${ofMembers}`;
    await deletePeople(tx, users);
  }
  return { ...counts, users: users.length, events: keys.length };
}

/** Accounts whose facts one transaction deletes. */
const ACCOUNTS = 500;

/** Ids of one account, or of all, page by page. */
export async function* pagesOfAccounts(sql: Sql, accountId: string | null): AsyncGenerator<string[]> {
  if (accountId !== null) return yield [accountId];
  for (let after = ''; ; ) {
    const page = await sql<{ id: string }[]>`SELECT id FROM accounts WHERE id > ${after} ORDER BY id LIMIT ${ACCOUNTS}`;
    if (page.length > 0) yield page.map(({ id }) => id);
    if (page.length < ACCOUNTS) return;
    after = page.at(-1)?.id ?? after;
  }
}
