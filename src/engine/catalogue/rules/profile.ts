/** What an account shows of itself. Location, gender, biography and all else are left out on purpose (docs/privacy.md). */

export const COUNT_NAMES = ['followers', 'following', 'posts', 'points'] as const;
export type CountName = (typeof COUNT_NAMES)[number];

/** The first that holds is shown: what keeps an account from being used comes before what is said of its holder. */
export const ACCOUNT_STATES = ['suspended', 'closed', 'bot', 'private', 'verified'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Fields of a profile that an answer gave, each absent where it gave none. Kept with the result. */
export interface Profile {
  readonly displayName?: string;
  /** Address of a picture on a host of the platform. It is never fetched here. */
  readonly pictureUrl?: string;
  /** ISO 8601, in UTC. */
  readonly createdAt?: string;
  /** Also where the year alone is known. */
  readonly createdYear?: number;
  readonly lastActiveAt?: string;
  readonly counts?: Readonly<Partial<Record<CountName, number>>>;
  readonly state?: AccountState;
}

/**
 * How a response writes a moment. `iso`: ISO 8601, a date or a time; without a zone it is read as UTC. `seconds`, `milliseconds`: a number
 * since 1970. `english`: `Jan 1, 2020` or `Tue Mar 01 10:00:00 UTC 2016`. `year`: the year alone.
 */
export const TIME_FORMATS = ['iso', 'seconds', 'milliseconds', 'english', 'year'] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];
