/** In which order a worker starts what waits for room, whatever it waits as: accounts take turns, and so do the bands of each. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SOLE_MEMBER } from '../../src/engine/flow/fleet-shares.js';
import { BatchDispatcher } from '../../src/features/batches/use-cases/batch-dispatcher.js';
import { requestOf } from '../support/fixtures.js';
import { startBareApi } from '../support/http/bare-api.js';
import { sendBatch } from '../support/http/batches.js';
import type { Service } from '../support/service.js';
import { acceptOne } from './support/record.js';

describe('what waits for room', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await service.sql`UPDATE batches SET state = 'cancelled' WHERE state <> 'finished'`;
    await service.sql`UPDATE lookups SET state = 'finished', finished_at = now() WHERE state <> 'finished'`;
  });

  type Account = Awaited<ReturnType<Service['account']>>;
  const accept = async ({ accountId, apiKeyId }: Account, count: number, band: 'default' | 'deep' = 'default') => {
    const caller = { accountId, apiKeyId, plan: 'growth', onlyKey: null } as never;
    for (let n = 0; n < count; n += 1) await acceptOne(service.record, caller, requestOf({ mode: 'batch', band }));
  };
  const send = ({ key }: Account, count: number, query = '') =>
    sendBatch(
      service,
      key,
      Array.from({ length: count }, (_, n) => ({ identities: { usernames: [`person-${n}`] } })),
      { query },
    );
  /** Starts some, each of which is planned at once. @returns whose they are, in the order of their starts */
  async function startsOf(count: number, position = SOLE_MEMBER): Promise<string[]> {
    const started: string[] = [];
    const failures: unknown[] = [];
    const dispatcher = new BatchDispatcher({
      progress: service.record.batchProgress,
      outbox: service.record.batchOutbox,
      starter: {
        start: async ({ id, accountId, band }) => {
          started.push(`${accountId} ${band}`);
          return service.record.writer.savePlan(id, { targets: [], modules: [] }).then(() => true);
        },
      },
      position: () => position,
      hasRoom: () => true,
      onFailure: (error) => failures.push(error),
    });
    try {
      await vi.waitFor(() => expect(started.length).toBeGreaterThanOrEqual(count), { timeout: 30_000 });
    } finally {
      await dispatcher.close();
    }
    expect(failures).toEqual([]);
    return started;
  }

  it('an account that sent one lookup last waits for a turn of each other account, not for all that they sent before', async () => {
    const [many, more, one] = [await service.account(), await service.account(), await service.account()];
    await accept(many, 10);
    await accept(more, 10);
    await accept(one, 1);
    expect((await startsOf(21)).indexOf(`${one.accountId} default`)).toBeLessThan(4);
  });

  it('items of batches take turns with lookups, and the bands of an account with each other', async () => {
    const [rows, items, bands] = [await service.account(), await service.account(), await service.account()];
    await accept(rows, 20);
    await send(items, 20);
    await accept(bands, 20);
    await send(bands, 20, '?mode=deep');
    const starts = (await startsOf(80)).slice(0, 40);
    const count = (of: string): number => starts.filter((each) => each === of).length;
    expect(count(`${items.accountId} default`)).toBeGreaterThanOrEqual(11);
    expect(count(`${rows.accountId} default`)).toBeGreaterThanOrEqual(11);
    expect(count(`${bands.accountId} default`)).toBeGreaterThanOrEqual(5);
    expect(count(`${bands.accountId} deep`)).toBeGreaterThanOrEqual(5);
  });

  it('a worker that has room starts what is the part of another that has none', async () => {
    const account = await service.account();
    await send(account, 60);
    expect(await startsOf(60, { index: 0, members: 2 })).toHaveLength(60);
  });
});
