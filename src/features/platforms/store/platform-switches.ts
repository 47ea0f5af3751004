import { LRUCache } from 'lru-cache';
import type { DisabledPlatform } from '../../../engine/catalogue/rules/ports.js';
import type { Sql } from '../../../kernel/db/client.js';

/** How long a process acts on what it read, in milliseconds: an operator waits no longer for any of them. */
const MAX_AGE_MS = 2_000;

/** Platforms that are switched off, in Postgres: a row each. */
export class PlatformSwitches {
  readonly #cache: LRUCache<'all', Set<string>>;

  /** @param options.maxAgeMs how old `current` may be; default two seconds */
  constructor(private readonly options: { sql: Sql; maxAgeMs?: number | undefined }) {
    this.#cache = new LRUCache({
      max: 1,
      ttl: options.maxAgeMs ?? MAX_AGE_MS,
      // While the database is away what is off stays off.
      allowStaleOnFetchRejection: true,
      noDeleteOnFetchRejection: true,
      ignoreFetchAbort: true, // a read that a change overtakes is answered, and not kept
      fetchMethod: async () => new Set((await this.list()).map(({ platform }) => platform)),
    });
  }

  /** Slugs of the platforms that are off, two seconds old at most: cheap enough for every probe. */
  current(): Promise<ReadonlySet<string>> {
    return this.#cache.forceFetch('all');
  }

  /** By slug. */
  async list(): Promise<readonly DisabledPlatform[]> {
    return this.options.sql<DisabledPlatform[]>`SELECT ${this.#columns} FROM platform_switches ORDER BY platform`;
  }

  /** One that is off already stays off since then, with the new reason. */
  async switchOff({ platform, by, reason }: Omit<DisabledPlatform, 'since'>): Promise<DisabledPlatform> {
    const [row] = await this.options.sql<DisabledPlatform[]>`
      INSERT INTO platform_switches (platform, disabled_by, reason) VALUES (${platform}, ${by}, ${reason})
      ON CONFLICT (platform) DO UPDATE SET disabled_by = excluded.disabled_by, reason = excluded.reason
      RETURNING ${this.#columns}`;
    this.#cache.clear();
    return row as DisabledPlatform;
  }

  /** @returns whether it was off */
  async switchOn(platform: string): Promise<boolean> {
    const { count } = await this.options.sql`DELETE FROM platform_switches WHERE platform = ${platform}`;
    this.#cache.clear();
    return count > 0;
  }

  get #columns() {
    return this.options.sql`platform, since, disabled_by AS by, reason`;
  }
}
