import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IpDetails } from '../../../../src/facts/ip/ip-details.js';
import { compareFacts } from '../../../../src/facts/risk/consistency.js';
import type { RiskEvidence } from '../../../../src/facts/risk/evidence.js';
import { scoreRisk } from '../../../../src/facts/risk/score-risk.js';
import { BASELINE, riskSignal } from '../../../../src/facts/risk/signals.js';
import { address, box, evidence, line } from './arbitraries.js';

const RUNS = { numRuns: 500 };
const scoreOf = (known: RiskEvidence): number => scoreRisk(known).score ?? BASELINE;

describe('comparisons, for all evidence', () => {
  it('what is unknown moves no score: it equals that of the evidence in which only the other pairs have two sides', () =>
    fc.assert(
      fc.property(evidence, (known) => {
        const reasons = scoreRisk(known).reasons.filter(({ module }) => module === 'consistency');
        const decided = compareFacts(known).filter(({ outcome }) => outcome !== 'unknown');
        if (decided.length === 0) expect(reasons).toEqual([]);
        for (const { impact, code } of reasons) {
          const { points } = riskSignal(code as 'same_country');
          expect([0, points]).toContain(impact);
          expect(decided.some(({ outcome }) => outcome === (points > 0 ? 'disagrees' : 'agrees'))).toBe(true);
        }
      }),
      RUNS,
    ));

  it('one more identity of which nothing is known changes no outcome and no score', () =>
    fc.assert(
      fc.property(evidence, box, (known, extra) => {
        const nothing = { email: extra.email, facts: null, records: null, breaches: null, accountDates: [] };
        const more: RiskEvidence = {
          ...known,
          phones: known.phones.length > 0 ? [...known.phones, null] : [],
          ips: known.ips.length > 0 ? [null, ...known.ips] : [],
        };
        expect(compareFacts(more)).toEqual(compareFacts(known));
        const named = { ...known, claimed: {} };
        expect(scoreOf({ ...named, mailboxes: [nothing, ...known.mailboxes] })).toBe(scoreOf(named));
      }),
      RUNS,
    ));

  it('an address that turns out to hide somebody, and a number that turns out invalid, never lower a score', () =>
    fc.assert(
      fc.property(evidence, address, line, fc.constantFrom('isTor', 'isVpn', 'isProxy', 'isHosting'), (known, ip, phone, flag) => {
        const of = (more: Partial<IpDetails>, valid: boolean) =>
          scoreOf({ ...known, ips: [{ ...ip, ...more }, ...known.ips], phones: [{ ...phone, valid }, ...known.phones] });
        expect(of({ [flag]: true }, true)).toBeGreaterThanOrEqual(of({ [flag]: null }, true));
        expect(of({}, false)).toBeGreaterThanOrEqual(of({}, true));
      }),
      RUNS,
    ));

  it('names move no score, whatever accounts show', () =>
    fc.assert(
      fc.property(evidence, (known) => {
        expect(scoreOf({ ...known, names: [], claimed: { ...known.claimed, name: null } })).toBe(scoreOf(known));
      }),
      RUNS,
    ));
});
