/** Lookups about somebody, and their erasure. */
import { expect } from 'vitest';
import type { Caller } from '../../../src/features/accounts/accounts.js';
import type { NamedIdentity } from '../../../src/kernel/identity/forms.js';
import type { QueryType } from '../../../src/kernel/identity/identity.js';
import { personRefs, type Subjects } from '../../../src/kernel/identity/subjects.js';
import { writeEvent } from '../../../src/features/webhooks/store/event-writer.js';
import { requestOf } from '../../support/fixtures.js';
import { occurrence } from '../../support/webhooks/endpoints.js';
import { acceptOne, carryOut, outcome, type TestRecord } from './record.js';

export const username = (value: string): NamedIdentity => ({ kind: 'username', value });
export const email = (value: string): NamedIdentity => ({ kind: 'email', value });

export function erasing(record: TestRecord) {
  const { sql } = record.database;

  async function lookupAbout(caller: Caller, subjects: Subjects, more: Parameters<typeof requestOf>[0] = {}): Promise<string> {
    const lookupId = await acceptOne(record, caller, requestOf({ query: Object.values(subjects)[0] ?? '', subjects, ...more }));
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'example', subjects: ['username'] }], modules: ['footprint'] });
    return lookupId;
  }

  /** With a result, a fact of a module, and an event that was sent. */
  async function finishedAbout(caller: Caller, subjects: Subjects): Promise<string> {
    const lookupId = await lookupAbout(caller, subjects);
    await record.writer.record(lookupId, [outcome('example', { checkedAt: new Date(), subject: personRefs(subjects)[0] ?? 'username' })]);
    await record.writer.finish(lookupId);
    await sql.begin((tx) => writeEvent(tx, occurrence(caller.accountId, { dedupKey: `lookup/${lookupId}` })));
    return lookupId;
  }

  async function erase(
    identity: NamedIdentity,
    accountId: string | null = null,
    isDryRun = false,
    includePossible: readonly QueryType[] = [],
  ) {
    const { id } = await record.erasures.create({ accountId, apiKeyId: null, identity, isDryRun, includePossible });
    await carryOut(record, id);
    return (await record.erasures.find(id, null)) ?? expect.fail('the erasure is gone');
  }
  const left = async (...ids: string[]) => (await sql`SELECT 1 FROM lookups WHERE id = ANY (${ids})`).length;

  return { lookupAbout, finishedAbout, erase, left };
}
