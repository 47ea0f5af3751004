/** What a v2 lookup costs, said before, in the answer, and in the ledger. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { billOf } from '../../support/http/ledger.js';
import { startBatch } from '../../support/http/started-batch.js';

interface Identities {
  readonly emails: string[];
  readonly phones: string[];
  readonly usernames: string[];
  readonly ips: string[];
}
interface Billed {
  readonly amount: number;
  readonly unit: string;
}

const upTo = (most: number, one: (n: number) => string) => fc.nat(most).map((count) => Array.from({ length: count }, (_, n) => one(n)));
/** One to eight identities of mixed kinds. */
const identities: fc.Arbitrary<Identities> = fc
  .record({
    emails: upTo(4, (n) => `robin-${n}@example.com`),
    phones: upTo(3, (n) => `+1202555010${n}`),
    usernames: upTo(4, (n) => `robin_${n}`),
    ips: upTo(3, (n) => `192.0.2.${n + 1}`),
  })
  .filter((all) => {
    const count = Object.values(all).flat().length;
    return count >= 1 && count <= 8;
  });

describe('the price of a v2 lookup', () => {
  const service = sharedBareApi();

  it('is the same in the dry run, in the answer and in the ledger: as many lookups as identities of the kind with most', async () => {
    const { key, accountId } = await service().account('growth', { quota: 1_000 });
    let used = 0;
    await fc.assert(
      fc.asyncProperty(identities, async (named) => {
        const expected = { amount: Math.max(...Object.values(named).map((each) => each.length)), unit: 'lookups' };
        const body = { identities: named };
        const before = await billOf(service(), accountId);
        const dryRun = await service().call('POST', '/v2/lookup/price', { key, body });
        expect([dryRun.status, dryRun.body]).toEqual([200, expected]);
        expect(await billOf(service(), accountId)).toEqual(before);

        const answer = await service().call('POST', '/v2/lookup', { key, body });
        const { lookupId, billed } = answer.body as { lookupId: string; billed: Billed };
        expect([answer.status, billed]).toEqual([200, expected]);
        const read = await service().call('GET', `/v2/lookup/${lookupId}`, { key });
        expect((read.body as { billed: Billed }).billed).toEqual(expected);
        expect(await service().sql`SELECT amount::int, unit FROM usage_ledger WHERE lookup_id = ${lookupId}`).toEqual([expected]);
        used += expected.amount;
        expect((await billOf(service(), accountId)).used).toBe(used);
      }),
      { numRuns: 12 },
    );
  });

  it('is one for everything that v1 takes, and is said there in v2 too', async () => {
    const { key, accountId } = await service().account('growth');
    const bodies = [{ query: 'robin_1' }, { email: 'robin@example.com', phone: '+12025550100', username: 'robin', ip: '192.0.2.1' }];
    for (const body of bodies) {
      const { lookupId } = (await service().call('POST', '/v1/lookup', { key, body })).body as { lookupId: string };
      const read = await service().call('GET', `/v2/lookup/${lookupId}`, { key });
      expect((read.body as { billed: Billed }).billed).toEqual({ amount: 1, unit: 'lookups' });
    }
    expect((await billOf(service(), accountId)).used).toBe(bodies.length);
  });

  it('takes no more than there is: a lookup of three is refused where two are left, and one of two is not', async () => {
    const { key, accountId } = await service().account('growth', { quota: 2 });
    const lookUp = (count: number) =>
      service().call('POST', '/v2/lookup', {
        key,
        body: { identities: { usernames: Array.from({ length: count }, (_, n) => `robin_${n}`) } },
      });
    expect((await lookUp(3)).status).toBe(402);
    expect((await billOf(service(), accountId)).used).toBe(0);
    expect((await lookUp(2)).status).toBe(200);
    expect((await billOf(service(), accountId)).used).toBe(2);
  });

  it('of the items of a batch is granted in their order while the allowance covers them', async () => {
    const { key, accountId } = await service().account('growth', { quota: 4 });
    const item = (...usernames: string[]) => ({ identities: { usernames } });
    const accepted = await startBatch(service(), key, [item('a_1', 'a_2'), item('b_1'), item('c_1', 'c_2'), item('d_1')]);
    const rows = await service().sql<{ id: string }[]>`SELECT id FROM lookups WHERE account_id = ${accountId} ORDER BY query`;
    expect(rows.map(({ id }) => id)).toEqual(accepted);
    expect(accepted).toHaveLength(2);
    expect((await billOf(service(), accountId)).used).toBe(3);
  });

  it('on a credit plan is in millicents, by module and identity', async () => {
    const { key } = await service().account('credit', { balance: 1_000_000 });
    const body = { identities: { emails: ['a@example.com', 'b@example.com'] }, modules: ['email'] };
    const dryRun = await service().call('POST', '/v2/lookup/price', { key, body });
    expect(dryRun.body).toEqual({ amount: 800, unit: 'millicents' });
    expect(((await service().call('POST', '/v2/lookup', { key, body })).body as { billed: Billed }).billed).toEqual(dryRun.body);
  });
});
