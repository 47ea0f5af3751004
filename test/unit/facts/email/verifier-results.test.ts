import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MailboxVerdict } from '../../../../src/facts/email/smtp.js';
import { readIpqsEmail, readKickbox, readReacher } from '../../../../src/facts/email/verifier-results.js';
import type { SourceFailure } from '../../../../src/kernel/values/source.js';

const EMAIL = 'Ada.Example@example.com';
type Read = MailboxVerdict | SourceFailure;
const yes = { deliverable: true, acceptAll: false, exists: true, code: 'mailbox_accepted' };
const no = { deliverable: false, acceptAll: false, exists: false, code: 'mailbox_rejected' };
const open = (code: string) => ({ deliverable: null, acceptAll: null, exists: null, code });
const acceptsAll = { ...open('accepts_all'), acceptAll: true };

const kickbox = (result: string, reason: string, more: object = {}) => ({
  ...{ result, reason, role: false, free: false, disposable: false, accept_all: false, did_you_mean: null, sendex: 0.5 },
  ...{ email: EMAIL.toLowerCase(), user: 'ada.example', domain: 'example.com', success: true, message: null },
  ...more,
});
const ipqs = (more: object = {}) => ({
  ...{ message: 'Success.', success: true, valid: true, disposable: false, smtp_score: 3, overall_score: 4, dns_valid: true },
  ...{ deliverability: 'high', catch_all: false, timed_out: false, suspect: false, fraud_score: 0, sanitized_email: EMAIL },
  ...more,
});
const smtp = (more: object = {}) => ({
  ...{ can_connect_smtp: true, has_full_inbox: false, is_catch_all: false, is_deliverable: true, is_disabled: false },
  ...more,
});
const reacher = (reachable: string, part: object, more: object = {}) => ({
  ...{ input: EMAIL, is_reachable: reachable, misc: { is_disposable: false, is_role_account: false } },
  ...{ mx: { accepts_mail: true, records: ['mx.example.com.'] }, smtp: part },
  ...{ syntax: { domain: 'example.com', is_valid_syntax: true, username: 'Ada.Example' } },
  ...more,
});

describe('Kickbox', () => {
  it.each<[string, string, object, Read]>([
    ['deliverable', 'accepted_email', {}, yes],
    ['undeliverable', 'rejected_email', {}, no],
    ['undeliverable', 'invalid_domain', {}, open('no_such_domain')],
    ['undeliverable', 'invalid_email', {}, open('syntax_refused')],
    ['undeliverable', 'invalid_smtp', {}, open('reply_unclear')],
    ['risky', 'low_quality', {}, open('low_quality')],
    ['risky', 'low_deliverability', {}, open('low_deliverability')],
    ['risky', 'low_deliverability', { accept_all: true }, acceptsAll],
    ['risky', 'low_quality', { accept_all: true }, acceptsAll],
    ['unknown', 'no_connect', {}, open('no_connection')],
    ['unknown', 'timeout', {}, open('server_timeout')],
    ['unknown', 'invalid_smtp', {}, open('reply_unclear')],
    ['unknown', 'unavailable_smtp', {}, open('deferred')],
    ['unknown', 'unexpected_error', {}, open('verifier_error')],
    ['deliverable', 'accepted_email', { accept_all: true }, open('reply_unclear')],
    ['deliverable', 'accepted_email', { accept_all: 'false' }, open('reply_unclear')],
    ['deliverable', 'rejected_email', {}, open('reply_unclear')],
    ['Deliverable', 'accepted_email', {}, open('reply_unclear')],
    ['deliverable', 'a reason of next year', {}, open('reply_unclear')],
    ['deliverable', 'accepted_email', { email: 'somebody.else@example.com' }, 'malformed'],
    ['deliverable', 'accepted_email', { email: undefined }, 'malformed'],
    ['deliverable', 'accepted_email', { success: 'true' }, 'malformed'],
    ['deliverable', 'accepted_email', { success: false, message: 'Invalid API Key' }, 'unauthorized'],
    ['', '', { success: false, message: 'Insufficient balance' }, 'refused'],
    ['', '', { success: false, message: null }, 'refused'],
  ])('%s, %s, %j', (result, reason, more, expected) => {
    expect(readKickbox(kickbox(result, reason, more), EMAIL)).toEqual(expected);
  });

  it('may name the address as its provider reads it', () => {
    const body = kickbox('deliverable', 'accepted_email', { email: 'adaexample@gmail.com' });
    expect(readKickbox(body, 'Ada.Example+news@gmail.com')).toEqual(yes);
  });
});

describe('IPQualityScore', () => {
  it.each<[object, Read]>([
    [{}, yes],
    [{ valid: false, smtp_score: -1, overall_score: 0, deliverability: 'low' }, no],
    [{ smtp_score: 0 }, open('rejects_everybody')],
    [{ smtp_score: 1 }, open('deferred')],
    [{ smtp_score: 2, catch_all: true, suspect: true }, acceptsAll],
    [{ smtp_score: 2 }, open('reply_unclear')],
    [{ catch_all: true }, open('suspect')],
    [{ suspect: true }, open('suspect')],
    [{ deliverability: 'medium' }, open('low_deliverability')],
    [{ deliverability: 'low' }, open('low_deliverability')],
    [{ valid: false }, open('low_deliverability')],
    [{ valid: false, smtp_score: -1, timed_out: true }, open('server_timeout')],
    [{ timed_out: true }, open('server_timeout')],
    [{ valid: false, smtp_score: -1, suspect: true }, open('suspect')],
    [{ valid: false, smtp_score: -1, dns_valid: false }, open('no_such_domain')],
    [{ valid: true, smtp_score: -1 }, open('low_deliverability')],
    [{ smtp_score: 4 }, 'malformed'],
    [{ smtp_score: '3' }, 'malformed'],
    [{ valid: undefined }, 'malformed'],
    [{ valid: 'yes' }, 'malformed'],
    [{ success: undefined }, 'malformed'],
    [{ success: false, message: 'Invalid or unauthorized key. Please check the API key and try again.' }, 'unauthorized'],
    [{ success: false, message: 'You have insufficient credits to make this query.' }, 'refused'],
    [{ success: false, message: 'You have exceeded your request quota of 35 per day.' }, 'refused'],
  ])('%j', (more, expected) => {
    expect(readIpqsEmail(ipqs(more))).toEqual(expected);
  });
});

describe('Reacher', () => {
  it.each<[string, object, Read]>([
    ['safe', smtp(), yes],
    ['invalid', smtp({ is_deliverable: false }), no],
    ['invalid', smtp({ is_deliverable: false, is_disabled: true }), open('mailbox_disabled')],
    ['invalid', smtp({ is_deliverable: false, can_connect_smtp: false }), open('no_connection')],
    ['invalid', smtp({ is_deliverable: true }), open('reply_unclear')],
    ['risky', smtp({ is_catch_all: true }), acceptsAll],
    ['risky', smtp({ has_full_inbox: true }), open('mailbox_full')],
    ['risky', smtp(), open('low_quality')], // a role, or a disposable domain
    ['risky', smtp({ is_deliverable: false }), open('low_quality')],
    ['unknown', { error: { type: 'SmtpError', message: 'timeout' } }, open('reply_unclear')],
    ['unknown', smtp(), open('reply_unclear')],
    ['safe', { error: { type: 'IoError', message: 'timed out' } }, open('reply_unclear')],
    ['safe', smtp({ is_catch_all: true }), open('reply_unclear')],
    ['safe', smtp({ is_deliverable: false }), open('reply_unclear')],
    ['safe', smtp({ is_disabled: true }), open('mailbox_disabled')],
    ['safe', smtp({ is_deliverable: 'yes' }), 'malformed'],
    ['safe', {}, open('no_connection')],
    ['fine', smtp(), 'malformed'],
  ])('%s, %j', (reachable, part, expected) => {
    expect(readReacher(reacher(reachable, part), EMAIL)).toEqual(expected);
  });

  it('of another address says nothing', () => {
    expect(readReacher(reacher('safe', smtp(), { input: 'ada@example.org' }), EMAIL)).toBe('malformed');
    expect(readReacher(reacher('safe', smtp(), { input: undefined }), EMAIL)).toBe('malformed');
  });
});

/** Answers of any kind, most of them near to a documented one: its fields, each with a value of its own or of another's. */
const WORDS = [
  ...['deliverable', 'undeliverable', 'risky', 'unknown', 'accepted_email', 'rejected_email', 'invalid_domain', 'low_deliverability'],
  ...['safe', 'invalid', 'high', 'medium', 'low', 'toString', '__proto__', '', 'true', 'false', EMAIL],
];
const value = fc.oneof(
  fc.boolean(),
  fc.boolean(),
  fc.constantFrom(...WORDS),
  fc.integer({ min: -2, max: 4 }),
  fc.constant(null),
  fc.anything(),
);
const near = (bodies: readonly object[]) =>
  fc
    .tuple(fc.constantFrom(...bodies), fc.dictionary(fc.constantFrom(...new Set(bodies.flatMap((body) => Object.keys(body)))), value))
    .map(([body, changes]) => ({ ...body, ...changes }));

/** A claim about the mailbox is whole, and no claim is halved. */
function expectWhole(read: Read): void {
  if (typeof read === 'string') return;
  expect(read.exists).toBe(read.deliverable);
  if (read.deliverable !== null) expect(read.acceptAll).toBe(false);
  expect(read.code).toMatch(/^[a-z_]+$/);
}
const deliverableOf = (read: Read): boolean | null => (typeof read === 'string' ? null : read.deliverable);
const RUNS = { numRuns: 3_000 };

describe('no reply but the plain words of a provider gives true or false', () => {
  it('Kickbox', () => {
    const bodies = [kickbox('deliverable', 'accepted_email'), kickbox('undeliverable', 'rejected_email')];
    fc.assert(
      fc.property(fc.oneof(near(bodies), fc.anything()), (body) => {
        const read = readKickbox(body, EMAIL);
        expectWhole(read);
        const { result, reason, success, accept_all: acceptAll } = (body ?? {}) as Record<string, unknown>;
        const isPlain = success === true && acceptAll === false;
        expect(deliverableOf(read) === true).toBe(
          isPlain && result === 'deliverable' && reason === 'accepted_email' && read !== 'malformed',
        );
        expect(deliverableOf(read) === false).toBe(
          isPlain && result === 'undeliverable' && reason === 'rejected_email' && read !== 'malformed',
        );
      }),
      RUNS,
    );
  });

  it('IPQualityScore', () => {
    const bodies = [ipqs(), ipqs({ valid: false, smtp_score: -1, deliverability: 'low' })];
    fc.assert(
      fc.property(fc.oneof(near(bodies), fc.anything()), (body) => {
        const read = readIpqsEmail(body);
        expectWhole(read);
        const { success, valid, smtp_score: score, ...flags } = (body ?? {}) as Record<string, unknown>;
        const { catch_all: catchAll, timed_out: timedOut, suspect, dns_valid: dnsValid, deliverability } = flags;
        const isPlain = success === true && catchAll === false && timedOut === false && suspect === false && dnsValid !== false;
        expect(deliverableOf(read) === true).toBe(isPlain && valid === true && score === 3 && deliverability === 'high');
        expect(deliverableOf(read) === false).toBe(isPlain && valid === false && score === -1);
      }),
      RUNS,
    );
  });

  it('Reacher', () => {
    const parts = [smtp(), smtp({ is_deliverable: false })];
    const body = fc.tuple(near([reacher('safe', smtp()), reacher('invalid', smtp())]), fc.oneof(near(parts), value));
    fc.assert(
      fc.property(
        fc.oneof(
          body.map(([outer, part]) => ({ ...outer, smtp: part })),
          fc.anything(),
        ),
        (answer) => {
          const read = readReacher(answer, EMAIL);
          expectWhole(read);
          const { input, is_reachable: reachable, smtp: part } = (answer ?? {}) as Record<string, unknown>;
          const told = (typeof part === 'object' && part !== null ? part : {}) as Record<string, unknown>;
          const isPlain =
            input === EMAIL &&
            !('error' in told && told['error'] !== undefined) &&
            told['can_connect_smtp'] === true &&
            [told['is_catch_all'], told['has_full_inbox'], told['is_disabled']].every((flag) => flag === false);
          expect(deliverableOf(read) === true).toBe(isPlain && reachable === 'safe' && told['is_deliverable'] === true);
          expect(deliverableOf(read) === false).toBe(isPlain && reachable === 'invalid' && told['is_deliverable'] === false);
        },
      ),
      RUNS,
    );
  });
});
