import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmailFinding } from '../../../../../src/facts/email/email-details.js';
import {
  ADA,
  knows,
  NO_SUCH_USER,
  type SmtpBehaviour,
  type SmtpPeer,
  startOddPeer,
  startSmtpPeer,
} from '../../../../support/mail-peers.js';
import { inspect, mailAt, type MailboxBench, noteOf, openMailboxBench } from '../../../../support/email-module.js';

const ADDRESS = `${ADA}@example.com`;
const SLOW = 60_000;

describe('asking a mail server about a mailbox', () => {
  let bench: MailboxBench;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    bench = await openMailboxBench({ ...mailAt('example.com'), ...mailAt('yahoo.com'), ...mailAt('xn--bcher-kva.example') });
  });
  afterEach(async () => {
    for (const peer of open.splice(0)) await peer.close();
  });
  afterAll(() => bench.close());

  const start = async (behaviour: SmtpBehaviour): Promise<SmtpPeer> => {
    const peer = await startSmtpPeer(behaviour);
    open.push(peer);
    return peer;
  };
  const probeAt = (port: number, email = ADDRESS, budgetMs = 3_000) =>
    inspect(bench.inspector({ smtpProbe: { from: '', port } }), email, budgetMs);
  const verdict = ({ facts, exists }: EmailFinding) => ({ deliverable: facts?.deliverable, acceptAll: facts?.acceptAll, exists });
  const nothing = { deliverable: null, acceptAll: null, exists: null };

  it.each<[string, SmtpBehaviour, string, object, string]>([
    ['the mailbox exists', knows(NO_SUCH_USER), ADDRESS, { deliverable: true, acceptAll: false, exists: true }, 'mailbox_accepted'],
    [
      'it does not: 550 5.1.1',
      knows(NO_SUCH_USER),
      'bob@example.com',
      { deliverable: false, acceptAll: false, exists: false },
      'mailbox_rejected',
    ],
    [
      'it does not: 550 in words, and others are taken',
      knows({ code: 550, text: 'No such user here' }),
      'bob@example.com',
      { deliverable: false, acceptAll: false, exists: false },
      'mailbox_rejected',
    ],
    [
      'it exists, and others are refused in words',
      knows({ code: 550, text: 'No such user here' }),
      ADDRESS,
      { deliverable: true, acceptAll: false, exists: true },
      'mailbox_accepted',
    ],
    ['the domain takes everything', {}, ADDRESS, { deliverable: null, acceptAll: true, exists: null }, 'accepts_all'],
    [
      'a random one is taken and this one not',
      { recipient: (local) => (local === ADA ? NO_SUCH_USER : null) },
      ADDRESS,
      { deliverable: false, acceptAll: null, exists: false },
      'mailbox_rejected',
    ],
    [
      'greylisting: 451',
      { recipient: () => ({ code: 451, text: '4.7.1 Greylisted, please try again in 300 seconds' }) },
      ADDRESS,
      nothing,
      'deferred',
    ],
    [
      'a block: 550 5.7.1',
      { recipient: () => ({ code: 550, text: '5.7.1 Service unavailable, client host blocked using Spamhaus' }) },
      ADDRESS,
      nothing,
      'refused',
    ],
    [
      'no room: 452 without a code',
      { recipient: () => ({ code: 452, text: 'Insufficient system storage' }) },
      ADDRESS,
      nothing,
      'deferred',
    ],
    [
      'the mailbox is full: 452 4.2.2',
      { recipient: (local) => (local === ADA ? { code: 452, text: '4.2.2 Mailbox full' } : NO_SUCH_USER) },
      ADDRESS,
      { deliverable: null, acceptAll: false, exists: true },
      'mailbox_full',
    ],
    [
      'a bare 550 for everybody',
      { recipient: () => ({ code: 550, text: 'Requested action not taken: mailbox unavailable' }) },
      ADDRESS,
      nothing,
      'rejects_everybody',
    ],
    ['5.1.1 for everybody, the postmaster too', { recipient: () => NO_SUCH_USER }, ADDRESS, nothing, 'rejects_everybody'],
    ['a refusal that explains nothing', { recipient: () => ({ code: 550, text: 'Sorry' }) }, ADDRESS, nothing, 'reply_unclear'],
    [
      'the random one deferred, this one taken',
      { recipient: (local) => (local === ADA ? null : { code: 450, text: '4.2.0 later' }) },
      ADDRESS,
      nothing,
      'control_unclear',
    ],
  ])('%s', async (_what, behaviour, email, expected, code) => {
    for (const without of [[], ['PIPELINING']] as const) {
      const peer = await start({ ...behaviour, without });
      const finding = await probeAt(peer.port, email);
      expect(verdict(finding)).toEqual(expected);
      expect(noteOf(finding, 'smtp-dialogue')).toMatchObject({ failure: null, codes: [code] });
      expect(peer.sawData).toBe(false);
      expect(peer.recipients[0]).toMatch(/^x[0-9a-f]{18}$/);
      expect(peer.recipients[1]).toBe(email.split('@')[0]);
    }
  });

  it.each<[string, SmtpBehaviour, string]>([
    ['the greeting refuses: 554', { greeting: { code: 554, text: 'Your IP is on a blocklist' } }, 'greeting_refused'],
    ['the greeting defers: 421', { greeting: { code: 421, text: 'Too many connections' } }, 'greeting_refused'],
    ['MAIL is refused', { sender: { code: 550, text: '5.7.1 Sender refused' } }, 'sender_refused'],
    ['MAIL is deferred', { sender: { code: 451, text: '4.7.1 Try again' } }, 'sender_deferred'],
    ['TLS is required', { sender: { code: 530, text: '5.7.0 Must issue a STARTTLS command first' } }, 'tls_or_login_required'],
  ])('%s: unknown, and the server is left alone for a while', async (_what, behaviour, code) => {
    const peer = await start(behaviour);
    const inspector = bench.inspector({ smtpProbe: { from: '', port: peer.port } });
    const finding = await inspect(inspector, ADDRESS);
    expect(verdict(finding)).toEqual(nothing);
    expect(noteOf(finding, 'smtp-dialogue')).toMatchObject({ failure: 'refused', codes: [code] });
    expect(noteOf(await inspect(inspector, 'bob@example.com'), 'smtp-dialogue')).toMatchObject({
      failure: 'refused',
      codes: ['left_alone'],
    });
    expect(peer.connections).toBe(1);
  });

  it.each<[string, (socket: import('node:net').Socket) => void, string]>([
    ['it says nothing', () => undefined, 'timeout'],
    [
      'it drips one byte at a time',
      (socket) => {
        const greeting = '220 mx.example.com at your service'.split('');
        const timer = setInterval(() => socket.write(greeting.shift() ?? '.'), 60);
        socket.once('close', () => clearInterval(timer));
      },
      'timeout',
    ],
    [
      'it drips lines without an end',
      (socket) => {
        const timer = setInterval(() => socket.write('220-wait\r\n'), 40);
        socket.once('close', () => clearInterval(timer));
      },
      'timeout',
    ],
    ['it speaks another protocol', (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'), 'malformed'],
    ['it speaks TLS', (socket) => socket.write(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])), 'malformed'],
    ['it floods', (socket) => socket.write(`220 ${'x'.repeat(200_000)}`), 'malformed'],
    ['it floods with lines without an end', (socket) => socket.write('220-wait\r\n'.repeat(20_000)), 'malformed'],
    ['it hangs up', (socket) => socket.end(), 'unreachable'],
    [
      'it hangs up in the middle',
      (socket) => {
        socket.write('220 mx.example.com\r\n');
        socket.once('data', () => socket.destroy());
      },
      'unreachable',
    ],
  ])('%s: unknown, within the budget', async (_what, onConnection, failure) => {
    const peer = await startOddPeer(onConnection);
    open.push(peer);
    const begun = performance.now();
    const finding = await probeAt(peer.port, ADDRESS, 700);
    expect(verdict(finding)).toEqual(nothing);
    expect(noteOf(finding, 'smtp-dialogue').failure).toBe(failure);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('a refused connection: unknown', async () => {
    const peer = await startSmtpPeer({});
    await peer.close();
    const finding = await probeAt(peer.port);
    expect(verdict(finding)).toEqual(nothing);
    expect(noteOf(finding, 'smtp-dialogue')).toMatchObject({ failure: 'unreachable' });
  });

  it('a server that is slow over each recipient is cut off at the budget', async () => {
    const peer = await start({ slowMs: SLOW });
    const begun = performance.now();
    expect(noteOf(await probeAt(peer.port, ADDRESS, 500), 'smtp-dialogue').failure).toBe('timeout');
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('a provider that is known to bounce later is not believed when it accepts', async () => {
    const peer = await start({});
    bench.dns.set({
      ...mailAt('example.com'),
      'example.com': { MX: [{ preference: 1, exchange: 'mta7.am0.yahoodns.net' }] },
      'mta7.am0.yahoodns.net': { A: ['127.0.0.1'] },
    });
    expect(verdict(await probeAt(peer.port))).toEqual(nothing);
    bench.dns.set(mailAt('example.com'));
  });

  it('a local part beyond ASCII is asked about only where the server takes such', async () => {
    bench.dns.set(mailAt('example.com'));
    const able = await start(knows(NO_SUCH_USER, ['ädä', 'postmaster']));
    expect(verdict(await probeAt(able.port, 'ädä@example.com'))).toEqual({ deliverable: true, acceptAll: false, exists: true });
    const unable = await start({ ...knows(NO_SUCH_USER), without: ['SMTPUTF8'] });
    const finding = await probeAt(unable.port, 'ädä@example.com');
    expect(verdict(finding)).toEqual(nothing);
    expect(noteOf(finding, 'smtp-dialogue')).toMatchObject({ failure: 'not_applicable', codes: ['no_smtputf8'] });
    expect(unable.recipients).toEqual([]);
  });

  it('a quoted local part goes out as it came; what could end a line never does', async () => {
    const peer = await start(knows(NO_SUCH_USER, ['"ada lovelace"', 'ada lovelace', 'postmaster']));
    const finding = await probeAt(peer.port, '"ada lovelace"@example.com');
    expect(noteOf(finding, 'smtp-dialogue').failure).toBeNull();
    const injected = await probeAt(peer.port, 'a\r\nRCPT TO:<x@y>\r\n@example.com');
    expect(noteOf(injected, 'smtp-dialogue')).toMatchObject({ failure: 'not_applicable', codes: ['address_not_sendable'] });
  });

  it('the next exchanger is tried when the best cannot be reached, not when it refuses', async () => {
    const peer = await start(knows(NO_SUCH_USER));
    bench.dns.set({
      'example.com': {
        MX: [
          { preference: 1, exchange: 'dead.example.com' },
          { preference: 2, exchange: 'mx.example.com' },
        ],
      },
      'dead.example.com': { A: ['127.0.0.9'] },
      'mx.example.com': { A: ['127.0.0.1'] },
    });
    expect(verdict(await probeAt(peer.port))).toEqual({ deliverable: true, acceptAll: false, exists: true });
    bench.dns.set(mailAt('example.com'));
  });

  it('a domain known to accept everything is not asked again for a while', async () => {
    const peer = await start({});
    const inspector = bench.inspector({ smtpProbe: { from: 'probe@example.org', port: peer.port } });
    for (const local of ['ada', 'bob', 'eve'])
      expect((await inspect(inspector, `${local}@example.com`)).facts).toMatchObject({ acceptAll: true, deliverable: null });
    expect(peer.connections).toBe(1);
    expect(peer.senders).toEqual(['probe@example.org']);
  });

  it('at most two dialogues at a time meet one server', async () => {
    let [now, most, all] = [0, 0, 0];
    const peer = await startOddPeer((socket) => {
      now += 1;
      all += 1;
      most = Math.max(most, now);
      socket.write('220 mx.example.com\r\n');
      // Greylists, so that every mailbox is asked about anew.
      socket.on('data', (text) =>
        socket.write(
          String(text)
            .split('\r\n')
            .filter(Boolean)
            .map((line) => (line.startsWith('RCPT') ? '451 4.7.1 later\r\n' : '250 ok\r\n'))
            .join(''),
        ),
      );
      socket.once('end', () => socket.destroy());
      socket.once('close', () => {
        now -= 1;
      });
    });
    open.push(peer);
    const inspector = bench.inspector({ smtpProbe: { from: '', port: peer.port } });
    const findings = await Promise.all(Array.from({ length: 8 }, (_, index) => inspect(inspector, `ada${index}@example.com`)));
    expect(findings.map((finding) => noteOf(finding, 'smtp-dialogue').codes)).toEqual(Array.from({ length: 8 }, () => ['deferred']));
    expect([most, all]).toEqual([2, 8]);
  });

  it('nobody is asked about a mailbox that cannot be there, or at an address that is not public', async () => {
    const peer = await start({});
    bench.dns.set({ 'example.com': { MX: [{ preference: 0, exchange: '.' }] }, ...mailAt('gmail.com') });
    expect(noteOf(await probeAt(peer.port), 'smtp-dialogue').failure).toBe('not_applicable');
    expect(noteOf(await probeAt(peer.port, 'ada_lovelace@gmail.com'), 'smtp-dialogue').failure).toBe('not_applicable');
    bench.dns.set(mailAt('example.com'));
    const strict = bench.inspector({ smtpProbe: { from: '', port: peer.port }, allowedNetworks: [] });
    const finding = await inspect(strict, ADDRESS);
    expect(verdict(finding)).toEqual(nothing);
    expect(noteOf(finding, 'smtp-dialogue')).toMatchObject({ failure: 'refused', codes: ['exchanger_blocked_address'] });
    expect(peer.connections).toBe(0);
  });
});
