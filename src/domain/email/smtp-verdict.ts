import type { SmtpReply } from './smtp-reply.js';

/** What a reply to RCPT shows about the mailbox. */
export const RECIPIENT_STATES = [
  'accepted',
  'no_such_mailbox',
  'perhaps_no_such_mailbox',
  'full',
  'refused',
  'deferred',
  'unclear',
] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Enhanced codes for a missing mailbox (RFC 3463, X.1.1; Exchange uses X.1.10). */
const NO_MAILBOX = new Set(['5.1.1', '5.1.10']);
/** Words in replies that reject the client, not the mailbox. */
const CLIENT_REJECTED =
  /spamhaus|block\s?list|black\s?list|deny\s?list|dnsbl|\brbl\b|reputation|policy|\bspf\b|dmarc|dkim|rdns|reverse dns|\bptr\b|gr[ea]y\s?list|rate limit|too many|try again|later|not allowed|denied|banned|relaying|to relay|authenticat|your (?:ip|host)|client host|sender/i;
/** Words for a missing mailbox, in replies without a specific code. */
const MAILBOX_MISSING =
  /no such (?:user|mailbox|recipient|address|person)|(?:user|mailbox|recipient|address|account)(?: is)? (?:unknown|not found|unavailable)|unknown (?:user|mailbox|recipient|account)|no mailbox|(?:user|mailbox|account|recipient|address)\b.{0,40}\bdoes(?:n['’]t| not) (?:exist|have)|invalid (?:mailbox|recipient|user)/i;

/**
 * Reads a reply to RCPT TO. RFC 5321 uses 550 for a missing mailbox and for any policy refusal alike: only the enhanced code
 * distinguishes them, and only while the text does not contradict it.
 */
export function recipientState({ code, enhanced, text }: SmtpReply): RecipientState {
  if (code === 250 || code === 251) return 'accepted';
  if (code < 400 || code > 599) return 'unclear'; // 252: cannot verify
  if (enhanced !== null && /^[45]\.2\.2$/.test(enhanced)) return 'full';
  if (code < 500) return 'deferred';
  // Servers repeat the address, which may contain any word.
  const words = text.replace(/<[^>]*>|\S*@\S*/g, ' ');
  if (CLIENT_REJECTED.test(words) || enhanced?.startsWith('5.7.')) return 'refused';
  if (enhanced !== null && NO_MAILBOX.has(enhanced)) return 'no_such_mailbox';
  const telling = code === 550 && (enhanced === null || enhanced === '5.0.0' || enhanced === '5.5.0');
  return telling && MAILBOX_MISSING.test(words) ? 'perhaps_no_such_mailbox' : 'unclear';
}

/** Replies to the recipients of one SMTP session. */
export interface RecipientReplies {
  /** To a random address that does not exist, sent first. */
  readonly random: RecipientState;
  readonly real: RecipientState;
  /** To `postmaster`, which every domain must accept (RFC 5321, 4.5.1). Null: not sent. */
  readonly postmaster: RecipientState | null;
}

/** What is known of the server beforehand. */
export interface ServerTraits {
  /** It accepts everything at first and bounces later: acceptance of the random address then proves nothing. */
  readonly bouncesLater: boolean;
  /** A large provider, which does not reject clients with "no such mailbox". */
  readonly trusted: boolean;
}

export interface SmtpVerdict {
  readonly deliverable: boolean | null;
  readonly acceptAll: boolean | null;
  readonly exists: boolean | null;
  readonly code: string;
}

const UNKNOWN_FIELDS = { deliverable: null, acceptAll: null, exists: null } as const;
const REJECTIONS: readonly RecipientState[] = ['no_such_mailbox', 'perhaps_no_such_mailbox'];

/**
 * Whether the postmaster address is needed: the address was rejected, and nothing shows yet that the server does not reject every
 * recipient from this client.
 */
export function needsPostmaster(random: RecipientState, real: RecipientState, { trusted }: ServerTraits): boolean {
  return REJECTIONS.includes(real) && random !== 'accepted' && !(trusted && real === 'no_such_mailbox');
}

/** The verdict of an SMTP session. A rejection counts when the same session accepted another recipient, or the server is trusted. */
export function evaluateRecipientReplies({ random, real, postmaster }: RecipientReplies, traits: ServerTraits): SmtpVerdict {
  // A full mailbox is one that the server distinguished from missing ones.
  const takesOthers = [random, real, postmaster].some((state) => state === 'accepted' || state === 'full');
  const counts = (state: RecipientState) =>
    state === 'no_such_mailbox' ? takesOthers || traits.trusted : state === 'perhaps_no_such_mailbox' && takesOthers;
  const randomIsMissing = counts(random);
  const acceptAll = randomIsMissing ? false : null;
  if (REJECTIONS.includes(real)) {
    if (!counts(real)) return { ...UNKNOWN_FIELDS, code: 'rejects_everybody' };
    return { deliverable: false, acceptAll, exists: false, code: 'mailbox_rejected' };
  }
  switch (real) {
    case 'accepted':
      if (randomIsMissing) return { deliverable: true, acceptAll: false, exists: true, code: 'mailbox_accepted' };
      if (random !== 'accepted') return { ...UNKNOWN_FIELDS, code: 'control_unclear' };
      return traits.bouncesLater
        ? { ...UNKNOWN_FIELDS, code: 'bounces_later' }
        : { ...UNKNOWN_FIELDS, acceptAll: true, code: 'accepts_all' };
    case 'full':
      return { ...UNKNOWN_FIELDS, acceptAll, exists: randomIsMissing ? true : null, code: 'mailbox_full' };
    case 'deferred':
    case 'refused':
      return { ...UNKNOWN_FIELDS, acceptAll, code: real };
    default:
      return { ...UNKNOWN_FIELDS, acceptAll, code: 'reply_unclear' };
  }
}
