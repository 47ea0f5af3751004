/**
 * The simulated platforms without sockets, for measurements of many thousand lookups: many times as fast as through the proxy. Time-outs
 * and broken connections are outcomes; nothing waits, and nothing is retried below.
 */
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { InconclusiveReason } from '../../src/engine/evaluation/verdict.js';
import type { AccountRegistry, AccountRegistryOptions } from './account-registry.js';
import { type Counters, createCounters } from './counters.js';
import type { FaultRegistry } from './faults/fault-registry.js';
import type { FaultName } from './faults/index.js';
import type { Reply } from './reply.js';
import { createResponder, type IncomingRequest, replyTo, responderParts } from './responder.js';
import type { SamplesOf } from './response-templates.js';
import type { SiteModel } from './sites/site-model.js';

export interface MemorySimulatorOptions {
  readonly platforms: readonly Platform[];
  readonly samples?: SamplesOf | undefined;
  readonly accounts?: AccountRegistryOptions | undefined;
  /** Milliseconds since the epoch, for faults that come in spells. */
  readonly now?: () => number;
}

export interface MemorySimulator {
  /** One request: the response, or what became of it where there was no whole one. */
  exchange(request: IncomingRequest): Reply | InconclusiveReason;
  readonly accounts: AccountRegistry;
  readonly faults: Pick<FaultRegistry, 'set'>;
  readonly counters: Pick<Counters, 'report' | 'addresses' | 'reset'>;
  /** The site of a platform with pages of its own. */
  site(slug: string): SiteModel | undefined;
  /** Whether somebody has an account of this name there: the truth. */
  hasAccount(slug: string, name: string): boolean;
}

/** What a client sees of the faults that leave no whole response. */
const SEEN_AS: Readonly<Partial<Record<FaultName, InconclusiveReason>>> = {
  hang: 'timeout',
  hang_after_headers: 'timeout',
  drip: 'timeout',
  huge_body: 'too_large',
  gzip_bomb: 'too_large',
  connection_refused: 'proxy_failed',
  bad_tls: 'unreachable',
};

export function createMemorySimulator({ platforms, now = Date.now, ...options }: MemorySimulatorOptions): MemorySimulator {
  const parts = responderParts(platforms, options);
  const { accounts, faults, site } = parts;
  const counters = createCounters(0);
  const responder = createResponder({ ...parts, now });
  function exchange(request: IncomingRequest): Reply | InconclusiveReason {
    const matched = responder(request);
    if (matched.kind === 'other') return matched.reply;
    const { slug, fault } = matched;
    if (matched.kind === 'page') counters.countUnmatched({ slug, path: request.target.split('?', 1)[0] ?? '/' });
    if (matched.kind === 'probe')
      counters.begin(request.host, {
        slug,
        queryType: matched.identity.type,
        value: matched.identity.value,
        state: matched.state,
        fault,
      })();
    const early = fault === null ? undefined : SEEN_AS[fault];
    if (early !== undefined) return early;
    return replyTo(matched) ?? (fault === 'fail_once' ? matched.call.correctReply() : 'unreachable');
  }

  return {
    exchange,
    accounts,
    faults,
    counters,
    site,
    hasAccount: (slug, name) =>
      site(slug)?.hasAccount(name, (each) => accounts.exists(slug, 'username', each)) ?? accounts.exists(slug, 'username', name),
  };
}
