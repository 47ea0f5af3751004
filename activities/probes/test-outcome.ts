/** What platforms answer about test identities: the same each time, as far as their rules allow. Nothing is requested. Pure. */
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { RuleApplicability } from '../../src/engine/catalogue/rules/ports.js';
import type { ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import type { Profile } from '../../src/engine/catalogue/rules/profile.js';
import { ACCOUNT_STATES, COUNT_NAMES } from '../../src/engine/catalogue/rules/profile.js';
import { mayDeny } from '../../src/engine/catalogue/rules/rule-counts.js';
import { eligibilityOf, type Reach } from '../../src/engine/eligibility.js';
import type { InconclusiveReason } from '../../src/engine/evaluation/verdict.js';
import { kindOf, type PersonRef } from '../../src/kernel/identity/subjects.js';
import { fnv1a } from '../../src/kernel/values/fnv1a.js';
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import { inconclusiveOutcome } from '../../src/features/lookups/lookup-summary.js';
import type { NamedScenario, PlatformAnswers } from '../../src/features/test-keys/test-identities.js';

/** Reasons of platforms; one for each of them. */
const OMISSIONS = ['blocked', 'challenge', 'rate_limited', 'server_error', 'login_wall'] as const satisfies readonly InconclusiveReason[];
const THIRDS = ['registered', 'not_registered', 'omitted'] as const satisfies readonly PlatformAnswers[];
/** The platform whose answer shows a linked account, and the account. */
const LINKED = { source: 'github', account: { platform: 'gitlab', handle: 'robinsample' } } as const;

/** A platform that is asked about an identity of a lookup. */
export interface TestProbe {
  /** Absent: it has left the catalogue. */
  readonly platform: Platform | undefined;
  readonly slug: string;
  readonly subject: PersonRef;
  /** The identity, or the username that an address suggests. */
  readonly value: string;
  readonly scenario: NamedScenario;
  readonly applicability: RuleApplicability;
  /** What the lookup may ask. */
  readonly reach?: Reach;
  readonly now: Date;
}

/** What the platform answers. It has no egress, since nothing was requested: no fact and no statistic comes of it. */
export function testOutcome({ platform, slug, subject, value, scenario, applicability, reach = {}, now }: TestProbe): CheckOutcome {
  const conditions = { applicability, reach, disabled: new Set<string>(), backingOff: new Map<string, Date>(), stored: undefined, now };
  const eligible = eligibilityOf(platform, { type: kindOf(subject), value }, conditions);
  const omit = (reason: InconclusiveReason): CheckOutcome => inconclusiveOutcome(slug, subject, reason, now);
  if (typeof eligible === 'string') return omit(eligible);
  const { rule } = eligible;
  const state = answerOf(scenario.platforms ?? 'not_registered', slug, rule);
  const isAnswer = state === 'registered' || state === 'not_registered';
  return {
    ...omit('interrupted'),
    state: isAnswer ? state : 'inconclusive',
    reason: isAnswer ? null : state,
    method: rule.method,
    evidence: {
      status: null,
      explanation: `test identity: ${scenario.name}; nothing was requested`,
      host: slug,
      latencyMs: 0,
      requests: 0,
    },
    ...(state === 'registered' ? { profile: profileOf(rule, slug) } : {}),
    ...(state === 'registered' && slug === LINKED.source ? { linkedAccounts: [LINKED.account] } : {}),
  };
}

/** A rule confirms and denies nothing that it could not tell of a real person. */
function answerOf(answers: PlatformAnswers, slug: string, rule: ProbeRule): 'registered' | 'not_registered' | InconclusiveReason {
  const hash = fnv1a(slug);
  const answer: Exclude<PlatformAnswers, 'mixed'> = answers === 'mixed' ? (THIRDS[hash % THIRDS.length] ?? 'omitted') : answers;
  if (answer === 'unreachable') return 'unreachable';
  if (answer === 'omitted') return OMISSIONS[hash % OMISSIONS.length] ?? 'blocked';
  if (answer === 'registered') return rule.registered ? answer : 'unrecognised';
  return mayDeny(rule) ? answer : rule.absent ? 'only_confirms' : 'unrecognised';
}

/** The fields that the rule reads, invented; the picture is no platform's. */
function profileOf({ profile: named }: ProbeRule, slug: string): Profile | undefined {
  if (named === undefined) return undefined;
  const createdYear = 2010 + (fnv1a(slug) % 12);
  const time = (as: string | undefined, month: string) =>
    as === undefined || as === 'year' ? undefined : `${createdYear}-${month}-01T00:00:00.000Z`;
  const fields = {
    displayName: named.displayName && 'Robin Sample',
    pictureUrl: named.picture && 'https://example.com/robin.png',
    createdAt: time(named.createdAt?.as, '03'),
    createdYear: named.createdAt && createdYear,
    lastActiveAt: time(named.lastActiveAt?.as, '11'),
    counts:
      named.counts && Object.fromEntries(COUNT_NAMES.flatMap((name, index) => (named.counts?.[name] ? [[name, 10 * (index + 1)]] : []))),
    state: ACCOUNT_STATES.findLast((state) => named.state?.[state] !== undefined),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Profile;
}
