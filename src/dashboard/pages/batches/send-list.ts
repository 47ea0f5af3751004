/** A list on its way to the service: one request, a line of JSON for each lookup. */
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import type { Schemas } from '../../client/api.js';
import { ApiFailure } from '../../client/failure.js';
import type { BatchLine, ReadList } from './read-list.js';

export interface Composed {
  readonly lines: readonly BatchLine[];
  readonly mode: Band;
  readonly isPassive: boolean;
  readonly purpose: string;
  /** Country of phone numbers without +; empty: nobody said. */
  readonly region: string;
  /** Whether what the service cannot look up is left out; otherwise that refuses the batch. */
  readonly skipInvalid: boolean;
}

export const linesOfJson = (lines: readonly BatchLine[]): string =>
  lines.map(({ identities, labels }) => `${JSON.stringify({ identities, ...filled(labels) })}\n`).join('');

const filled = (labels: BatchLine['labels']): BatchLine['labels'] =>
  Object.fromEntries(Object.entries(labels).filter(([, text]) => text !== ''));

/** What the service finds wrong with a line, without the place in the request. */
export const faultText = (message: string): string => message.replace(/^(?:item\.)?identities\.\w+\.\d+: /, '');

/** The lines that the service refused a list for, and how many there are in all; null: it was for something else. */
export function refusedLines(error: unknown, lines: readonly BatchLine[]): (Pick<ReadList, 'faults'> & { readonly count: number }) | null {
  const { faults, invalid } = ((error instanceof ApiFailure && error.details) || {}) as {
    readonly faults?: readonly Schemas['BatchItemFault'][];
    readonly invalid?: number;
  };
  if (!faults?.length) return null;
  return {
    faults: faults.map(({ index, message }) => ({ line: lines[index]?.line ?? index + 1, reason: faultText(message).replace(/\.$/, '') })),
    count: invalid ?? faults.length,
  };
}
