import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import type { TemporalClient } from './connection.js';

/** Temporal's enum of search attribute types (temporal.api.enums.v1.IndexedValueType). */
const TYPE = { Keyword: 2, Int: 3 } as const;

/** gRPC codes of a server that does not expose its operator service, as hosted ones do not. */
const DENIED: readonly unknown[] = [7 /* PERMISSION_DENIED */, 12 /* UNIMPLEMENTED */];

/**
 * Registers the search attributes that are missing in a namespace. Safe to run by many processes at once.
 *
 * @param onDenied called with all attributes, name to type, when only the server's operator may register them
 */
export async function ensureSearchAttributes(
  { connection }: TemporalClient,
  namespace: string,
  onDenied?: (attributes: Readonly<Record<string, string>>) => void,
): Promise<void> {
  const listed = await connection.operatorService.listSearchAttributes({ namespace }).catch((error: { code?: number }) => {
    if (!onDenied || !DENIED.includes(error.code)) throw error;
    onDenied(SEARCH_ATTRIBUTES);
    return null;
  });
  if (listed === null) return;
  const { customAttributes } = listed;
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(([name]) => !customAttributes?.[name]);
  if (missing.length === 0) return;
  await connection.operatorService
    .addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(([name, type]) => [name, TYPE[type]])),
    })
    .catch((error: { code?: number }) => {
      const ALREADY_EXISTS = 6; // another worker was faster
      if (error.code !== ALREADY_EXISTS) throw error;
    });
}
