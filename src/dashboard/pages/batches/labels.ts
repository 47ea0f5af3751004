/** Words for batches and their lines. */
import type { ItemStatus } from '../../../features/batches/batch.js';
import { counted, formatNumber, type StateWord } from '../../client/format.js';
import type { Batch } from './queries.js';

export const BATCH_STATUS = {
  queued: { tone: 'neutral', word: 'Waiting' },
  running: { tone: 'info', word: 'Under way' },
  paused: { tone: 'warn', word: 'Paused' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
  finished: { tone: 'good', word: 'Finished' },
} as const satisfies Record<Batch['status'], StateWord>;

export const ITEM_STATUS = {
  waiting: { tone: 'neutral', word: 'Waiting' },
  running: { tone: 'info', word: 'Under way' },
  finished: { tone: 'good', word: 'Finished' },
  refused: { tone: 'bad', word: 'Refused' },
  invalid: { tone: 'bad', word: 'Not valid' },
  cancelled: { tone: 'neutral', word: 'Cancelled' },
  deleted: { tone: 'neutral', word: 'Deleted' },
  erased: { tone: 'neutral', word: 'Erased' },
} as const satisfies Record<ItemStatus, StateWord>;

/** What is said of lines that did not come to a result. */
const OTHERS = {
  refused: 'refused and not billed',
  invalid: 'not valid',
  cancelled: 'cancelled',
  deleted: 'deleted',
  erased: 'erased',
} as const satisfies Partial<Record<ItemStatus, string>>;

/** How far it is: “3 of 5 lines finished, 1 not valid”. */
export function progressOf({ items, counts }: Pick<Batch, 'items' | 'counts'>): string {
  const others = (Object.keys(OTHERS) as (keyof typeof OTHERS)[]).filter((status) => counts[status] > 0);
  return [
    `${formatNumber(counts.finished)} of ${counted(items, 'line')} finished`,
    ...others.map((status) => `${formatNumber(counts[status])} ${OTHERS[status]}`),
  ].join(', ');
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** About how long, in words that begin a sentence. */
export function durationOf(seconds: number): string {
  if (seconds < MINUTE) return 'Less than a minute';
  if (seconds < HOUR) return `About ${counted(Math.round(seconds / MINUTE), 'minute')}`;
  return `About ${seconds < DAY ? counted(Math.round(seconds / HOUR), 'hour') : counted(Math.round(seconds / DAY), 'day')}`;
}
