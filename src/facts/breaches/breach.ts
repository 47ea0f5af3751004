import type { Finding, Budget } from '../../kernel/values/source.js';

export interface BreachRecord {
  readonly name: string;
  /** ISO 8601 date on which it occurred. */
  readonly date: string;
  /** Kinds of data that were exposed, in the source's words; undefined: no source tells. */
  readonly dataClasses?: readonly string[] | undefined;
  /** Collected by malware on people's devices, not lost by a service; undefined: no source tells. */
  readonly stealerLog?: boolean | undefined;
}

/** A breach with what is needed to match it to a platform. */
export interface KnownBreach extends BreachRecord {
  /** Domain of the service that was breached, when the source names it. */
  readonly domain: string | null;
}

export interface BreachSearch {
  /** Facts are an empty list only when at least one source answered "none". */
  search(
    identity: { readonly type: 'email' | 'phone' | 'username'; readonly value: string },
    budget: Budget,
  ): Promise<Finding<readonly KnownBreach[]>>;
}
