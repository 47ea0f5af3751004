/** Profiles of accounts in plain words, for whoever shows them: pages, reports, the terminal. */
import type { AccountState, CountName } from '../../../engine/catalogue/rules/profile.js';
import type { LookupBodyV2, ShownResult } from '../routes/shared/v2/body-schemas.js';
import { dayText } from './labels.js';

type Profile = NonNullable<ShownResult['profile']>;

const ACCOUNT_STATE_WORDS: Readonly<Record<AccountState, string>> = {
  suspended: 'suspended',
  closed: 'closed',
  bot: 'a bot',
  private: 'private',
  verified: 'verified',
};

const COUNT_WORDS: Readonly<Record<CountName, readonly [one: string, many: string]>> = {
  followers: ['follower', 'followers'],
  following: ['following', 'following'],
  posts: ['post', 'posts'],
  points: ['point', 'points'],
};

/** `since 4 March 2016`, or the year alone; null where neither is known. */
export function sinceText({ createdAt, createdYear }: Pick<Profile, 'createdAt' | 'createdYear'>): string | null {
  if (createdAt === null) return createdYear === null ? null : `since ${createdYear}`;
  return `since ${dayText(createdAt)}`;
}

/** What is known of the account besides its link, each in a few words: the name first. */
export function profileNotes(profile: Profile): string[] {
  const { displayName, counts, state } = profile;
  const counted = Object.entries(counts ?? {}).map(
    ([name, count]) => `${count.toLocaleString('en')} ${COUNT_WORDS[name as CountName][count === 1 ? 0 : 1]}`,
  );
  return [displayName, sinceText(profile), state && ACCOUNT_STATE_WORDS[state], ...counted].filter((note) => note !== null);
}

/** Moment by which an account is ordered, ISO 8601; null: nothing is known. A year alone counts as its end: no guess makes it older. */
const bornAt = ({ profile }: Pick<ShownResult, 'profile'>): string | null =>
  profile?.createdAt ?? (profile?.createdYear == null ? null : `${profile.createdYear}-12-31T23:59:59.999Z`);

/** Registered accounts by age, the oldest first; those of unknown age after them, in their order. */
export function byAge<Result extends Pick<ShownResult, 'profile'>>(results: readonly Result[]): Result[] {
  const age = (result: Result): string => bornAt(result) ?? '~';
  return results.toSorted((a, b) => (age(a) < age(b) ? -1 : age(a) > age(b) ? 1 : 0));
}

/** The oldest account of known age; null: none is known. */
export function oldestAccount(results: readonly ShownResult[]): ShownResult | null {
  const [oldest] = byAge(results.filter((result) => result.registered));
  return oldest && bornAt(oldest) !== null ? oldest : null;
}

/** The name that the person gave, and what accounts say about it. */
export function claimedNameText({ value, agreement, platforms }: NonNullable<LookupBodyV2['claimedName']>): string {
  const count = platforms.filter((each) => each.agreement === agreement).length;
  const accounts = count === 1 ? 'one account' : `${count} accounts`;
  if (agreement === 'unknown') return `${value} (no account shows a name to compare)`;
  return agreement === 'agree'
    ? `${value} (agrees with ${accounts})`
    : `${value} (${accounts} ${count === 1 ? 'shows' : 'show'} another name)`;
}
