import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import type { TemporalClient } from './connection.js';

/** Temporal's enum of search attribute types (temporal.api.enums.v1.IndexedValueType). */
const TYPE = { Keyword: 2, Int: 3 } as const;

/** Registers the search attributes that are missing in a namespace. Safe to run by many processes at once. */
export async function ensureSearchAttributes({ connection }: TemporalClient, namespace: string): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !customAttributes?.[name]);
  if (missing.length === 0) return;
  await connection.operatorService
    .addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(([name, type]) => [name, TYPE[type]])),
    })
    .catch((error: { code?: number }) => {
      const ALREADY_EXISTS = 6; // another worker was quicker
      if (error.code !== ALREADY_EXISTS) throw error;
    });
}
