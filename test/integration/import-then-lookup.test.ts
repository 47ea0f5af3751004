import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexDigest } from '../../src/facts/breaches/sources/local-index.js';
import { LibraryIdentityParser } from '../../src/kernel/identity/identity-parser.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { importBreaches } from '../../src/features/breaches/use-cases/import-breaches.js';
import { type Service, startService } from '../support/service.js';

const EMAIL = 'listed@example.com';

describe('a breach import', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  async function* lines(breach: string, date: string) {
    yield { line: 2, fields: { email: EMAIL, breach, date } };
  }
  const load = (breach: string, date: string) =>
    importBreaches(
      { store: service.record.breachImports, identities: new LibraryIdentityParser(), digest: indexDigest },
      { fingerprint: breach, lines: lines(breach, date), defaults: {}, onProblem: () => undefined },
    );

  it('is used by the very next lookup, of the same account and identity, on v1 and v2, whether the index was empty before or not', async () => {
    const { key } = await service.account();
    const v1 = async () => {
      const { body } = await service.call('POST', '/v1/lookup?wait=true', {
        key,
        body: { email: EMAIL, checks: { footprint: false, email: true } },
      });
      return (body as { breaches: unknown }).breaches;
    };
    const v2 = async () => {
      const body = { identities: { emails: [EMAIL] }, modules: ['breaches', 'email'], mode: 'wait' };
      return ((await service.call('POST', '/v2/lookup', { key, body })).body as LookupBodyV2).modules.breaches;
    };
    const first = { name: 'First', date: '2020-01-02' };
    const second = { name: 'Second', date: '2021-03-04' };
    // Several, so that an empty index has been seen, and is not merely unknown.
    for (let n = 0; n < 3; n += 1) expect([await v1(), await v2()]).toEqual([null, null]);

    await load(first.name, first.date);
    expect(await v1()).toEqual([first]);
    expect(await v2()).toMatchObject([{ state: 'answered', facts: [first] }]);

    await load(second.name, second.date);
    const unknown = { dataClasses: null, stealerLog: null }; // the index holds neither
    expect(await v2()).toMatchObject([{ state: 'answered', facts: [second, first].map((each) => ({ ...each, ...unknown })) }]);
    expect(await v1()).toEqual([second, first]);
  });
});
