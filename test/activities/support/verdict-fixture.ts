import { ControlRunner, type StoredControl } from '../../../src/engine/controls/control-runner.js';
import { REQUIRED_TICKET } from '../../../src/engine/controls/control-probes.js';
import { verifyVerdict } from '../../../src/engine/controls/verify-verdict.js';
import type { Control } from '../../../src/engine/controls/control.js';
import type { WithdrawnAnswers } from '../../../src/engine/controls/ports.js';
import { pageFingerprint } from '../../../src/engine/evaluation/page-fingerprint.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { PlatformProber } from '../../../src/engine/http/prober.js';
import { ruleDigest } from '../../../src/engine/catalogue/rules/revision.js';
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import type { RequestClass } from '../../../src/engine/flow/request-class.js';
import type { Verdict } from '../../../src/engine/evaluation/verdict.js';
import { platformOf } from '../../support/fixtures.js';

const MINUTE = 60_000;
export const bare: ProbeRule = {
  method: 'public_api',
  request: { method: 'GET', url: 'https://platform.example.com/{username}' },
  safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'a public page' },
  registered: { status: [200], contains: ['{username}'], weakEvidence: true },
  absent: { status: [404], weakEvidence: true },
  positiveControls: ['northwind', 'contoso'],
};
export const probedBy = (rule: ProbeRule): Platform => platformOf('one', { probes: { username: rule } });

export const text = (seed: string) =>
  Array.from({ length: 60 }, (_, n) => `${seed}${'abcdefghij'[n % 10]}${'klmnopqrst'[(n * 7) % 10]}`).join(' ');
export const NOBODY = pageFingerprint(text('nobody'), '-');
export const EDGE = pageFingerprint(text('gateway'), '-');
const evidence = { status: 200, explanation: 'x', host: 'platform.example.com', latencyMs: 10, requests: 1 };
export const yes: Verdict = { state: 'registered', evidence };
export const no = (page: string): Verdict => ({ state: 'not_registered', page, evidence });
/** A "no" that is a redirect to the site's root. */
export const redirected = (rootRedirect = 'https://platform.example.com/'): Verdict => ({
  state: 'not_registered',
  rootRedirect,
  evidence,
});
export const blocked: Verdict = { state: 'inconclusive', reason: 'challenge', evidence };
/** How the platform answers at present; `probed` names who was probed. */
export type Behaviour = (probed: string) => Verdict | Promise<Verdict>;
export const honest = (probed: string): Verdict => (['northwind', 'contoso', 'ada'].includes(probed) ? yes : no(NOBODY));
export const everybodyAbsent: Behaviour = () => no(EDGE);
export const everybodyThere: Behaviour = () => yes;

/** What a request was for. */
const labelOf = (value: string): string =>
  /^(?:northwind|contoso)$/.test(value) ? 'positive' : value === NEGATIVE ? 'negative' : value.startsWith(SIMILAR) ? 'similar' : value;
const NEGATIVE = 'qxzvbnmk';
/** How identities begin that cannot exist and have the form of a probed one; long enough that nobody has them by chance. */
export const SIMILAR = 'qxsimilar';

/** A control of last month: the rule's known accounts have read registered as often as matters. */
const longKnown = (rule: ProbeRule): Control => ({
  platform: 'one',
  subject: 'username',
  outcome: { state: 'passed', mayConfirm: true, mayDeny: true, explanation: 'x', rule: ruleDigest(rule), positives: 10 },
  checkedAt: new Date('2029-12-01T12:00:00Z'),
  latencyMs: 10,
});

/** A platform, what has been asked of it, and a clock. @param isNew nothing is known of its rule */
export function setUp(
  rule: ProbeRule = bare,
  requestClass: RequestClass = 'async',
  similar: (value: string, extra: number) => string | null = (value) => `${SIMILAR}${value.length}`,
  {
    workers,
    onWithdraw,
    isNew = false,
  }: { workers?: () => number; onWithdraw?: (answers: WithdrawnAnswers) => void; isNew?: boolean } = {},
) {
  const platform = probedBy(rule);
  const probed: string[] = [];
  /** Who was asked about in a hurry. */
  const highPriority: string[] = [];
  const saved: Control[] = [];
  const backedOff: string[] = [];
  const state: { now: Date; behaviour: Behaviour } = { now: new Date('2030-01-01T12:00:00Z'), behaviour: honest };
  const prober: PlatformProber = {
    probe: async (_, identity, { queue }) => {
      if (queue?.requestClass === 'control' || queue?.isSlow) highPriority.push(identity.value);
      probed.push(labelOf(identity.value));
      return state.behaviour(identity.value);
    },
  };
  const controls = new ControlRunner({
    prober,
    store: {
      newest: async () => new Map(),
      save: async (control) => void saved.push(control),
      withdraw: async (answers) => onWithdraw?.(answers),
    },
    workers,
    backoffs: { backoffs: async () => new Map(), backOff: async (slug) => void backedOff.push(slug) },
    negativeIdentities: {
      make: (_, type) => ({ type, value: NEGATIVE }),
      makeLike: (_, { type, value }, extra) => {
        const like = similar(value, extra);
        return like === null ? null : { type, value: like };
      },
    },
    now: () => state.now,
    spacingMs: 0,
  });

  /** Asks about somebody. @returns what counts, and what was asked for it, in any order */
  async function look(about: string, stored: Partial<StoredControl> = {}): Promise<{ verdict: string; probed: string[] }> {
    probed.length = 0;
    const last = { control: saved.at(-1) ?? (isNew ? undefined : longKnown(rule)), readAt: state.now };
    const identity = { type: 'username', value: about } as const;
    const actual = await verifyVerdict(controls, {
      platform,
      identity,
      stored: { ...last, ...stored },
      now: () => state.now,
      requestClass,
      sent: Promise.resolve(),
      repeat: () => prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: 1, queue: REQUIRED_TICKET }),
      verdict: prober.probe(platform, identity, { signal: new AbortController().signal, deadlineMs: 1 }),
    });
    return { verdict: actual.state === 'inconclusive' ? actual.reason : actual.state, probed: [...probed].sort() };
  }
  const later = (minutes: number, behaviour = state.behaviour): void => {
    state.now = new Date(state.now.getTime() + minutes * MINUTE);
    state.behaviour = behaviour;
  };
  return { look, later, now: () => state.now, saved, backedOff, highPriority, controls, platform };
}
