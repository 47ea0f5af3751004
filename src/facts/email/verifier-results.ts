/**
 * What mailbox verifiers answer, as verdicts. Only their plain words about the mailbox give true or false; all else is null, with a code.
 * What they say of its domain does not count: name servers and the registry are asked here, and a verifier's own may have failed.
 */
import { mailboxOf, possibleMailboxOf } from '../../kernel/identity/mailbox.js';
import { asObject } from '../../kernel/values/readings.js';
import type { SourceFailure } from '../../kernel/values/source.js';
import { type MailboxVerdict, unknownMailbox } from './smtp.js';

const ACCEPTED: MailboxVerdict = { deliverable: true, acceptAll: false, exists: true, code: 'mailbox_accepted' };
const REJECTED: MailboxVerdict = { deliverable: false, acceptAll: false, exists: false, code: 'mailbox_rejected' };
const ACCEPTS_ALL: MailboxVerdict = { ...unknownMailbox('accepts_all'), acceptAll: true };

/** Why a provider refused, by its message; a quota that is used up is `refused`. */
const refusalOf = (message: unknown): SourceFailure => (/\bkey\b/i.test(String(message)) ? 'unauthorized' : 'refused');

/** Results of Kickbox with the reasons that it gives for each; other pairs are unclear. */
const KICKBOX: Readonly<Record<string, MailboxVerdict>> = {
  'deliverable accepted_email': ACCEPTED,
  'undeliverable rejected_email': REJECTED,
  'undeliverable invalid_domain': unknownMailbox('no_such_domain'),
  'undeliverable invalid_email': unknownMailbox('syntax_refused'), // the address was parsed here: another reading of RFC 5321
  'undeliverable invalid_smtp': unknownMailbox('reply_unclear'),
  'risky low_quality': unknownMailbox('low_quality'),
  'risky low_deliverability': unknownMailbox('low_deliverability'),
  'unknown no_connect': unknownMailbox('no_connection'),
  'unknown timeout': unknownMailbox('server_timeout'),
  'unknown invalid_smtp': unknownMailbox('reply_unclear'),
  'unknown unavailable_smtp': unknownMailbox('deferred'),
  'unknown unexpected_error': unknownMailbox('verifier_error'),
};

/**
 * Reads a response of Kickbox' single verification, version 2.
 *
 * @param email that was asked about; the response names it, in a spelling of the provider's
 * @returns the verdict, or why the response cannot be used
 */
export function readKickbox(body: unknown, email: string): MailboxVerdict | SourceFailure {
  const { success, message, result, reason, email: named, accept_all: acceptAll } = asObject(body);
  if (success === false) return refusalOf(message);
  if (success !== true || typeof named !== 'string' || !isSameMailbox(named, email)) return 'malformed';
  const pair = `${String(result)} ${String(reason)}`;
  const verdict = Object.hasOwn(KICKBOX, pair) ? KICKBOX[pair] : undefined;
  if (verdict === undefined || typeof acceptAll !== 'boolean') return unknownMailbox('reply_unclear');
  if (!acceptAll) return verdict;
  return result === 'risky' ? ACCEPTS_ALL : unknownMailbox('reply_unclear');
}

/** Characters of an address at most (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS = 320;

function isSameMailbox(one: string, other: string): boolean {
  if (one.length > MAX_ADDRESS) return false;
  const [a, b] = [one, other].map((address) => possibleMailboxOf(mailboxOf(address.toLowerCase())));
  return a === b;
}

/** SMTP scores of IPQualityScore, -1 to 3, by what its documentation says that they mean. */
const SMTP_SCORES: Readonly<Record<string, MailboxVerdict>> = {
  '-1': REJECTED,
  '0': unknownMailbox('rejects_everybody'),
  '1': unknownMailbox('deferred'),
  '2': ACCEPTS_ALL,
  '3': ACCEPTED,
};

/**
 * Reads a response of IPQualityScore's e-mail validation. Its score counts only while its flags say the same: `valid` alone means
 * "appears valid", and is false for a server that did not answer in time.
 *
 * @returns the verdict, or why the response cannot be used
 */
export function readIpqsEmail(body: unknown): MailboxVerdict | SourceFailure {
  const fields = asObject(body);
  if (fields['success'] === false) return refusalOf(fields['message']);
  const { valid, smtp_score: score, catch_all: catchAll, timed_out: timedOut, suspect, deliverability } = fields;
  const verdict = typeof score === 'number' && Object.hasOwn(SMTP_SCORES, score) ? SMTP_SCORES[score] : undefined;
  const flags = [valid, catchAll, timedOut, suspect];
  if (fields['success'] !== true || verdict === undefined || flags.some((flag) => typeof flag !== 'boolean')) return 'malformed';
  if (timedOut === true) return unknownMailbox('server_timeout');
  if (fields['dns_valid'] === false) return unknownMailbox('no_such_domain');
  if (verdict === ACCEPTS_ALL) return catchAll === true ? verdict : unknownMailbox('reply_unclear');
  if (catchAll === true || suspect === true) return unknownMailbox('suspect');
  const isContradicted = verdict.deliverable !== null && verdict.deliverable !== valid;
  return isContradicted || (verdict === ACCEPTED && deliverability !== 'high') ? unknownMailbox('low_deliverability') : verdict;
}

const REACHABLE: ReadonlySet<unknown> = new Set(['safe', 'risky', 'invalid', 'unknown']);

/**
 * Reads a response of Reacher (`check_email`, versions 0 and 1). `invalid` is also its word for a domain whose name servers failed, for
 * a server that could not be reached and for a mailbox that is disabled: only a server that was reached and took back nothing counts.
 *
 * @param email that was asked about; the response repeats it
 * @returns the verdict, or why the response cannot be used
 */
export function readReacher(body: unknown, email: string): MailboxVerdict | SourceFailure {
  const { input, is_reachable: reachable, smtp: part } = asObject(body);
  if (input !== email || !REACHABLE.has(reachable)) return 'malformed';
  const smtp = asObject(part);
  if (reachable === 'unknown' || smtp['error'] !== undefined) return unknownMailbox('reply_unclear');
  const { can_connect_smtp: connected, is_deliverable: deliverable, is_catch_all: catchAll } = smtp;
  const { is_disabled: disabled, has_full_inbox: full } = smtp;
  if (connected !== true) return unknownMailbox('no_connection');
  if ([deliverable, catchAll, disabled, full].some((flag) => typeof flag !== 'boolean')) return 'malformed';
  if (reachable === 'risky') return catchAll === true ? ACCEPTS_ALL : unknownMailbox(full === true ? 'mailbox_full' : 'low_quality');
  if (catchAll === true || full === true) return unknownMailbox('reply_unclear');
  if (disabled === true) return unknownMailbox('mailbox_disabled');
  return (reachable === 'safe') === deliverable ? (deliverable ? ACCEPTED : REJECTED) : unknownMailbox('reply_unclear');
}
