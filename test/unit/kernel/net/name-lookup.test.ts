import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../../../src/engine/http/transport.js';
import { createNameLookup } from '../../../../src/kernel/net/name-lookup.js';
import { portOf } from '../../../support/port-of.js';

const [A, AAAA] = [1, 28];
const [OK, SERVFAIL, NXDOMAIN] = [0, 2, 3];

/** A name server of a few rules: names are asked for and counted; `held-*` are answered only when 100 of them are asked. */
let server: Socket;
let servers: string[];
const queries: string[] = [];
const held: Array<() => void> = [];

beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (message, from) => {
    const { name, type, end } = readQuery(message);
    queries.push(`${name} ${type}`);
    const reply = (code: number, address?: readonly number[]) => send(message, end, from, code, type === A ? address : undefined);
    if (name === 'missing.example.com') reply(NXDOMAIN);
    else if (name === 'halting.example.com') reply(type === A ? OK : SERVFAIL, [192, 0, 2, 7]);
    else if (name.startsWith('held-')) {
      held.push(() => reply(OK, [192, 0, 2, 9]));
      if (held.length >= 200) for (const each of held.splice(0)) each();
    } else if (name !== 'silent.example.com') reply(OK, [192, 0, 2, 8]);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  servers = [`127.0.0.1:${portOf(server)}`];
});
afterAll(() => server.close());

function readQuery(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function send(query: Buffer, end: number, to: RemoteInfo, code: number, address?: readonly number[]): void {
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(address === undefined ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  const record = address === undefined ? [] : [0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, ...address];
  server.send(Buffer.concat([head, Buffer.from(record)]), to.port, to.address);
}

function resolve(lookup: LookupFunction, name: string): Promise<unknown> {
  return new Promise((settle, reject) => lookup(name, { all: true }, (error, found) => (error === null ? settle(found) : reject(error))));
}

describe('names', () => {
  it('are asked once and remembered', async () => {
    const lookup = createNameLookup({ servers });
    expect(await resolve(lookup, 'fine.example.com')).toEqual([{ address: '192.0.2.8', family: 4 }]);
    await resolve(lookup, 'fine.example.com');
    expect(queries.filter((each) => each.startsWith('fine.'))).toEqual([`fine.example.com ${A}`, `fine.example.com ${AAAA}`]);
    const single = new Promise((settle) => lookup('fine.example.com', { all: false }, (_, address, family) => settle([address, family])));
    expect(await single).toEqual(['192.0.2.8', 4]);
  });

  it('a server that stumbles over AAAA does not cost the A records', async () => {
    expect(await resolve(createNameLookup({ servers }), 'halting.example.com')).toEqual([{ address: '192.0.2.7', family: 4 }]);
  });

  it("a missing name is an error, and localhost is the system's", async () => {
    const lookup = createNameLookup({ servers });
    await expect(resolve(lookup, 'missing.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(await resolve(lookup, 'localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
    expect(queries.some((each) => each.startsWith('localhost'))).toBe(false);
  });

  it('a hundred are asked at once: none waits for a thread', async () => {
    const lookup = createNameLookup({ servers });
    const found = await Promise.all(Array.from({ length: 100 }, (_, index) => resolve(lookup, `held-${index}.example.com`)));
    expect(found).toHaveLength(100);
  });

  it('that are missing or never answered become doubts that do not repeat them', async () => {
    const http = createOutboundHttp({ names: { servers } });
    const request = (host: string) =>
      http.send(
        {
          method: 'GET',
          url: new URL(`https://${host}/`),
          headers: {},
          followTo: null,
          expectedStatuses: new Set(),
          limitKey: host,
          egressKey: host,
          violation: () => null,
        },
        { signal: new AbortController().signal, deadlineMs: 300 },
      );
    expect(await request('missing.example.com')).toMatchObject({
      ok: false,
      reason: 'unreachable',
      detail: 'ENOTFOUND',
      requests: 1,
    });
    const unanswered = await request('silent.example.com');
    expect(unanswered).toMatchObject({ ok: false, reason: 'timeout' });
    expect(unanswered.latencyMs).toBeLessThan(3_000);
    await http.close();
  });
});
