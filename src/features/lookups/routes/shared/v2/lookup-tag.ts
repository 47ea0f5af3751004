/** The entity tag of a finished lookup's body: of all that it is made of and that may change after the finish. */
import type { Platform } from '../../../../../engine/catalogue/rules/platform.js';
import { profilePageOf } from '../../../../../engine/profiles/profile-page.js';
import { MODEL_VERSION } from '../../../../../facts/risk/signals.js';
import { weakTag } from '../../../../../kernel/http/tagged-json.js';
import type { Lookup } from '../../../lookup.js';
import type { SeenBefore } from '../../../seen.js';

type Tagged = Pick<Lookup, 'id' | 'finishedAt' | 'claimedName' | 'claimedCompany' | 'withdrawals' | 'handles'>;

/** @param seen how often its identities were looked up before */
export function lookupTag(lookup: Tagged, platforms: readonly Platform[], seen: SeenBefore | undefined): string {
  const { id, finishedAt, withdrawals, handles, claimedName, claimedCompany } = lookup;
  // Answers may be taken back, and erasures take handles and words.
  const own = [id, finishedAt, withdrawals ?? null, handles ?? 0, claimedName ?? null, claimedCompany ?? null];
  return weakTag(JSON.stringify([MODEL_VERSION, catalogueTag(platforms), ...own, seen]));
}

const catalogueTags = new WeakMap<readonly Platform[], string>();

/** Tag of everything that bodies take from the catalogue, which changes with a release, an update or the operator's files. */
function catalogueTag(platforms: readonly Platform[]): string {
  const known = catalogueTags.get(platforms);
  if (known !== undefined) return known;
  const shown = platforms.map((each) => [each.slug, each.name, each.icon, each.tags, profilePageOf(each, 'username', 'name')]);
  const tag = weakTag(JSON.stringify(shown));
  catalogueTags.set(platforms, tag);
  return tag;
}
