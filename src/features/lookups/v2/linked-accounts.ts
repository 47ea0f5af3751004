import type { PlatformNames } from '../../../engine/catalogue/rules/ports.js';
import { kindOf } from '../../../kernel/identity/subjects.js';
import { profileUrl } from '../../../engine/linked-accounts/profile-pages.js';
import type { LookupSnapshot } from '../lookup-snapshot.js';
import { identityName, type IdentityName } from './platform-results.js';

/** A handle that a platform's answer revealed. It was not asked about, and no count includes it. */
export type LinkedAccountV2 = {
  /** The identity that the platform was asked about. */
  identity: IdentityName;
  /** The platform that the handle belongs to. */
  platform: string;
  name: string;
  icon: string | null;
  handle: string;
  /** Address of the profile; null where none is known for the platform. */
  url: string | null;
  /** The platform whose answer revealed it, and its page. */
  source: { platform: string; name: string; url: string | null };
  checkedAt: string;
};

/** Linked accounts in the order in which they became known. Addresses are made here of handles; none is taken from an answer. */
export function presentLinkedAccounts(
  { lookup, leads = [] }: Pick<LookupSnapshot, 'lookup' | 'leads'>,
  catalogue: PlatformNames,
): LinkedAccountV2[] {
  return leads.map(({ platform, handle, source, subject, checkedAt }) => {
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
