/** What lookups cost and what is left, in words, before they are sent. */
import { priceOf } from '../../domain/billing/prices.js';
import { MODULES } from '../../domain/lookup/checks.js';
import { availableChecks, FACT_MODULES } from '../../domain/lookup/enrichment.js';
import type { Schemas } from './api.js';
import { type Identities, subjectsOf } from './identities.js';

type Account = Schemas['Account'];
type Sources = readonly Pick<Schemas['Source'], 'module' | 'configured'>[];

export interface Cost {
  readonly price: string;
  readonly left: string;
  /** Whether what is left does not cover it: the service would refuse. */
  readonly exceeds: boolean;
}

const MILLICENTS_PER_CENT = 1_000;
const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' });

export const inCents = (millicents: number): string => `${NUMBER.format(millicents / MILLICENTS_PER_CENT)} cents`;
const lookups = (count: number): string => `${NUMBER.format(count)} ${count === 1 ? 'lookup' : 'lookups'}`;

/** Price of one lookup on a credit plan, in millicents. Modules without a source are not run, nor billed. */
export function millicentsOf(identities: Identities, sources: Sources): number {
  const offered = FACT_MODULES.filter((module) => sources.some((source) => source.module === module && source.configured));
  const wanted = Object.fromEntries(MODULES.map((module) => [module, true]));
  return priceOf({ kind: 'lookup', checks: availableChecks(wanted, offered), subjects: subjectsOf(identities) });
}

/** @param requests identities of each lookup that would be sent */
export function costOf(account: Account, sources: Sources, requests: readonly Identities[]): Cost {
  const shared = account.sharedBy > 1 ? ` It is shared by ${account.sharedBy} accounts.` : '';
  if (account.unit === 'millicents') {
    const price = requests.reduce((sum, identities) => sum + millicentsOf(identities, sources), 0);
    const balance = account.balanceMillicents ?? 0;
    return { price: inCents(price), left: `${inCents(balance)} left of your balance.${shared}`, exceeds: price > balance };
  }
  const price = lookups(requests.length);
  const renewed = account.renewsAt === null ? '' : ` It is renewed on ${DATE.format(new Date(account.renewsAt))}.`;
  if (account.allowance === null)
    return { price, left: `Your plan has no limit; ${NUMBER.format(account.used)} used so far in this period.${shared}`, exceeds: false };
  const left = Math.max(0, account.allowance - account.used);
  const of = `${NUMBER.format(left)} of ${lookups(account.allowance)} left.`;
  return { price, left: `${of}${renewed}${shared}`, exceeds: requests.length > left };
}
