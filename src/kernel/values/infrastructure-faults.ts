/**
 * Faults that say nothing about the work: the database is away, or has no connection, memory or lock to give. SQLSTATE classes 08, 40, 53
 * and 57P, and 25006, a server that takes no writes (PostgreSQL, appendix A).
 */
const OUTAGE = /^(?:(?:08|40|53)\w{3}|57P\w{2}|25006)$/;

/** Codes of the driver, of sockets, and of our own limits of waiting for the database. */
const CONNECTION_FAULTS: ReadonlySet<unknown> = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT', 'unavailable'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
]);

/** SQLSTATE classes 22 and 23: the database refuses the data, and will refuse it again. */
const REFUSAL = /^2[23]\w{3}$/;

/** Whether an error, or what caused it, is an outage of our own database: the same step succeeds when that is over. */
export const isOutage = (error: unknown): boolean =>
  codesOf(error).some((code) => CONNECTION_FAULTS.has(code) || (typeof code === 'string' && OUTAGE.test(code)));

/** Whether the database refuses what a step wants to store, whenever it is tried. */
export const isRefusedData = (error: unknown): boolean => codesOf(error).some((code) => typeof code === 'string' && REFUSAL.test(code));

function codesOf(error: unknown): unknown[] {
  const codes: unknown[] = [];
  for (let each = error; each instanceof Error; each = each.cause) codes.push((each as { code?: unknown }).code);
  return codes;
}
