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
  /** The reply is not complete yet. */
  | { readonly state: 'partial' }
  | { readonly state: 'malformed' };

/** Longest reply that is read, in characters; RFC 5321 asks for lines of 512 at most. */
const MAX_REPLY_LENGTH = 16_384;
const LINE = /^(\d{3})(?:([ -])(.*))?$/;
const ENHANCED = /^([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/;

/**
 * Reads one reply from the received text. All lines of a reply have the same code; on the last one a space follows it.
 *
 * @param received text, from the start of a reply
 */
export function parseReply(received: string): ParsedReply {
  const texts: string[] = [];
  let code: string | null = null;
  for (let from = 0; ; ) {
    const end = received.indexOf('\n', from);
    if (end < 0) {
      const tooLong = received.length > MAX_REPLY_LENGTH;
      return tooLong || !couldBeReply(received.slice(from)) ? { state: 'malformed' } : { state: 'partial' };
    }
    const match = LINE.exec(received.slice(from, end).replace(/\r$/, ''));
    if (match === null || end > MAX_REPLY_LENGTH || (code !== null && match[1] !== code)) return { state: 'malformed' };
    code = match[1] ?? '';
    texts.push(match[3] ?? '');
    from = end + 1;
    if (match[2] !== '-') return { state: 'complete', reply: replyOf(code, texts), rest: received.slice(from) };
  }
}

function replyOf(code: string, texts: readonly string[]): SmtpReply {
  const enhanced = ENHANCED.exec(texts[0] ?? '')?.[1] ?? null;
  // A number whose class differs from the code's is no enhanced status code.
  const sameClass = enhanced?.[0] === code[0];
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
