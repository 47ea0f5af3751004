import type { IpDetails } from '../ip/ip-details.js';
import type { PhoneDetails } from '../phone/phone-details.js';
import type { EmailDetails } from '../email/email-details.js';
import type { Coverage, RiskEvidence } from './evidence.js';
import { modelOf, type RiskModel } from './model.js';
import { readSignals, type SeenSignal } from './read-signals.js';
import {
  BASELINE,
  GROUPS,
  INSUFFICIENT,
  LEVEL_CONFIDENCE,
  LEVEL_FROM,
  LEVELS,
  MODULE_OF,
  riskSignal,
  type Group,
  type Level,
  type SignalCode,
  type SignalOrigin,
  ANSWERS_FOR_FULL_CONFIDENCE,
  CONFIDENCE,
} from './signals.js';

export const STARTING_POINT = 'starting_point';

export type RiskReason = {
  readonly code: SignalCode | typeof STARTING_POINT;
  /** Where the evidence comes from; `model` for the starting point. */
  readonly module: SignalOrigin | 'model';
  readonly direction: 'raises' | 'lowers';
  /** Points of the score that it accounts for; 0 when a stronger reason of the same group counts instead. */
  readonly impact: number;
  readonly message: string;
};

/** A lookup's risk. The reasons' impacts add up to the score. */
export type Risk = {
  /** 0 to 100, a whole number; null, without reasons, when nothing at all was answered. */
  readonly score: number | null;
  /** Insufficient while the confidence is below `LEVEL_CONFIDENCE`, whatever the score. */
  readonly level: Level | typeof INSUFFICIENT;
  /** 0 to 100: how much of the model's possible evidence was available. */
  readonly confidence: number;
  readonly reasons: RiskReason[];
  readonly coverage: Coverage;
  readonly modelVersion: string;
};

/**
 * Scores the evidence of one lookup: a sum of reasons (docs/risk.md). What is not known, an omitted platform or a null fact, affects the
 * confidence only: it may cost the level, never a point of the score.
 */
export function scoreRisk(evidence: RiskEvidence, model: RiskModel = modelOf()): Risk {
  const signals = strongest(readSignals(evidence));
  const certainty = confidenceOf(evidence);
  const confidence = Math.round(certainty);
  const known = { confidence, coverage: { ...evidence.coverage }, modelVersion: model.version };
  if (certainty === 0 && signals.length === 0) return { score: null, level: INSUFFICIENT, reasons: [], ...known };
  const reasons = reasonsOf(signals, model);
  const score = scoreOf(reasons);
  return { score, level: confidence < LEVEL_CONFIDENCE ? INSUFFICIENT : levelOf(score), reasons, ...known };
}

/** The starting point and the signals, each of which is there once, as reasons; those that count most first. */
export function reasonsOf(signals: readonly SeenSignal[], { points }: RiskModel): RiskReason[] {
  const ofGroup = (group: Group) => signals.filter(({ code }) => riskSignal(code).group === group);
  const weighed = (each: SeenSignal) => ({ code: each.code, points: Math.round(points[each.code] * each.share) });
  return [startingPoint(), ...GROUPS.flatMap((group) => countStrongest(ofGroup(group).map(weighed)))].sort(byWeight);
}

/** The sum of reasons. */
export const scoreOf = (reasons: readonly RiskReason[]): number => reasons.reduce((sum, { impact }) => sum + impact, 0);

/** The level that a score lies in. */
export function levelOf(score: number): Level {
  return LEVELS.findLast((level) => score >= LEVEL_FROM[level]) ?? 'low';
}

/** Each signal once, with the share of the identity that gives most. */
export function strongest(seen: readonly SeenSignal[]): SeenSignal[] {
  const once = new Map<SignalCode, SeenSignal>();
  for (const signal of seen) if (signal.share > (once.get(signal.code)?.share ?? 0)) once.set(signal.code, signal);
  return [...once.values()];
}

interface Weighed {
  readonly code: SignalCode;
  readonly points: number;
}

/** A group counts its strongest warning, or else its strongest reassurance; the others have an impact of 0. */
function countStrongest(group: readonly Weighed[]): RiskReason[] {
  const [speaker] = [...group].sort((a, b) => rank(b) - rank(a) || (a.code < b.code ? -1 : 1));
  return group.map(({ code, points }) => {
    const signal = riskSignal(code);
    return {
      code,
      module: MODULE_OF[signal.group],
      direction: signal.points > 0 ? 'raises' : 'lowers',
      impact: code === speaker?.code ? points : 0,
      message: signal.message,
    };
  });
}

/** Warnings before reassurances, the stronger first. */
function rank({ points }: Weighed): number {
  return points > 0 ? 1_000 + points : -points;
}

function startingPoint(): RiskReason {
  return { code: STARTING_POINT, module: 'model', direction: 'raises', impact: BASELINE, message: 'Base score.' };
}

/** By weight, of which the starting point has most; equal ones by code, so that the same evidence gives the same list. */
function byWeight(a: RiskReason, b: RiskReason): number {
  return Math.abs(b.impact) - Math.abs(a.impact) || (a.code < b.code ? -1 : 1);
}

/** Share, 0 to 1, that known fields make up of a module's possible information; a null field reduces it. */
type Known<Facts> = (facts: Facts) => number;

const mailbox: Known<EmailDetails> = ({ disposable, deliverable, acceptAll, freeProvider, domainAgeDays }) =>
  (disposable === null ? 0 : 0.5) +
  (deliverable === null ? (acceptAll === null ? 0 : 0.1) : 0.3) +
  (domainAgeDays === null && freeProvider !== true ? 0 : 0.2);
const line: Known<PhoneDetails> = ({ isVoip }) => (isVoip === null ? 0.4 : 1);
const address: Known<IpDetails> = ({ riskScore, isTor, isProxy, isVpn, isHosting }) =>
  (riskScore === null ? 0 : 0.5) + [isTor, isProxy, isVpn, isHosting].filter((flag) => flag !== null).length / 8;

/** Mean over the identities of a kind: one of which nothing is known counts as 0. */
function mean<Facts>(found: readonly (Facts | null)[], known: Known<Facts>): number {
  if (found.length === 0) return 0;
  return found.reduce((sum, facts) => sum + (facts === null ? 0 : known(facts)), 0) / found.length;
}

/** Omissions lower the footprint's share, and so do few answers. */
function footprint({ planned, answered }: RiskEvidence['coverage']): number {
  return planned === 0 ? 0 : (answered / planned) * Math.min(1, answered / ANSWERS_FOR_FULL_CONFIDENCE);
}

type EvidenceModule = keyof typeof CONFIDENCE;
const MODULES = Object.keys(CONFIDENCE) as EvidenceModule[];

/** How much of its possible evidence each module gave, from 0 to 1. */
export function knownShares(evidence: RiskEvidence): Readonly<Record<EvidenceModule, number>> {
  return {
    footprint: footprint(evidence.coverage),
    email: mean(evidence.emails, mailbox),
    phone: mean(evidence.phones, line),
    ip: mean(evidence.ips, address),
    breaches: mean(evidence.breaches, () => 1),
    webMentions: mean(evidence.mentions, () => 1),
  };
}

/**
 * How much of the model's possible evidence was available, 0 to 100, not rounded to whole points: 0 only when nothing was. Independent of
 * the score.
 */
export function confidenceOf(evidence: RiskEvidence): number {
  const known = knownShares(evidence);
  const sum = MODULES.reduce((total, module) => total + CONFIDENCE[module] * known[module], 0);
  // Sums of fractions differ in their last digits with the order of the identities: 17.5 must not become 17 in one and 18 in another.
  return Math.round(sum * 1e9) / 1e9;
}
