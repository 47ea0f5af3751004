import type { Caller } from '../../../src/features/accounts/accounts.js';
import type { QueryType } from '../../../src/kernel/identity/identity.js';
import type { Subjects } from '../../../src/kernel/identity/subjects.js';
import type { TestRecord } from './record.js';

/** Stores a batch of the default band, as a request does. @returns its id */
export async function storeBatch(record: TestRecord, caller: Caller, people: readonly Subjects[]): Promise<string> {
  const checks = { footprint: true, email: false, phone: false, ip: false, breaches: false, webMentions: false };
  const id = await record.batchIntake.begin(caller, { band: 'default', checks, platforms: null, purpose: null, bypassCache: false });
  const items = people.map((subjects, position) => {
    const [[queryType = 'username', query = ''] = []] = Object.entries(subjects) as [QueryType, string][];
    return { position, ref: `ref ${query}`, content: { query, queryType, subjects, rawIdentities: subjects, claimedName: query } };
  });
  await record.batchIntake.add(id, caller.accountId, items);
  return record.batchIntake.complete(id, caller, { itemCount: items.length, token: null });
}
