import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspect, mailAt, type MailboxBench, noteOf, openMailboxBench } from '../../../../support/email-module.js';
import { ADA, knows, NO_SUCH_USER, startSmtpPeer } from '../../../../support/mail-peers.js';
import { portOf } from '../../../../support/port-of.js';

const WITNESSES = ['gmail-smtp-in.l.google.com', 'mx01.mail.icloud.com', 'mta5.am0.yahoodns.net'];
const HERE = { A: ['127.0.0.1'] };
const named = (...hosts: readonly string[]) => Object.fromEntries(hosts.map((host) => [host, HERE]));
let bench: MailboxBench | undefined;
let server: Server;
beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await bench?.close();
  server.close();
});

/** A port on which nobody listens any more. */
async function shutPort(): Promise<number> {
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('the port of mail servers', () => {
  it('that is shut is seen at the start: v2 says so, and no mail server is tried', async () => {
    bench = await openMailboxBench({ ...mailAt('example.com'), ...named(...WITNESSES) });
    const inspector = bench.inspector({ smtpProbe: { from: '', port: await shutPort() } });
    expect(await inspector.findsPortClosed()).toBe(true);
    const finding = await inspect(inspector, 'ada@example.com');
    expect(finding).toMatchObject({ unverified: 'port_25_closed', exists: null, facts: { deliverable: null, acceptAll: null } });
    expect(noteOf(finding, 'smtp-dialogue')).toMatchObject({ failure: 'unreachable', codes: ['port_25_closed'] });
  });

  it('that is open is used, whatever the witnesses say', async () => {
    const smtp = await startSmtpPeer(knows(NO_SUCH_USER));
    bench = await openMailboxBench({ ...mailAt('example.com'), ...named(...WITNESSES) });
    const inspector = bench.inspector({ smtpProbe: { from: '', port: smtp.port } });
    expect(await inspector.findsPortClosed()).toBe(false);
    expect(await inspect(inspector, `${ADA}@example.com`)).toMatchObject({ unverified: null, exists: true });
    await smtp.close();
  });

  it.each([
    ['no name server knows the witnesses', []],
    ['only one of them has an address', WITNESSES.slice(0, 1)],
  ])('is not called shut where %s', async (_, hosts) => {
    bench = await openMailboxBench({ ...mailAt('example.com'), ...named(...hosts) });
    const inspector = bench.inspector({ smtpProbe: { from: '', port: await shutPort() } });
    expect(await inspector.findsPortClosed()).toBe(false);
    expect(await inspect(inspector, 'ada@example.com')).toMatchObject({ unverified: 'no_answer' });
  });

  it('is not looked at where no mail server is to be asked', async () => {
    bench = await openMailboxBench({ ...mailAt('example.com'), ...named(...WITNESSES) });
    const inspector = bench.inspector();
    expect(await inspector.findsPortClosed()).toBe(false);
    expect(bench.dns.queried).toEqual([]);
    expect(await inspect(inspector, 'ada@example.com')).toMatchObject({ unverified: 'no_source' });
  });
});
