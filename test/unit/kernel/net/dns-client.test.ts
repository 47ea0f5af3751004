import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DnsClient } from '../../../../src/kernel/net/dns-client.js';
import { type DnsServer, type DnsTable, startDnsServer } from '../../../support/dns-server.js';

const MX = [{ preference: 10, exchange: 'mx.example.net' }];
const RECORDS = { outcome: 'records', records: [{ exchange: 'mx.example.net', priority: 10 }] };

describe('a question to a name server', () => {
  let server: DnsServer;
  const table = (changed: DnsTable) => server.set({ 'quick.example.com': { MX }, ...changed });
  const asker = (budget: { repeatAfterMs?: number; timeoutMs?: number }) => new DnsClient({ servers: [server.address], ...budget });

  beforeAll(async () => {
    server = await startDnsServer({});
  });
  afterAll(() => server.close());

  it('is answered by a domain whose own servers take many tries long, however quick the resolver has been', async () => {
    table({ 'example.com': { MX, delayMs: 300 } });
    const names = asker({ repeatAfterMs: 50, timeoutMs: 60_000 });
    for (let index = 0; index < 10; index += 1) expect(await names.mx('quick.example.com')).toEqual(RECORDS);
    expect(await names.mx('example.com')).toMatchObject(RECORDS);
  });

  it('is sent once more when the first was lost', async () => {
    table({ 'example.com': 'DROP' });
    const before = server.queried.length;
    const answer = asker({ repeatAfterMs: 500, timeoutMs: 60_000 }).mx('example.com');
    await expect.poll(() => server.queried.slice(before)).toContain('MX example.com');
    table({ 'example.com': { MX } });
    expect(await answer).toEqual(RECORDS);
  });

  it('is sent once when the answer comes in time', async () => {
    table({ 'example.com': { MX } });
    const before = server.queried.length;
    expect(await asker({ timeoutMs: 60_000, repeatAfterMs: 30_000 }).mx('example.com')).toEqual(RECORDS);
    expect(server.queried.slice(before)).toEqual(['MX example.com']);
  });

  it('that nobody answers ends without an answer, never as "none"', async () => {
    table({ 'example.com': 'DROP' });
    expect(await asker({ repeatAfterMs: 10, timeoutMs: 60 }).mx('example.com')).toEqual({ outcome: 'nothing', failure: 'timeout' });
  });

  it('is not sent any more once it was given up', async () => {
    table({ 'dropped.example.com': 'DROP', 'slow.example.com': { MX, delayMs: 500 } });
    await asker({ repeatAfterMs: 60_000, timeoutMs: 100 }).mx('dropped.example.com');
    await asker({ repeatAfterMs: 60_000, timeoutMs: 60_000 }).mx('slow.example.com'); // as long as c-ares takes for its next try
    // What a busy machine delivers late of another test is about another name.
    expect(server.queried.filter((question) => /dropped|slow/.test(question))).toEqual(['MX dropped.example.com', 'MX slow.example.com']);
  });

  it('is sent again at once when the server reported a failure', async () => {
    table({ 'example.com': 'SERVFAIL' });
    const before = server.queried.length;
    await asker({ timeoutMs: 60_000, repeatAfterMs: 30_000 }).mx('example.com');
    expect(server.queried.slice(before)).toEqual(['MX example.com', 'MX example.com']);
  });

  it('that the server cannot answer is no "none" either, and does not wait for the end', async () => {
    table({ 'example.com': 'SERVFAIL' });
    expect(await asker({ timeoutMs: 60_000, repeatAfterMs: 30_000 }).mx('example.com')).toEqual({
      outcome: 'nothing',
      failure: 'unreachable',
    });
  });
});
