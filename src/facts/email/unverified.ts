import type { SourceNote } from '../../kernel/values/source.js';

/** Why it is not known whether a mailbox takes mail. */
export const UNVERIFIED = ['no_source', 'port_25_closed', 'no_answer', 'inconclusive', 'accepts_all', 'sources_disagree'] as const;
export type Unverified = (typeof UNVERIFIED)[number];

/** Code of an SMTP dialogue that was not tried: no mail server can be reached from here. */
export const PORT_CLOSED = 'port_25_closed';

interface Merged {
  readonly facts: { readonly deliverable: boolean | null; readonly acceptAll: boolean | null } | null;
  /** Sources contradict each other about the mailbox. */
  readonly isContested: boolean;
}

/**
 * Why it is not known whether a mailbox takes mail; null: it is known.
 *
 * @param asked notes of the sources that ask about the mailbox itself; those that are not configured say so
 */
export function whyUnverified({ facts, isContested }: Merged, asked: readonly SourceNote[]): Unverified | null {
  if (facts !== null && facts.deliverable !== null) return null;
  if (isContested) return 'sources_disagree';
  if (facts?.acceptAll === true) return 'accepts_all';
  const configured = asked.filter(({ failure }) => failure !== 'not_configured');
  if (configured.length === 0) return 'no_source';
  if (configured.some(({ failure }) => failure === null)) return 'inconclusive';
  return configured.every(({ codes }) => codes.includes(PORT_CLOSED)) ? 'port_25_closed' : 'no_answer';
}
