import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import type { Omission } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { knowingSources } from '../../support/enrichment.js';
import { openStream, type StreamedEvent } from '../../support/http/event-client.js';
import { billOf } from '../../support/http/ledger.js';
import { expectBodyV2 } from '../../support/http/lookup-body-v2.js';
import { ADA, startWorkingService, type WorkingService } from '../../support/http/working-service.js';

type Received = LookupBodyV2['results'][number] | Omission;

/** The body of the last event. */
function doneOf(events: readonly StreamedEvent[]): LookupBodyV2 {
  const last = events.at(-1);
  expect(last?.event).toBe('done');
  return last?.data as LookupBodyV2;
}

/** What was told last of each platform and identity. */
function lastReceived(events: readonly StreamedEvent[]): Map<string, Received> {
  const received = events.filter(({ event }) => event === 'result' || event === 'omission').map(({ data }) => data as Received);
  return new Map(received.map((each) => [`${each.platform} ${each.identity.type} ${each.identity.value}`, each]));
}

describe('streamLookupV2', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ enrichment: { sources: knowingSources() } });
  });
  afterAll(() => service.close());

  const open = (key: string, query: string, lastEventId?: string) =>
    openStream(`${service.url}/v2/lookup/stream?${query}`, key, lastEventId);

  it('tells each answer with its identity and each finding, then done once and last, equal to what GET returns', async () => {
    const { key, accountId } = await service.account();
    const stream = await open(key, `username=${ADA.username}&username=nobody-example&email=${ADA.email}&ip=192.0.2.17&deep=true`);
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const events = await stream.whole();
    const done = doneOf(events);
    expectBodyV2(done);
    expect(events.filter(({ event }) => event === 'done')).toHaveLength(1);
    const received = lastReceived(events);
    const listed = (await service.call('GET', `/v2/lookup/${done.lookupId}/omissions?limit=100`, { key })).body as {
      omissions: Omission[];
    };
    for (const each of [...done.results, ...listed.omissions]) {
      expect(received.get(`${each.platform} ${each.identity.type} ${each.identity.value}`)).toEqual(each);
    }
    expect(received.size).toBe(done.results.length + done.omissions.total);
    const { email, ip, breaches, webMentions } = done.modules;
    const found: Record<string, readonly unknown[] | null> = {
      email_finding: email,
      ip_finding: ip,
      breaches_finding: breaches,
      web_mentions_finding: webMentions,
    };
    for (const [event, findings] of Object.entries(found)) {
      const heartbeats = events.filter((each) => each.event === event).map(({ data }) => data);
      expect(heartbeats).toHaveLength(findings?.length ?? 0);
      expect(heartbeats).toEqual(expect.arrayContaining([...(findings ?? [])]));
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect((await service.call('GET', `/v2/lookup/${done.lookupId}`, { key })).body).toEqual(done);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, ledger: 1, used: 2 });
  });

  it('a client that comes back hears the rest, nothing twice, and pays nothing', async () => {
    const { key, accountId } = await service.account();
    const query = `username=${ADA.username}&email=${ADA.email}&deep=true`;
    const whole = await (await open(key, query)).whole();
    for (const cut of [0, 1, Math.floor(whole.length / 2), whole.length - 2]) {
      const rest = await (await open(key, query, whole[cut]?.id)).whole();
      expect(rest).toEqual(whole.slice(cut + 1));
    }
    expect((await open(key, query, whole.at(-1)?.id)).status).toBe(204);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, used: 1 });
  });

  it('the first thing told is an id to come back with, before any answer', async () => {
    const { key, accountId } = await service.account();
    const query = `username=${ADA.username}&deep=true`;
    const stream = await open(key, query);
    const events = await stream.whole();
    const id = /^: lookup \S+\nid: (\S+)\n\n/.exec(stream.text())?.[1];
    expect(await (await open(key, query, id)).whole()).toEqual(events);
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 1, used: 1 });
  });

  it('platforms and modules as they were named', async () => {
    const { key } = await service.account();
    const slugs = service.sites.slugs.slice(3, 6);
    const events = await (await open(key, `username=${ADA.username}&module=footprint&platforms=${slugs.join(',')}`)).whole();
    expect(
      doneOf(events)
        .results.map(({ platform }) => platform)
        .sort(),
    ).toEqual(slugs);
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['result', 'done']));
  });

  it('progress is told of what has ended, answered or omitted; done counts both', async () => {
    const slugs = service.sites.slugs.slice(6, 9);
    service.sites.simulator.setFault(slugs[0] as string, 'challenge_403');
    try {
      const { key } = await service.account();
      const stream = await open(key, `username=nobody-at-all&module=footprint&platforms=${slugs.join(',')}`);
      const events = await stream.whole();
      expect(events.filter(({ event }) => event === 'omission').map(({ data }) => (data as Omission).platform)).toEqual([slugs[0]]);
      expect(doneOf(events)).toMatchObject({
        platformsChecked: 2,
        planned: 3,
        answered: 2,
        omitted: 1,
        omissions: { byReason: { challenge: 1 } },
      });
      expect([...stream.text().matchAll(/^: (progress .*)$/gm)].at(-1)?.[1]).toBe('progress 3 of 3');
    } finally {
      service.sites.simulator.setFault(slugs[0] as string, null);
    }
  });

  it('instant: done comes at the ceiling with what is pending', async () => {
    const { key } = await service.account();
    const done = doneOf(await (await open(key, `username=${ADA.username}&module=footprint&instant=true`)).whole());
    expectBodyV2(done);
    const planned = service.sites.catalogue.platforms.filter(({ instant }) => instant.includes('username')).length;
    expect(done.platformsChecked + (done.platformsPending ?? Number.NaN)).toBe(planned);
  });

  it('an address alone is streamed to its end', async () => {
    const { key } = await service.account();
    const events = await (await open(key, 'ip=192.0.2.17&ip=192.0.2.18')).whole();
    expect(events.map(({ event }) => event)).toEqual(['ip_finding', 'ip_finding', 'done']);
    expect(doneOf(events).modules.ip?.map(({ identity }) => identity.value)).toEqual(['192.0.2.17', '192.0.2.18']);
  });
});
