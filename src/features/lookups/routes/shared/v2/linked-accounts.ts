import type { PlatformNames } from '../../../../../engine/catalogue/rules/ports.js';
import { profileUrl } from '../../../../../engine/linked-accounts/profile-pages.js';
import { kindOf } from '../../../../../kernel/identity/subjects.js';
import type { LookupSnapshot } from '../../../lookup-snapshot.js';
import type { LinkedAccountV2 } from './body-schemas.js';
import { identityName } from './platform-results.js';

/** Linked accounts in the order in which they became known. Addresses are made here of handles; none is taken from an answer. */
export function presentLinkedAccounts(
  { lookup, linkedAccounts = [] }: Pick<LookupSnapshot, 'lookup' | 'linkedAccounts'>,
  catalogue: PlatformNames,
): LinkedAccountV2[] {
  return linkedAccounts.map(({ platform, handle, source, subject, checkedAt }) => {
    const [known, revealing] = [catalogue.get(platform), catalogue.get(source)];
    const profile = kindOf(subject) === 'username' ? profileUrl(source, lookup.subjects[subject] ?? '') : null;
    return {
      identity: identityName(lookup, subject),
      platform,
      name: known?.name ?? platform,
      icon: known?.icon ?? null,
      handle,
      url: profileUrl(platform, handle),
      source: { platform: source, name: revealing?.name ?? source, url: profile ?? revealing?.homepage ?? null },
      checkedAt: checkedAt.toISOString(),
    };
  });
}
