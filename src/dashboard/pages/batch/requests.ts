/** A batch as the requests that it is sent in. */
import type { Schemas } from '../../client/api.js';

export type BatchItem = Schemas['BatchItemV2'];

/** The most that one request takes. */
export const MAX_ITEMS = 50;
/** Less than a body may have, in characters: those of names may take three bytes, and a lookup has at most twenty of 320. */
const MAX_CHARACTERS = 60_000;

export interface RequestItem {
  /** Place among the lines of the batch. */
  readonly position: number;
  readonly item: BatchItem;
}

/** One request. Sent again with the same key it bills nothing twice. */
export interface BatchRequest {
  readonly key: string;
  readonly items: readonly RequestItem[];
}

/** @param newKey makes an idempotency key */
export function requestsOf(items: readonly RequestItem[], newKey: () => string): BatchRequest[] {
  const parts: RequestItem[][] = [];
  let size = 0;
  for (const each of items) {
    const length = JSON.stringify(each.item).length;
    const last = parts.at(-1);
    if (last && last.length < MAX_ITEMS && size + length <= MAX_CHARACTERS) {
      last.push(each);
      size += length;
    } else {
      parts.push([each]);
      size = length;
    }
  }
  return parts.map((part) => ({ key: newKey(), items: part }));
}
