/** The outcome of a batch as a file for spreadsheets. */
import { csvOf } from '../../../features/lookups/report/results-csv.js';
import type { RunLine } from './batch-run.js';

const HEADER = ['line', 'identity', 'identity_type', 'status', 'lookup_id', 'platforms_checked', 'matches', 'social_matches', 'reason'];
const several = (texts: readonly string[]): string => texts.join(' ');

/** A row for each line. What is not known is empty, never 0. */
export const batchCsv = (lines: readonly RunLine[]): string =>
  csvOf([
    HEADER,
    ...lines.map(({ line, typed, state, lookupId, counts, refusal }) => [
      line,
      several(typed.map(({ value }) => value)),
      several(typed.map(({ kind }) => kind)),
      state,
      lookupId,
      counts?.platformsChecked,
      counts?.matches,
      counts?.socialMatches,
      refusal?.message,
    ]),
  ]);
