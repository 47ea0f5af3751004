import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../service.js';
import { expectRefusal } from './answers.js';
import { billOf } from './ledger.js';
import { OPERATIONS, type PostId } from './operations.js';

/** The 409 of a billed operation: an Idempotency-Key stands for one request. @param use the running API, whose `wait` is short */
export function refusesKeyReuse(id: PostId, use: () => Service): void {
  const { path, body } = OPERATIONS[id];
  /** Items of a batch are billed when they start. */
  const [good, billed] = id === 'createBatch' ? [202, 0] : [200, 1];
  /** The same request about somebody else. */
  const other: unknown = JSON.parse(JSON.stringify(body).replaceAll('ada', 'bob').replace('0123', '0124').replace('.17', '.18'));

  // Without a worker a single check is waited for as long as it may take: its tests wait beside each other.
  describe.concurrent(`${id} under a used Idempotency-Key`, () => {
    let service: Service;
    beforeAll(() => {
      service = use();
    });

    const headers = { 'idempotency-key': 'order-4711' };

    it('another body answers 409 and bills nothing more', async () => {
      const { key, accountId } = await service.account();
      expect((await service.call('POST', path, { key, body, headers })).status).toBe(good);
      const before = await billOf(service, accountId);
      expectRefusal(await service.call('POST', path, { key, body: other, headers }), 'idempotency_conflict');
      expect(await billOf(service, accountId)).toEqual(before);
    });

    it('another operation answers 409 and bills nothing more', async () => {
      const { key, accountId } = await service.account();
      const elsewhere = id === 'checkIp' ? OPERATIONS.checkPhone : OPERATIONS.checkIp;
      expect((await service.call('POST', path, { key, body, headers })).status).toBe(good);
      const before = await billOf(service, accountId);
      expectRefusal(await service.call('POST', elsewhere.path, { key, body: elsewhere.body, headers }), 'idempotency_conflict');
      expect(await billOf(service, accountId)).toEqual(before);
    });

    it('the same key of another account is another key', async () => {
      const [first, second] = await Promise.all([service.account(), service.account()]);
      expect((await service.call('POST', path, { key: first.key, body, headers })).status).toBe(good);
      expect((await service.call('POST', path, { key: second.key, body: other, headers })).status).toBe(good);
      expect((await billOf(service, second.accountId)).lookups).toBe(billed);
    });

    it.each([
      ['an empty key', ''],
      ['a key with a space', 'a b'],
      ['256 characters', 'k'.repeat(256)],
    ])('%s is no key: 422', async (_, value) => {
      const { key, accountId } = await service.account();
      expectRefusal(await service.call('POST', path, { key, body, headers: { 'idempotency-key': value } }), 'invalid_parameter');
      expect((await billOf(service, accountId)).lookups).toBe(0);
    });
  });
}
