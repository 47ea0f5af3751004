import type { ResultMethod } from './probe-rule.js';

/**
 * The source of a result: the platform itself, probed by the sweep; the address, because its mailbox is at the platform; or a breach of
 * the platform that lists the identity. In order of precedence.
 */
export const ORIGINS = ['sweep', 'mailbox', 'breach'] as const;
export type Origin = (typeof ORIGINS)[number];

/** The source of a result, by its method. */
export function originOf(method: ResultMethod): Origin {
  if (method === 'domain_derived') return 'mailbox';
  return method === 'breach_record' ? 'breach' : 'sweep';
}
