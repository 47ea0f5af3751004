import type { ResultMethod } from '../catalogue/probe-rule.js';
import { identityName, type IdentityName } from './identities.js';
import type { PlatformNames } from '../catalogue/ports.js';
import type { LookupSnapshot } from '../lookup/lookup-snapshot.js';

/** A platform's confident answer about a username that was derived from an e-mail address. */
export type DerivedResult = {
  handle: string;
  /** The e-mail address that the handle comes from. */
  identity: IdentityName;
  platform: string;
  name: string;
  icon: string | null;
  registered: boolean;
  method: ResultMethod;
  checkedAt: string;
};

/** Confident answers about derived usernames, in the order in which they became known. No count includes them. */
export function derivedOf({ lookup, derived }: Pick<LookupSnapshot, 'lookup' | 'derived'>, catalogue: PlatformNames): DerivedResult[] {
  return derived.flatMap(({ handle, subject, platform, state, method, checkedAt }) => {
    if (state === 'inconclusive') return [];
    const known = catalogue.get(platform);
    return [
      {
        handle,
        platform,
        method,
        identity: identityName(lookup, subject),
        name: known?.name ?? platform,
        icon: known?.icon ?? null,
        registered: state === 'registered',
        checkedAt: checkedAt.toISOString(),
      },
    ];
  });
}
