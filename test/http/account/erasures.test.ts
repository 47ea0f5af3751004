import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { formsFound } from '../../support/traces.js';

const ERASURES = '/v2/account/erasures';

interface ErasureBody {
  readonly id: string;
  readonly dryRun: boolean;
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
}

describe('erasures over HTTP', () => {
  const service = sharedBareApi({ env: { SECRETS_KEY: randomBytes(32).toString('hex') } });

  async function holder() {
    const { accountId, key: lookupKey } = await service().account();
    const { key } = await service().keyOf(accountId, ['lookups', 'account']);
    const call = <Body>(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body; text: string }> =>
      service().call(method, path, { key, ...(body === undefined ? {} : { body }) });
    return { accountId, lookupKey, call };
  }

  it('one that is asked for is a dry run unless it says otherwise, and neither it nor the list names the identity', async () => {
    const { call } = await holder();
    const dry = await call<ErasureBody>('POST', ERASURES, { identity: { email: 'Quixotic@Example.com' } });
    expect([dry.status, dry.body]).toEqual([200, expect.objectContaining({ dryRun: true, state: 'accepted' })]);
    const real = await call<ErasureBody>('POST', ERASURES, { identity: { email: 'quixotic@example.com' }, dryRun: false });
    expect(real.body).toMatchObject({ dryRun: false, inLedger: false, counts: { lookups: 0 } });
    const page = await call<{ erasures: ErasureBody[]; nextAfter: string }>('GET', `${ERASURES}?limit=1`);
    expect(page.body).toMatchObject({ erasures: [{ id: real.body.id }], nextAfter: real.body.id });
    const second = await call<{ erasures: ErasureBody[]; nextAfter: null }>('GET', `${ERASURES}?after=${page.body.nextAfter}`);
    expect(second.body).toMatchObject({ erasures: [{ id: dry.body.id }], nextAfter: null });
    const read = await call<ErasureBody>('GET', `${ERASURES}/${real.body.id}`);
    expect(read.body).toMatchObject({ id: real.body.id, sent: [] });
    for (const { text } of [dry, real, page, second, read]) expect(formsFound(text, 'quixotic@example.com')).toEqual([]);
  });

  it('an erasure includes what only may be the identity for the kinds that it names, and for no others', async () => {
    const { call, accountId } = await holder();
    const identity = { email: 'quixotic@example.com' };
    const plain = await call<ErasureBody>('POST', ERASURES, { identity, dryRun: false });
    expect(plain.body).toMatchObject({ possible: { email: 0, phone: 0, username: 0 } });
    const chosen = await call<ErasureBody>('POST', ERASURES, { identity, dryRun: false, includePossible: ['email', 'username'] });
    const forms = async (id: string) =>
      (await service().sql<{ forms: string[] }[]>`SELECT forms FROM erasures WHERE id = ${id} AND account_id = ${accountId}`)[0]?.forms;
    expect([(await forms(plain.body.id))?.length, (await forms(chosen.body.id))?.length]).toEqual([1, 3]);
    for (const includePossible of [['ip'], ['email', 'email', 'email', 'email'], 'email'])
      expect((await call('POST', ERASURES, { identity, includePossible })).status).toBe(422);
  });

  it.each([
    ['no identity', {}, 'missing_subject'],
    ['two identities', { email: 'ada@example.com', username: 'ada' }, 'missing_subject'],
    ['an address that is none', { email: 'ada at example' }, 'invalid_email'],
    ['a number that is none', { phone: 'twelve' }, 'invalid_phone'],
    ['an IP address that is none', { ip: '300.1.1.1' }, 'invalid_ip'],
    ['a username with a space', { username: 'ada example' }, 'invalid_parameter'],
  ])('refuses %s with a sentence that does not repeat it, and stores nothing', async (_, identity, code) => {
    const { call } = await holder();
    const refused = await call<{ error: { code: string } }>('POST', ERASURES, { identity, dryRun: false });
    expect([refused.status, refused.body.error.code]).toEqual([422, code]);
    for (const value of Object.values(identity)) if (value.length > 4) expect(refused.text).not.toContain(value);
    expect((await call<{ erasures: unknown[] }>('GET', ERASURES)).body.erasures).toEqual([]);
  });

  it('another account’s erasure and one that does not exist are the same 404, and lists are apart', async () => {
    const [mine, theirs] = await Promise.all([holder(), holder()]);
    const { body } = await theirs.call<ErasureBody>('POST', ERASURES, { identity: { username: 'ada-example' } });
    const [foreign, unknown] = await Promise.all([
      mine.call<{ error: object }>('GET', `${ERASURES}/${body.id}`),
      mine.call<{ error: object }>('GET', `${ERASURES}/ers_unknown`),
    ]);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    expect((await mine.call<{ erasures: unknown[] }>('GET', ERASURES)).body.erasures).toEqual([]);
  });
});
