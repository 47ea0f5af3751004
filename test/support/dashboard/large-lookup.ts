/** A lookup of thousands of platforms whose answers come when a test says so, written as workers write them. */
import type { Caller } from '../../../src/features/accounts/accounts.js';
import type { CheckOutcome } from '../../../src/features/lookups/lookup.js';
import { requestOf } from '../fixtures.js';
import type { Entry } from '../http/browser.js';

/** Answers that are written in one statement: a shard's. */
const BATCH = 50;

export interface LargeLookup {
  readonly lookupId: string;
  /** Lets answers come until there are so many, of every kind. */
  answer(upTo: number): Promise<void>;
  finish(): Promise<void>;
}

export async function startLargeLookup({ record }: Pick<Entry, 'record'>, accountId: string, platforms: number): Promise<LargeLookup> {
  const caller: Caller = {
    accountId,
    apiKeyId: 'key_large',
    plan: 'higher_volume',
    poolId: `account:${accountId}`,
    allowance: null,
    onlyKey: null,
    scopes: ['lookups:create', 'lookups:read'],
    isSuspended: false,
  };
  const [acceptance] = await record.acceptance.accept(caller, [requestOf()], null);
  if (!acceptance || 'refused' in acceptance) throw new Error('the lookup was refused');
  const { lookupId } = acceptance;
  const slugs = Array.from({ length: platforms }, (_, index) => `large-${String(index).padStart(5, '0')}`);
  const targets = slugs.map((platform) => ({ platform, subjects: ['username'] as const }));
  await record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
  let answered = 0;
  return {
    lookupId,
    async answer(upTo) {
      while (answered < upTo) {
        const next = slugs.slice(answered, Math.min(upTo, answered + BATCH));
        await record.writer.record(
          lookupId,
          next.map((platform, index) => outcomeOf(platform, answered + index)),
        );
        answered += next.length;
      }
    },
    async finish() {
      await record.writer.finish(lookupId);
    },
  };
}

/** Of ten platforms four have the account, five have none, and one gives no answer. */
function outcomeOf(platform: string, index: number): CheckOutcome {
  const variant = index % 10;
  return {
    platform,
    subject: 'username',
    state: variant < 4 ? 'registered' : variant < 9 ? 'not_registered' : 'inconclusive',
    reason: variant < 9 ? null : 'challenge',
    method: 'public_api',
    mailboxProvider: false,
    checkedAt: new Date(),
    fromCache: false,
    egress: 'direct',
    evidence: { status: 200, explanation: 'json /id', host: `${platform}.example`, latencyMs: 212, requests: 1 },
  };
}
