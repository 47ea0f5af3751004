/** A reply of an SMTP server (RFC 5321, 4.2). */
export interface SmtpReply {
  readonly code: number;
  /** Enhanced status code (RFC 3463), `5.1.1`; null when it gives none. */
  readonly enhanced: string | null;
  /** All lines, joined by line feeds, without codes. */
  readonly text: string;
}

export type ParsedReply =
  | { readonly state: 'complete'; readonly reply: SmtpReply; readonly rest: string }
  /** The reply is not complete yet; `rest` is its incomplete line. */
  | { readonly state: 'partial'; readonly rest: string }
  | { readonly state: 'malformed' };

/** Longest reply that is accepted, and what is read of each of its lines, in characters (RFC 5321, 4.5.3.1.5). */
const MAX_REPLY_LENGTH = 16_384;
const MAX_LINE_LENGTH = 512;
const LINE = /^(\d{3})(?:([ -])(.*))?$/;
const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/;

/** Reads one reply as it arrives, each line once. All its lines have the same code; on the last one a space follows it. */
export class ReplyReader {
  readonly #texts: string[] = [];
  #code: string | null = null;
  #length = 0;

  /** @param received what follows the lines that were read before: the `rest` of a partial reply with what has arrived since */
  read(received: string): ParsedReply {
    for (let from = 0; ; ) {
      const end = received.indexOf('\n', from);
      if (end < 0) {
        const rest = received.slice(from);
        const tooLong = this.#length + rest.length > MAX_REPLY_LENGTH;
        return tooLong || !couldBeReply(rest) ? { state: 'malformed' } : { state: 'partial', rest };
      }
      const [, code = '', separator, text = ''] = LINE.exec(received.slice(from, end).replace(/\r$/, '')) ?? [];
      this.#length += end - from;
      if (code === '' || this.#length > MAX_REPLY_LENGTH || (this.#code !== null && code !== this.#code)) return { state: 'malformed' };
      this.#length += 1;
      this.#code = code;
      this.#texts.push(text.slice(0, MAX_LINE_LENGTH));
      from = end + 1;
      if (separator !== '-') return { state: 'complete', reply: replyOf(code, this.#texts), rest: received.slice(from) };
    }
  }
}

function replyOf(code: string, texts: readonly string[]): SmtpReply {
  const enhanced = ENHANCED.exec(texts[0] ?? '')?.[1] ?? null;
  // A number whose class differs from the code's is no enhanced status code.
  const sameClass = enhanced?.charAt(0) === code.charAt(0);
  return { code: Number(code), enhanced: sameClass ? enhanced : null, text: texts.join('\n') };
}

/** Whether an incomplete line may still become one of a reply: garbage is detected at once, not at the deadline. */
function couldBeReply(start: string): boolean {
  return /^(?:\d{0,3}|\d{3}[ -].*|\d{3}\r)$/s.test(start);
}

/** Keywords of an EHLO reply, in capitals (RFC 5321, 4.1.1.1). */
export function extensionsOf(reply: SmtpReply): ReadonlySet<string> {
  return new Set(
    reply.text
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/)[0]?.toUpperCase() ?? ''),
  );
}

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
/** Of Microsoft 365 for a recipient that is not in the directory, with the number of that check; clients that it denies access get 5.7. */
const BLOCKED_AT_THE_EDGE = /\brecipient address rejected: access denied\. AS\(\d+\)/i;
/** Words in replies that reject the client, not the mailbox. */
const CLIENT_REJECTED =
  /spamhaus|block\s?list|black\s?list|deny\s?list|dnsbl|\brbl\b|reputation|policy|\bspf\b|dmarc|dkim|rdns|reverse dns|\bptr\b|gr[ea]y\s?list|rate limit|too many|try again|later|not allowed|denied|banned|relaying|to relay|authenticat|your (?:ip|host)|client host|sender/i;
/** Words for a missing mailbox, in replies without a specific code. */
const MAILBOX_MISSING =
  /no such (?:user|mailbox|recipient|address|person)|(?:user|mailbox|recipient|address|account)(?: is)? (?:unknown|not found|unavailable)|unknown (?:user|mailbox|recipient|account)|no mailbox|(?:user|mailbox|account|recipient|address)\b.{0,40}\bdoes(?:n['’]t| not) (?:exist|have)|invalid (?:mailbox|recipient|user)/i;

/** Words for a mailbox that is there and takes nothing at present, or has another address: whatever the code, nobody said that it is missing. */
const MAILBOX_KEPT =
  /(?:temporarily|currently|presently) (?:disabled|inactive|locked|suspended|deactivated|unavailable)|\bon (?:\w{1,20} )?hold\b|(?:has|was) (?:been )?(?:moved|disabled|suspended|deactivated|locked)|(?:user|mailbox|account|recipient|address)(?: is)? (?:disabled|suspended|deactivated|inactive|locked|blocked)|\bquota\b|(?:mailbox|inbox|mail ?box|account|storage)(?: is)? (?:\w{1,20} )?(?:full|exceeded)\b|(?:insufficient|out of) (?:\w{1,20} )?(?:storage|space)/i;

/** A relay's own refusal, and its reason: what a server behind it said. Postfix gives all of these 5.1.1, Exim gives them no code. */
const RELAYED = /(?:undeliverable address|callout verification fail(?:ed|ure)):\s*(.*)/is;
/** The reply that such a reason quotes. */
const QUOTED_REPLY = /(?:^|(?:\bsaid|\bresponse|\bwas):\s*)(\d{3})[ -](.*)/is;

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
  const words = text.replace(/<[^<>]*>|(?<![^\s@<>])[^\s@<>]*@\S*/g, ' ');
  const reason = RELAYED.exec(words)?.[1];
  if (reason !== undefined) return relayedState(reason);
  if (enhanced === '5.4.1' && BLOCKED_AT_THE_EDGE.test(words)) return 'perhaps_no_such_mailbox';
  if (CLIENT_REJECTED.test(words) || enhanced?.startsWith('5.7.')) return 'refused';
  if (MAILBOX_KEPT.test(words)) return 'unclear';
  if (enhanced !== null && NO_MAILBOX.has(enhanced)) return 'no_such_mailbox';
  const isSpecific = code === 550 && (enhanced === null || enhanced === '5.0.0' || enhanced === '5.5.0');
  return isSpecific && MAILBOX_MISSING.test(words) ? 'perhaps_no_such_mailbox' : 'unclear';
}

/** What the server behind a relay said, by its own code and words; by its words alone where no reply is quoted. */
function relayedState(reason: string): RecipientState {
  const [, code = '550', text = reason] = QUOTED_REPLY.exec(reason) ?? [];
  const state = recipientState(replyOf(code, [text]));
  return state === 'accepted' ? 'unclear' : state;
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

/** What a source that asks about the mailbox itself says of it: a mail server, or a verifier that asked one. */
export interface MailboxVerdict {
  readonly deliverable: boolean | null;
  readonly acceptAll: boolean | null;
  readonly exists: boolean | null;
  /** Why, for the evidence. */
  readonly code: string;
}

const UNKNOWN_FIELDS = { deliverable: null, acceptAll: null, exists: null } as const;
/** The verdict that says nothing. @param code why */
export const unknownMailbox = (code: string): MailboxVerdict => ({ ...UNKNOWN_FIELDS, code });
const REJECTIONS: readonly RecipientState[] = ['no_such_mailbox', 'perhaps_no_such_mailbox'];

/**
 * Whether the postmaster address is needed: the address was rejected, and nothing shows yet that the server does not reject every
 * recipient from this client.
 */
export function needsPostmaster(random: RecipientState, real: RecipientState, { trusted }: ServerTraits): boolean {
  return REJECTIONS.includes(real) && random !== 'accepted' && !(trusted && real === 'no_such_mailbox');
}

/** The verdict of an SMTP session. A rejection counts when the same session accepted another recipient, or the server is trusted. */
export function evaluateRecipientReplies({ random, real, postmaster }: RecipientReplies, traits: ServerTraits): MailboxVerdict {
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
