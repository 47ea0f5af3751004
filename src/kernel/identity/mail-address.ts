/** An e-mail address in normal form, split. RFC 5321, 4.1.2. */
export interface MailAddress {
  /** As given: case, dots, tag and quotes kept. */
  readonly local: string;
  /** Lower-case ASCII. */
  readonly domain: string;
}

/** @param email as `IdentityParser.email` gives it */
export function splitAddress(email: string): MailAddress {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, at), domain: email.slice(at + 1) };
}

/**
 * Whether a local part has quotes: it may hold anything, and only its provider can interpret it. Without a dot or a tag, one with a lone
 * quote could look quoted.
 */
export function isQuoted(local: string): boolean {
  return local.includes('"');
}

/** Non-ASCII local parts need the SMTPUTF8 extension (RFC 6531). */
export function needsSmtpUtf8(local: string): boolean {
  return /[^\x20-\x7e]/.test(local);
}

/** The local part before its tag: `ada+news` → `ada`. @param sign what begins a tag */
export function withoutTag(local: string, sign = '+'): string {
  const at = local.indexOf(sign);
  return at > 0 ? local.slice(0, at) : local;
}
