/** A batch of which every item has become a lookup, for what is about those. */
import { BANDS } from '../../../src/engine/catalogue/rules/bands.js';
import type { Service } from '../service.js';

type Batching = Pick<Service, 'call' | 'sql' | 'record'>;

/** Sends a batch as JSON. @returns its id @throws Error when it is refused */
export async function sendBatch({ call }: Pick<Service, 'call'>, key: string, items: readonly unknown[], query = ''): Promise<string> {
  const { status, text, body } = await call('POST', `/v2/batches${query}`, { key, body: { items } });
  if (status !== 202) throw new Error(`the batch was answered ${status}: ${text}`);
  return (body as { batchId: string }).batchId;
}

/**
 * Sends a batch and accepts its items, beside the workers if there are any.
 *
 * @returns the ids of its lookups, in the order of the items that the allowance covered
 */
export async function startBatch(service: Batching, key: string, items: readonly unknown[], query = ''): Promise<string[]> {
  const { sql, record } = service;
  const batchId = await sendBatch(service, key, items, query);
  const isWaiting = async () =>
    (
      await sql`
      SELECT 1 FROM batches b JOIN batch_items i ON i.batch_id = b.id
      WHERE b.id = ${batchId} AND b.state = 'open' AND i.state = 'waiting' LIMIT 1`
    ).length > 0;
  while (await isWaiting()) await record.batchProgress.acceptNext(BANDS, 100_000);
  const rows = await sql<{ id: string }[]>`
    SELECT lookup_id AS id FROM batch_items WHERE batch_id = ${batchId} AND lookup_id IS NOT NULL ORDER BY position`;
  return rows.map(({ id }) => id);
}
