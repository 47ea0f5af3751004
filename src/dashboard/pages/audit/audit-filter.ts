/** The filter of the audit log, as it stands in the page's address: ids and days, no identities. */
import { DAY_MS } from '../../../kernel/values/durations.js';

export interface AuditFilter {
  /** An operation or an operator's command, by its id. */
  readonly action?: string;
  /** Id of a key or member, or `operator`. */
  readonly actor?: string;
  /** First and last day (UTC), ISO 8601. */
  readonly from?: string;
  readonly to?: string;
  /** Reads too; absent: changes alone, unless an action is chosen. */
  readonly all?: true;
}

const matching = (pattern: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;
const dayOf = (value: unknown): string | undefined => {
  const day = matching(/^\d{4}-\d\d-\d\d$/, value);
  return day === undefined || Number.isNaN(Date.parse(day)) || day < '0001-01-01' ? undefined : day;
};

/** What is no filter is left out. */
export function auditFilterOf({ action, actor, from, to, all }: Readonly<Record<string, unknown>>): AuditFilter {
  const [whatever, whoever] = [matching(/^\w{1,64}$/, action), matching(/^\w{1,64}$/, actor)];
  const filter = { action: whatever, actor: whoever, from: dayOf(from), to: dayOf(to), all: all === true ? all : undefined };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** The filter as the interface takes it: `to` is the moment after the last day. */
export function auditQueryOf({ from, to, all, ...filter }: AuditFilter) {
  return {
    ...filter,
    ...(all || filter.action !== undefined ? {} : { changes: 'true' as const }),
    ...(from === undefined ? {} : { from: `${from}T00:00:00Z` }),
    ...(to === undefined || to === '9999-12-31' ? {} : { to: new Date(Date.parse(to) + DAY_MS).toISOString() }),
  };
}
