import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_STREAMS_PER_KEY } from '../../../src/kernel/http/open-streams.js';
import type { Service } from '../service.js';
import { expectRefusal } from './answers.js';
import { openStream } from './event-client.js';
import { billOf } from './ledger.js';
import { OPERATIONS } from './operations.js';

/** The 429 of a stream: a key has only so many open at once. @param use the running API */
export function refusesCrowds(id: 'streamLookup' | 'streamLookupV2', use: () => Service): void {
  const { path } = OPERATIONS[id];

  describe(`${id} with many streams open`, () => {
    let service: Service;
    beforeAll(() => {
      service = use();
    });

    it('one more than a key may have is answered 429 with Retry-After and bills nothing; each that ends makes room', async () => {
      const { key, accountId } = await service.account();
      const open = () => openStream(`${service.url}${path}`, key);
      const streams = await Promise.all(Array.from({ length: MAX_STREAMS_PER_KEY }, open));
      expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
      const before = await billOf(service, accountId);
      const refused = await service.call('GET', path, { key });
      expectRefusal(refused, 'rate_limit_exceeded');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      // A client that resumes opens a stream like any other.
      const id = /^id: (\S+)$/m.exec(streams[0]?.text() ?? '')?.[1] ?? '';
      expectRefusal(await service.call('GET', path, { key, headers: { 'last-event-id': id } }), 'rate_limit_exceeded');
      expect(await billOf(service, accountId)).toEqual(before);
      expect((await service.call('GET', '/v1/platforms', { key })).status).toBe(200);

      const other = await service.keyOf(accountId);
      const stream = await openStream(`${service.url}${path}`, other.key);
      expect(stream.status).toBe(200);
      stream.cut();

      streams.pop()?.cut();
      await vi.waitFor(
        async () => {
          const next = await open();
          streams.push(next);
          expect(next.status).toBe(200);
        },
        { timeout: 90_000, interval: 20 },
      );
      for (const each of streams) each.cut();
    });

    it('what is refused for another reason takes no room', async () => {
      const { key } = await service.account();
      const openStream = () => service.call('GET', path, { key, headers: { 'last-event-id': 'lkp_00000000000000000000000000.1.x' } });
      for (let round = 0; round <= MAX_STREAMS_PER_KEY; round += 1) expect((await openStream()).status).toBe(404);
    });
  });
}
