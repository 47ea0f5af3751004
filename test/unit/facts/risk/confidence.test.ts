import { describe, expect, it } from 'vitest';
import { unknownIpDetails } from '../../../../src/facts/ip/claim.js';
import { emptyRiskEvidence, type RiskEvidence } from '../../../../src/facts/risk/evidence.js';
import { confidenceOf, scoreRisk } from '../../../../src/facts/risk/score-risk.js';
import { CONFIDENCE, MODULE_OF } from '../../../../src/facts/risk/signals.js';
import { AT, LINE, MAILBOX } from '../../../support/risk-evidence.js';

const ADDRESS = unknownIpDetails('192.0.2.17');
const NOT_COVERED = { planned: 0, answered: 0, omitted: 0 };
const score = (more: Partial<RiskEvidence>) => scoreRisk({ ...emptyRiskEvidence(AT), ...more });

describe('confidence', () => {
  it('grows with answers and falls with omissions', () => {
    const of = (planned: number, answered: number) => score({ coverage: { planned, answered, omitted: planned - answered } }).confidence;
    expect(of(20, 20)).toBe(CONFIDENCE.footprint);
    expect(of(200, 200)).toBe(CONFIDENCE.footprint);
    expect(of(40, 20)).toBe(CONFIDENCE.footprint / 2);
    expect(of(10, 10)).toBe(CONFIDENCE.footprint / 2);
    expect(of(20, 0)).toBe(0);
  });

  it('is whole when every module told all it can', () => {
    expect(
      score({
        coverage: { planned: 20, answered: 20, omitted: 0 },
        emails: [{ ...MAILBOX, disposable: false, deliverable: true, freeProvider: true }],
        phones: [{ ...LINE, isVoip: false }],
        ips: [{ ...ADDRESS, riskScore: 3, isTor: false, isProxy: false, isVpn: false, isHosting: false }],
        breaches: [[]],
        mentions: [[]],
      }).confidence,
    ).toBe(100);
  });

  it.each<[string, Partial<RiskEvidence>, number]>([
    ['whether a mailbox is disposable', { emails: [{ ...MAILBOX, disposable: false }] }, 10],
    ['whether it exists', { emails: [{ ...MAILBOX, deliverable: false }] }, 6],
    ['that its domain takes all mail, in place of that', { emails: [{ ...MAILBOX, acceptAll: true }] }, 2],
    ['both of these', { emails: [{ ...MAILBOX, deliverable: true, acceptAll: false }] }, 6],
    ['the age of its domain', { emails: [{ ...MAILBOX, domainAgeDays: 0 }] }, 4],
    ['that its provider is a public one, whose age says nothing', { emails: [{ ...MAILBOX, freeProvider: true }] }, 4],
    ['that its provider is not, without the age', { emails: [{ ...MAILBOX, freeProvider: false }] }, 0],
    ['a valid number', { phones: [LINE] }, 4],
    ['the kind of its line', { phones: [{ ...LINE, isVoip: true }] }, 10],
    ['the score of an address', { ips: [{ ...ADDRESS, riskScore: 0 }] }, 10],
    ['one flag of an address', { ips: [{ ...ADDRESS, isTor: false }] }, 2.5],
    ['its four flags', { ips: [{ ...ADDRESS, isTor: false, isProxy: false, isVpn: true, isHosting: false }] }, 10],
    ['that there is no breach', { breaches: [[]] }, 5],
    ['that there is no page', { mentions: [[]] }, 5],
    ['a third of three mailboxes', { emails: [null, { ...MAILBOX, disposable: true }, null] }, 10 / 3],
  ])('of %s', (_, more, expected) => expect(confidenceOf({ ...emptyRiskEvidence(AT), ...more })).toBeCloseTo(expected, 8));

  it('of every module makes it whole together with the footprint, whose groups are each of one module; comparisons add none', () => {
    expect(new Set(Object.values(MODULE_OF))).toEqual(new Set([...Object.keys(CONFIDENCE), 'consistency']));
  });

  it('takes the mean over the identities of a kind', () => {
    expect(score({ coverage: NOT_COVERED, breaches: [[], null] }).confidence).toBe(Math.round(CONFIDENCE.breaches / 2));
  });
});
