/** The sweep of test lookups: platforms answer from the table of test identities, and nothing is asked, waited for or learnt. */
import { sleep } from '@temporalio/activity';
import type { ProbeTarget } from '../../src/engine/catalogue/rules/bands.js';
import type { DerivedOutcome } from '../../src/features/lookups/derived.js';
import type { CheckOutcome, DerivedTarget, Lookup } from '../../src/features/lookups/lookup.js';
import type { PlatformCatalogue, RuleApplicability } from '../../src/engine/catalogue/rules/ports.js';
import { allowedOf } from '../../src/engine/eligibility.js';
import type { LookupWriter } from '../../src/features/lookups/store/lookup-writer.js';
import { type SuppressionList, suppressedRefs, unlistedLinkedAccounts } from '../../src/features/suppressions/suppressions.js';
import { inconclusiveOutcome } from '../../src/features/lookups/lookup-summary.js';
import { testOutcome } from './test-outcome.js';
import { scenarioOf } from '../../src/features/test-keys/test-identities.js';
import { kindOf } from '../../src/kernel/identity/subjects.js';
import { startHeartbeat } from '../runtime/heartbeat.js';

interface TestPorts {
  readonly writer: Pick<LookupWriter, 'record'>;
  readonly catalogue: PlatformCatalogue;
  readonly applicability: RuleApplicability;
  readonly suppressions: SuppressionList;
  readonly instantCeilingMs: number;
  readonly now: () => Date;
}

/** How long after the instant ceiling slow identities are answered, in milliseconds. */
const SLOW_MS = 1_000;

interface TestShard {
  readonly lookup: Omit<Lookup, 'plan'>;
  readonly targets: readonly ProbeTarget[];
}

/**
 * Stores what the platforms of a shard answer: at once, or a second after the instant ceiling where one of the identities is slow. A
 * repeated run stores what is missing.
 */
export async function answerTestShard(ports: TestPorts, { lookup, targets }: TestShard): Promise<{ checks: number }> {
  const { catalogue, applicability, suppressions, now } = ports;
  const suppressed = await suppressedRefs(suppressions, lookup);
  const answer = async (slugs: readonly ProbeTarget[]): Promise<void> => {
    const outcomes = slugs.flatMap(({ platform: slug, subjects }) =>
      subjects.map((subject): CheckOutcome => {
        const value = lookup.subjects[subject];
        if (suppressed.has(subject) || value === undefined)
          return inconclusiveOutcome(slug, subject, suppressed.has(subject) ? 'suppressed' : 'not_applicable', now());
        const scenario = scenarioOf(kindOf(subject), value);
        const probe = { platform: catalogue.get(slug), slug, subject, value, scenario, applicability, reach: lookup };
        const { linkedAccounts, ...outcome } = testOutcome({ ...probe, now: now() });
        return linkedAccounts ? { ...outcome, linkedAccounts: allowedOf(lookup, linkedAccounts, catalogue) } : outcome;
      }),
    );
    if (outcomes.length > 0) await ports.writer.record(lookup.id, await unlistedLinkedAccounts(suppressions, lookup.accountId, outcomes));
  };
  const isSlow = ({ subjects }: ProbeTarget): boolean =>
    subjects.some((subject) => scenarioOf(kindOf(subject), lookup.subjects[subject] ?? '').isSlow);
  const slow = targets.filter(isSlow);
  await answer(targets.filter((target) => !isSlow(target)));
  if (slow.length > 0) {
    const stop = startHeartbeat();
    await sleep(Math.max(0, lookup.acceptedAt.getTime() + ports.instantCeilingMs + SLOW_MS - now().getTime())).finally(stop);
    await answer(slow);
  }
  return { checks: targets.length };
}

/** Adds what platforms answer about the username that a test address suggests: as about the address. @returns how many there are */
export function answerTestHandle(
  ports: TestPorts,
  run: { readonly lookup: Lookup; readonly target: DerivedTarget; readonly add: (outcomes: readonly DerivedOutcome[]) => void },
): number {
  const { lookup, target, add } = run;
  const { handle, subject, platforms } = target;
  const scenario = scenarioOf('email', lookup.subjects[subject] ?? '');
  add(
    platforms.map((slug) => {
      const probe = { platform: ports.catalogue.get(slug), slug, subject: 'username', value: handle, scenario } as const;
      const {
        profile: _,
        linkedAccounts: _linked,
        ...outcome
      } = testOutcome({ ...probe, applicability: ports.applicability, reach: lookup, now: ports.now() });
      return { ...outcome, handle, subject };
    }),
  );
  return platforms.length;
}
