import type { ResultMethod } from '../catalogue/probe-rule.js';

/**
 * The source of a result: the platform itself, probed by the sweep; the address, because its mailbox is at the platform; or a breach of
 * the platform that lists the identity. In order of precedence.
 */
export const RESULT_SOURCES = ['sweep', 'mailbox', 'breach'] as const;
export type ResultSource = (typeof RESULT_SOURCES)[number];

/** The source of a result, by its method. */
export function resultSourceOf(method: ResultMethod): ResultSource {
  if (method === 'domain_derived') return 'mailbox';
  return method === 'breach_record' ? 'breach' : 'sweep';
}
