/** Words for batches and their lines. */
import { endedOf, type ItemStatus } from '../../../features/batches/batch.js';
import { counted, formatNumber } from '../../client/format.js';
import { Badge } from '../../components/badge.js';
import type { Batch } from './queries.js';

export const BATCH_STATUS = {
  queued: ['neutral', 'Waiting'],
  running: ['info', 'Under way'],
  paused: ['warn', 'Paused'],
  cancelled: ['neutral', 'Cancelled'],
  finished: ['good', 'Finished'],
} as const satisfies Record<Batch['status'], unknown>;

export const ITEM_STATUS = {
  waiting: ['neutral', 'Waiting'],
  running: ['info', 'Under way'],
  finished: ['good', 'Finished'],
  refused: ['bad', 'Refused'],
  invalid: ['bad', 'Not valid'],
  cancelled: ['neutral', 'Cancelled'],
  deleted: ['neutral', 'Deleted'],
  erased: ['neutral', 'Erased'],
} as const satisfies Record<ItemStatus, unknown>;

export function BatchBadge({ status }: Pick<Batch, 'status'>) {
  const [tone, word] = BATCH_STATUS[status];
  return <Badge tone={tone}>{word}</Badge>;
}

export function ItemBadge({ status }: { readonly status: ItemStatus }) {
  const [tone, word] = ITEM_STATUS[status];
  return <Badge tone={tone}>{word}</Badge>;
}

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

export const endedIn = ({ counts }: Pick<Batch, 'counts'>): number => endedOf(counts);

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** About how long, in words that begin a sentence. */
export function durationOf(seconds: number): string {
  if (seconds < MINUTE) return 'Less than a minute';
  if (seconds < HOUR) return `About ${counted(Math.round(seconds / MINUTE), 'minute')}`;
  return `About ${seconds < DAY ? counted(Math.round(seconds / HOUR), 'hour') : counted(Math.round(seconds / DAY), 'day')}`;
}
