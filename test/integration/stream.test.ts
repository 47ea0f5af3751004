import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStream, type StreamedEvent } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { type SecondApi, startSecondApi } from '../support/second-api.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

describe('a stream that is cut', () => {
  let service: WorkingService;
  let url: string;
  beforeAll(async () => {
    service = await startWorkingService();
    url = `${service.url}/v1/lookup/stream?${new URLSearchParams({ query: ADA.username, deep: 'true', platforms: '' }).toString()}`;
  });
  afterAll(() => service.close());

  const fresh = async () => {
    await service.sql`DELETE FROM platform_facts`;
    return service.account();
  };

  /** What a client has that is cut after so many events each time and resumes where it was. */
  async function readInPieces(key: string, cuts: readonly number[]): Promise<StreamedEvent[]> {
    const had: StreamedEvent[] = [];
    for (const count of [...cuts, Number.POSITIVE_INFINITY]) {
      const stream = await openStream(url, key, had.at(-1)?.id);
      had.push(...(await stream.until(count)).slice(0, count));
      stream.cut();
      if (had.at(-1)?.event === 'done') break;
    }
    return had;
  }

  it.each([[[1]], [[2]], [[7]], [[24]], [[1, 1, 1, 1, 1, 1]], [[3, 9, 2, 5]], [[25]]])(
    'after %j events it is resumed without a loss, a repeat or a second bill',
    async (cuts) => {
      const { key, accountId } = await fresh();
      const events = await readInPieces(key, cuts);
      expect(events.map(({ event }) => event)).toEqual([...events.slice(1).map(() => 'platform_result'), 'done']);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      const done = events.at(-1)?.data as LookupBody;
      const received = events.slice(0, -1).map(({ data }) => (data as { platform: string }).platform);
      expect([...received].sort()).toEqual(done.results.map(({ platform }) => platform).sort());
      expect(done.platformsChecked).toBe(service.sites.catalogue.platforms.length);
      expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
    },
  );

  it('cut before the first event, its lookup goes on to the end', async () => {
    const { key, accountId } = await fresh();
    const stream = await openStream(url, key);
    stream.cut();
    await vi.waitFor(
      async () => {
        const [row] = await service.sql<{ state: string; checked: number }[]>`
        SELECT state, platforms_checked AS checked FROM lookups WHERE account_id = ${accountId}`;
        expect(row).toEqual({ state: 'finished', checked: service.sites.catalogue.platforms.length });
      },
      { timeout: 90_000, interval: 50 },
    );
  });

  it('resumed after done, it is over: 204, on which standard clients stop coming back', async () => {
    const { key, accountId } = await fresh();
    const events = await (await openStream(url, key)).whole();
    const again = await openStream(url, key, events.at(-1)?.id);
    expect([again.status, (await again.whole()).length, again.text()]).toEqual([204, 0, '']);
    expect((await billOf(service, accountId)).lookups).toBe(1);
    expect((await openStream(url, (await service.account()).key, events.at(-1)?.id)).status).toBe(404);
  });

  it('cut before its first result it is resumed by the id that came first, and is not paid for again', async () => {
    const { key, accountId } = await fresh();
    const stream = await openStream(url, key);
    await vi.waitFor(() => expect(stream.text()).toMatch(/^: lookup \S+ planned \d+\nid: \S+\n\n/), { timeout: 90_000, interval: 1 });
    stream.cut();
    const id = /^id: (\S+)$/m.exec(stream.text())?.[1];
    const events = await (await openStream(url, key, id)).whole();
    expect(events.filter(({ event }) => event === 'platform_result')).toHaveLength((events.at(-1)?.data as LookupBody).results.length);
    expect(events.at(-1)?.event).toBe('done');
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 1 });
  });

  it('resumed from every id of a finished lookup, it tells exactly what came after', async () => {
    const { key, accountId } = await service.account();
    const events = await (await openStream(url, key)).whole();
    for (const index of events.keys()) {
      const rest = await (await openStream(url, key, events[index]?.id)).whole();
      const expected = events.slice(index + 1);
      expect(rest.map(({ event, data }) => ({ event, data }))).toEqual(expected.map(({ event, data }) => ({ event, data })));
    }
    expect((await billOf(service, accountId)).lookups).toBe(1);
  });

  it('two readers of one stream are told the same', async () => {
    const { key, accountId } = await fresh();
    const first = await openStream(url, key);
    const [event] = await first.until(1);
    const second = await openStream(url, key, event?.id);
    const [one, two] = await Promise.all([first.whole(), second.whole()]);
    expect(two).toEqual(one.slice(1));
    expect((await billOf(service, accountId)).lookups).toBe(1);
  });
});

describe('a lookup that is followed', () => {
  let service: WorkingService;
  let second: SecondApi;
  beforeAll(async () => {
    service = await startWorkingService();
    second = await startSecondApi(service);
  });
  afterAll(async () => {
    await second?.close();
    await service?.close();
  });

  const start = async (key: string) => {
    const body = { identities: { usernames: ['followed-by-several', ADA.username] } };
    return ((await service.call('POST', '/v2/lookup', { key, body })).body as { lookupId: string }).lookupId;
  };

  it.each([[[1]], [[7]], [[1, 1, 1, 1]], [[3, 9, 2, 5]]])(
    'from two processes in turn, cut after %j events each, is told without a loss or a repeat and billed once',
    async (cuts) => {
      const { key, accountId } = await service.account();
      const lookupId = await start(key);
      const had: StreamedEvent[] = [];
      for (const [iteration, count] of [...cuts, Number.POSITIVE_INFINITY].entries()) {
        const { url } = iteration % 2 === 0 ? second : service;
        const stream = await openStream(`${url}/v2/lookup/${lookupId}/stream`, key, had.at(-1)?.id);
        had.push(...(await stream.until(count)).slice(0, count));
        stream.cut();
      }
      const whole = await (await openStream(`${service.url}/v2/lookup/${lookupId}/stream`, key)).whole();
      expect(had).toEqual(whole);
      expect(had.at(-1)?.data).toEqual((await service.call('GET', `/v2/lookup/${lookupId}`, { key })).body);
      expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 2 });
    },
  );

  it('while a platform keeps it waiting is told what is known, in every process, and ends when it is deleted', async () => {
    const [slow] = service.sites.slugs;
    service.sites.simulator.setFault(slow as string, 'hang');
    try {
      const { key } = await service.account('higher_volume', { scopes: ['lookups', 'lookups:delete'] });
      const lookupId = await start(key);
      const streams = await Promise.all([service, second].map(({ url }) => openStream(`${url}/v2/lookup/${lookupId}/stream`, key)));
      for (const stream of streams) expect((await stream.until(1))[0]?.event).toMatch(/^(result|omission)$/);
      expect((await service.call('DELETE', `/v2/lookup/${lookupId}`, { key })).status).toBe(204);
      for (const stream of streams) expect((await stream.whole()).at(-1)?.event).not.toBe('done');
    } finally {
      service.sites.simulator.setFault(slow as string, null);
    }
  });
});
