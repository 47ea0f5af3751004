/** The filter of the audit log, as it stands in the page's address: ids and days, no identities. */

export interface AuditFilter {
  /** An operation or an operator's command, by its id. */
  readonly action?: string;
  /** Id of a key or member, or `operator`. */
  readonly actor?: string;
  /** First and last day (UTC), ISO 8601. */
  readonly from?: string;
  readonly to?: string;
}

const DAY_MS = 86_400_000;

const matching = (pattern: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;
const dayOf = (value: unknown): string | undefined => {
  const day = matching(/^\d{4}-\d\d-\d\d$/, value);
  return day === undefined || Number.isNaN(Date.parse(day)) || day < '0001-01-01' ? undefined : day;
};

/** What is no filter is left out. */
export function auditFilterOf({ action, actor, from, to }: Readonly<Record<string, unknown>>): AuditFilter {
  const filter = { action: matching(/^\w{1,64}$/, action), actor: matching(/^\w{1,64}$/, actor), from: dayOf(from), to: dayOf(to) };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** The filter as the interface takes it: `to` is the moment after the last day. */
export function auditQueryOf({ from, to, ...filter }: AuditFilter) {
  return {
    ...filter,
    ...(from === undefined ? {} : { from: `${from}T00:00:00Z` }),
    ...(to === undefined || to === '9999-12-31' ? {} : { to: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
}
