import { isoDate } from './breach-date.js';
import { breachDomain } from './breach-name.js';
import { splitByDate, type BreachSourceResult } from './source-answer.js';

/** A breach as Have I Been Pwned v3 returns it (`/breachedaccount/{account}?truncateResponse=false`). */
export interface HibpBreach {
  readonly Name: string;
  readonly Title: string;
  readonly Domain: string;
  readonly BreachDate: string;
  readonly IsVerified: boolean;
  readonly IsFabricated: boolean;
  readonly IsRetired: boolean;
  readonly IsSpamList?: boolean | undefined;
  readonly IsStealerLog?: boolean | undefined;
}

/**
 * Fabricated and retired breaches are left out. The domain is kept only for verified breaches of that service: in a list of spam targets
 * or a stealer's log the domain shows nothing about accounts.
 */
export function readHibp(breaches: readonly HibpBreach[]): BreachSourceResult {
  const standing = breaches.filter(({ IsFabricated, IsRetired }) => !IsFabricated && !IsRetired);
  return splitByDate(
    standing.map((breach) => ({
      name: breach.Title.trim() || breach.Name,
      domain: isOfItsService(breach) ? breachDomain(breach.Domain) : null,
      date: isoDate(breach.BreachDate),
      hint: null,
    })),
  );
}

function isOfItsService({ IsVerified, IsSpamList, IsStealerLog }: HibpBreach): boolean {
  return IsVerified && IsSpamList !== true && IsStealerLog !== true;
}
