/** Batches as clients send and follow them. */
import { expect, vi } from 'vitest';
import type { Service } from '../service.js';

export interface SentBatch {
  readonly batchId: string;
  readonly items: number;
  readonly invalid: number;
  readonly faults: readonly { readonly index: number; readonly code: string; readonly message: string }[];
  readonly cost: { readonly amount: number; readonly unit: string };
  readonly reading: string | null;
  readonly estimatedSeconds: number | null;
}

export interface ShownBatch {
  readonly status: string;
  readonly pausedBecause: string | null;
  readonly items: number;
  readonly counts: Readonly<Record<string, number>>;
}

export const ndjsonOf = (items: readonly unknown[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join('');

/** Sends a batch as lines of JSON. @returns the response, whatever it is */
export function postBatch(
  service: Pick<Service, 'call'>,
  key: string,
  items: readonly unknown[] | string,
  { query = '', type = 'application/x-ndjson', headers = {} }: { query?: string; type?: string; headers?: Record<string, string> } = {},
) {
  const raw = typeof items === 'string' ? items : ndjsonOf(items);
  return service.call('POST', `/v2/batches${query}`, { key, raw, headers: { 'content-type': type, ...headers } });
}

/** Sends a batch that is accepted. */
export async function sendBatch(...request: Parameters<typeof postBatch>): Promise<SentBatch> {
  const response = await postBatch(...request);
  expect(response.status, response.text).toBe(202);
  return response.body;
}

export async function readBatch(service: Pick<Service, 'call'>, key: string, batchId: string): Promise<ShownBatch> {
  const response = await service.call('GET', `/v2/batches/${batchId}`, { key });
  expect(response.status, response.text).toBe(200);
  return response.body;
}

/** Waits until a batch has a status. */
export const untilBatch = (service: Pick<Service, 'call'>, key: string, batchId: string, status: string): Promise<ShownBatch> =>
  vi.waitFor(
    async () => {
      const batch = await readBatch(service, key, batchId);
      expect(batch.status, JSON.stringify(batch)).toBe(status);
      return batch;
    },
    { timeout: 170_000, interval: 200 },
  );

/** The results of a batch, line by line. */
export async function resultsOf<Line>(service: Pick<Service, 'call'>, key: string, batchId: string, query = ''): Promise<Line[]> {
  const response = await service.call('GET', `/v2/batches/${batchId}/results${query}`, { key });
  expect(response.status, response.text).toBe(200);
  return response.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
