import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  extensionsOf,
  ReplyReader,
  type SmtpReply,
  evaluateRecipientReplies,
  needsPostmaster,
  RECIPIENT_STATES,
  type RecipientState,
  recipientState,
} from '../../../../src/facts/email/smtp.js';

const parseReply = (text: string) => new ReplyReader().read(text);

function complete(text: string): SmtpReply {
  const read = parseReply(text);
  if (read.state !== 'complete') throw new Error(read.state);
  return read.reply;
}

describe('replies of mail servers', () => {
  it('are read with their enhanced code and all their lines', () => {
    expect(complete('550 5.1.1 No such user\r\n')).toEqual({ code: 550, enhanced: '5.1.1', text: '5.1.1 No such user' });
    expect(complete('550-5.1.1 first\r\n550 5.1.1 second\r\n')).toEqual({
      code: 550,
      enhanced: '5.1.1',
      text: '5.1.1 first\n5.1.1 second',
    });
    expect(complete('220\r\n')).toEqual({ code: 220, enhanced: null, text: '' });
    expect(complete('250 ok\n')).toEqual({ code: 250, enhanced: null, text: 'ok' });
  });

  it('an enhanced code of another class than the reply is none', () => {
    expect(complete('550 2.1.5 odd\r\n').enhanced).toBeNull();
    expect(complete('550 5.1.1234 odd\r\n').enhanced).toBeNull();
  });

  it('tell the extensions, in any case', () => {
    expect(extensionsOf(complete('250-mx.example.com hello\r\n250-PIPELINING\r\n250-smtputf8\r\n250 SIZE 1000\r\n'))).toEqual(
      new Set(['PIPELINING', 'SMTPUTF8', 'SIZE']),
    );
    // The first line is a greeting, whatever it says.
    expect(extensionsOf(complete('250 SMTPUTF8 mx.example.com\r\n'))).toEqual(new Set());
  });

  it.each([
    ['HTTP/1.1 400 Bad Request\r\n'],
    ['hello\r\n'],
    ['\r\n'],
    ['2'.repeat(20)],
    ['550-a\r\n250 b\r\n'],
    ['\u0016\u0003\u0001'],
    [`220 ${'x'.repeat(20_000)}`],
  ])('%j is none', (text) => {
    expect(parseReply(text).state).toBe('malformed');
  });

  it.each([[''], ['5'], ['550'], ['550\r'], ['550 5.1.1 No su'], ['550-5.1.1 first\r\n'], ['550-5.1.1 first\r\n550']])(
    '%j may become one',
    (text) => {
      expect(parseReply(text).state).toBe('partial');
    },
  );

  it('come the same in whatever pieces they arrive, and leave what follows', () => {
    const line = fc.tuple(fc.constantFrom('220', '250', '451', '550'), fc.stringMatching(/^[ -~]{0,40}$/));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.nat(), ([first, ...others], cut) => {
        const code = first?.[0] ?? '';
        const texts = [first, ...others].map((each) => each?.[1] ?? '');
        const wire = texts.map((text, index) => `${code}${index === texts.length - 1 ? ' ' : '-'}${text}\r\n`).join('');
        expect(parseReply(`${wire}250 next\r\n`)).toMatchObject({ state: 'complete', rest: '250 next\r\n' });
        expect(complete(wire).text).toBe(texts.join('\n'));
        const reader = new ReplyReader();
        const begun = reader.read(wire.slice(0, cut % wire.length));
        expect(begun.state).toBe('partial');
        const rest = begun.state === 'partial' ? begun.rest : '';
        expect(reader.read(rest + wire.slice(cut % wire.length))).toEqual(parseReply(wire));
      }),
    );
  });
});

const PLAIN = { bouncesLater: false, trusted: false };

const RELAY = '550 5.1.1 <a@example.com>: Recipient address rejected: undeliverable address:';

function state(line: string): RecipientState {
  const read = parseReply(`${line}\r\n`);
  if (read.state !== 'complete') throw new Error(`${read.state}: ${line}`);
  return recipientState(read.reply);
}

describe('what a reply to a recipient says', () => {
  it.each<[string, RecipientState]>([
    ['250 2.1.5 OK', 'accepted'],
    ['251 User not local; will forward', 'accepted'],
    ['252 2.0.0 Cannot VRFY user', 'unclear'],
    ['550 5.1.1 The email account that you tried to reach does not exist.', 'no_such_mailbox'],
    ['550 5.1.1 <policy@example.com>: Recipient address rejected: User unknown in local recipient table', 'no_such_mailbox'],
    ['550 5.1.1 <later@example.com>: Recipient address rejected: User unknown in relay recipient table', 'no_such_mailbox'],
    ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'no_such_mailbox'],
    ['550 No such user here', 'perhaps_no_such_mailbox'],
    ['550 Requested action not taken: mailbox unavailable', 'perhaps_no_such_mailbox'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)', 'perhaps_no_such_mailbox'],
    ['550 Unknown user', 'perhaps_no_such_mailbox'],
    ['550 5.4.1 Recipient address rejected: Access denied. AS(201806281)', 'perhaps_no_such_mailbox'],
    ['550 5.7.1 Recipient address rejected: Access denied', 'refused'],
    ['550 Recipient address rejected: Access denied', 'refused'],
    ['550 5.1.1 Mailbox temporarily disabled', 'unclear'],
    ['550 Requested action not taken: mailbox unavailable, account is on hold', 'unclear'],
    ['550 5.1.1 User unknown: the account has moved', 'unclear'],
    ['550 5.1.1 The account is suspended', 'unclear'],
    ['550 sorry', 'unclear'],
    ['553 5.3.0 invalid', 'unclear'],
    ['554 delivery error', 'unclear'],
    ['550 5.7.1 Service unavailable; client host blocked using Spamhaus', 'refused'],
    ['550 5.7.1 User unknown', 'refused'],
    ['550 5.1.1 Mail from your IP is not allowed: no such user', 'refused'],
    ['550 5.1.1 User unknown; blocked by our blacklist', 'refused'],
    ['550 5.4.1 Recipient address rejected: Access denied.', 'refused'],
    ['550 Recipient unknown, your host has a poor reputation', 'refused'],
    ['554 5.7.1 Relay access denied', 'refused'],
    ['450 4.2.0 Greylisted, try again later', 'deferred'],
    ['451 4.7.1 Greylisting in action', 'deferred'],
    ['421 4.3.2 Service shutting down', 'deferred'],
    ['452 4.3.1 Insufficient system storage', 'deferred'],
    ['450 4.1.1 Recipient unverified', 'deferred'],
    ['452 4.2.2 Mailbox full', 'full'],
    ['552 5.2.2 Over quota', 'full'],
    ['354 go ahead', 'unclear'],
    ['550 5.1.1 Mailbox full', 'unclear'],
    ['550 5.1.1 User account is over quota', 'unclear'],
    ['550 Requested action not taken: mailbox unavailable, the mailbox is full', 'unclear'],
    // Relays that verify recipients give each refusal a code of their own, and quote the reason.
    [`${RELAY} host mx.example.com[private/lmtp] said: 552 5.2.2 <a@example.com> Quota exceeded (in reply to RCPT TO command)`, 'full'],
    [`${RELAY} host mx.example.com[192.0.2.1] said: 554 5.7.1 Rejected (in reply to RCPT TO command)`, 'refused'],
    [`${RELAY} host mx.example.com[192.0.2.1] said: 554 delivery error (in reply to RCPT TO command)`, 'unclear'],
    [`${RELAY} host mx.example.com[192.0.2.1] said: 250 ok (in reply to end of DATA command)`, 'unclear'],
    [`${RELAY} mail for example.com loops back to myself`, 'unclear'],
    [`${RELAY} host mx.example.com said: 550 5.1.1 <a@example.com> User doesn't exist: a@example.com`, 'no_such_mailbox'],
    [`${RELAY} unknown user: "a"`, 'perhaps_no_such_mailbox'],
    ['585 5.1.1 <a@example.com>: Recipient address rejected: undeliverable address: No such user here.', 'perhaps_no_such_mailbox'],
    ['550 Callout verification failed: 552 mailbox unavailable', 'unclear'],
    ['550 Callout verification failed: 550 5.1.1 User unknown', 'no_such_mailbox'],
  ])('%s -> %s', (line, actual) => {
    expect(state(line)).toBe(actual);
  });

  it('is never "no such mailbox" below 500, whatever it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 499 }), fc.stringMatching(/^[ -~]{0,60}$/), (code, text) => {
        expect(recipientState({ code, enhanced: null, text })).not.toMatch(/no_such/);
      }),
    );
  });
});

describe('what a dialogue says', () => {
  const yes = { deliverable: true, acceptAll: false, exists: true };
  const no = { deliverable: false, acceptAll: false, exists: false };
  const nothing = { deliverable: null, acceptAll: null, exists: null };

  it.each<[RecipientState, RecipientState, RecipientState | null, object]>([
    ['no_such_mailbox', 'accepted', null, yes],
    ['perhaps_no_such_mailbox', 'accepted', null, yes],
    ['accepted', 'accepted', null, { ...nothing, acceptAll: true }],
    // The one address was singled out: it is not there, though others may be accepted.
    ['accepted', 'no_such_mailbox', null, { ...no, acceptAll: null }],
    ['accepted', 'perhaps_no_such_mailbox', null, { ...no, acceptAll: null }],
    ['no_such_mailbox', 'no_such_mailbox', 'accepted', no],
    ['perhaps_no_such_mailbox', 'perhaps_no_such_mailbox', 'accepted', no],
    // A server that turns the postmaster away too turns everybody away.
    ['no_such_mailbox', 'no_such_mailbox', 'no_such_mailbox', nothing],
    ['no_such_mailbox', 'no_such_mailbox', null, nothing],
    ['perhaps_no_such_mailbox', 'perhaps_no_such_mailbox', 'refused', nothing],
    ['refused', 'accepted', null, nothing],
    ['deferred', 'accepted', null, nothing],
    ['deferred', 'deferred', null, nothing],
    ['refused', 'refused', null, nothing],
    ['no_such_mailbox', 'full', null, { deliverable: null, acceptAll: false, exists: true }],
    ['accepted', 'full', null, nothing],
    ['deferred', 'full', null, nothing],
    ['unclear', 'unclear', null, nothing],
  ])('random %s, real %s, postmaster %s', (random, real, postmaster, stated) => {
    expect(evaluateRecipientReplies({ random, real, postmaster }, PLAIN)).toMatchObject(stated);
  });

  it('a provider that bounces later says nothing by accepting', () => {
    expect(
      evaluateRecipientReplies({ random: 'accepted', real: 'accepted', postmaster: null }, { ...PLAIN, bouncesLater: true }),
    ).toMatchObject(nothing);
  });

  it('a large provider is believed without asking for the postmaster', () => {
    const trusted = { ...PLAIN, trusted: true };
    expect(evaluateRecipientReplies({ random: 'no_such_mailbox', real: 'no_such_mailbox', postmaster: null }, trusted)).toMatchObject(no);
    expect(needsPostmaster('no_such_mailbox', 'no_such_mailbox', trusted)).toBe(false);
    expect(needsPostmaster('no_such_mailbox', 'no_such_mailbox', PLAIN)).toBe(true);
    expect(needsPostmaster('perhaps_no_such_mailbox', 'perhaps_no_such_mailbox', trusted)).toBe(true);
    expect(needsPostmaster('accepted', 'no_such_mailbox', PLAIN)).toBe(false);
    expect(needsPostmaster('no_such_mailbox', 'accepted', PLAIN)).toBe(false);
  });

  it('never says more than it saw', () => {
    const any = fc.constantFrom(...RECIPIENT_STATES);
    fc.assert(
      fc.property(
        any,
        any,
        fc.option(any, { nil: null }),
        fc.boolean(),
        fc.boolean(),
        (random, real, postmaster, bouncesLater, trusted) => {
          const verdict = evaluateRecipientReplies({ random, real, postmaster }, { bouncesLater, trusted });
          if (verdict.deliverable === false) expect(real).toMatch(/no_such/);
          if (verdict.deliverable === true) expect([real, /no_such/.test(random)]).toEqual(['accepted', true]);
          if (verdict.acceptAll === true) expect([random, real, verdict.deliverable]).toEqual(['accepted', 'accepted', null]);
          if (verdict.exists === false) expect(verdict.deliverable).toBe(false);
          if (real === 'refused' || real === 'deferred' || real === 'unclear') expect(verdict.exists).toBeNull();
        },
      ),
    );
  });
});

describe('hostile replies', () => {
  it.each([['<'], ['a'], ['a@'], ['\t'], ['<a@b> '], ['user is ']])('are read once, and at most 512 characters of a line: %j', (shape) => {
    const text = shape.repeat(16_000 / shape.length);
    const read = complete(`550 ${text}\r\n`);
    expect(read.text).toBe(text.slice(0, 512));
    expect(recipientState(read)).toMatch(/unclear|no_such_mailbox/);
  });

  it('the addresses in one are not taken for words, whatever stands around them', () => {
    const missing = (text: string) => recipientState({ code: 550, enhanced: null, text });
    for (const address of ['<spam.policy@example.com>', 'policy@example.com:', '<<policy@example.com>>', '"policy"@example.com']) {
      expect(missing(`${address} no such user`)).toBe('perhaps_no_such_mailbox');
    }
  });
});
