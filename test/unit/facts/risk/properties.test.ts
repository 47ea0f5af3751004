import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IpDetails } from '../../../../src/facts/ip/ip-details.js';
import type { PhoneDetails } from '../../../../src/facts/phone/phone-details.js';
import type { EmailDetails } from '../../../../src/facts/email/email-details.js';
import { emptyRiskEvidence, type FoundAccount, type RiskEvidence } from '../../../../src/facts/risk/evidence.js';
import { compareFacts } from '../../../../src/facts/risk/consistency.js';
import { levelOf, scoreRisk, type Risk } from '../../../../src/facts/risk/score-risk.js';
import { BASELINE, LEVEL_CONFIDENCE, SIGNALS } from '../../../../src/facts/risk/signals.js';
import { account, address, breach, evidence, line, mailbox } from './arbitraries.js';

const DAY_MS = 86_400_000;

const RUNS = { numRuns: 300 };
const always = (property: (known: RiskEvidence) => void): void => fc.assert(fc.property(evidence, property), RUNS);
/** What nobody knows anything of counts as the starting point. */
const scoreOf = (known: RiskEvidence): number => scoreRisk(known).score ?? BASELINE;
/** Everything but what is allowed to move when less is known. */
const evaluated = ({ confidence: _, coverage: __, level: ___, ...rest }: Risk): unknown => rest;
/** Less confidence may cost the level, and does not turn it into another. */
function expectLessSure(after: Risk, before: Risk): void {
  expect(evaluated(after)).toEqual(evaluated(before));
  expect(after.confidence).toBeLessThanOrEqual(before.confidence);
  expect([before.level, 'insufficient']).toContain(after.level);
}

/** Replaces the facts of one identity by an altered version of the same. */
function alter<Facts>(list: readonly (Facts | null)[], facts: Facts): readonly (Facts | null)[] {
  return [facts, ...list];
}

describe('a score, for all evidence', () => {
  it('is what the impacts of its reasons add up to, a whole number of 0 to 100 in its level', () =>
    always((known) => {
      const { score, level, confidence, reasons } = scoreRisk(known);
      expect(reasons.reduce((sum, { impact }) => sum + impact, 0)).toBe(score ?? 0);
      expect(score === null).toBe(reasons.length === 0);
      for (const figure of [score ?? 0, confidence]) {
        expect(Number.isInteger(figure)).toBe(true);
        expect(figure).toBeGreaterThanOrEqual(0);
        expect(figure).toBeLessThanOrEqual(100);
      }
      expect(level).toBe(score === null || confidence < LEVEL_CONFIDENCE ? 'insufficient' : levelOf(score));
      for (const { impact, direction } of reasons) expect(direction === 'raises' ? impact >= 0 : impact <= 0).toBe(true);
      expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length);
    }));

  it('does not depend on the order of anything', () =>
    fc.assert(
      fc.property(evidence, fc.infiniteStream(fc.nat()), (known, chance) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((entry) => ({ entry, at: chance.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ entry }) => entry);
        const other: RiskEvidence = {
          ...known,
          accounts: shuffled(known.accounts).map((each) => ({ ...each })),
          emails: shuffled(known.emails),
          phones: shuffled(known.phones),
          ips: shuffled(known.ips),
          breaches: shuffled(known.breaches).map((found) => found && shuffled(found)),
          mentions: shuffled(known.mentions).map((found) => found && shuffled(found)),
          names: shuffled(known.names),
          mailboxes: shuffled(known.mailboxes).map((each) => ({
            ...each,
            breaches: each.breaches && shuffled(each.breaches),
            accountDates: shuffled(each.accountDates),
          })),
        };
        expect(scoreRisk(other)).toEqual(scoreRisk(known));
        expect(compareFacts(other)).toEqual(compareFacts(known));
      }),
      RUNS,
    ));

  it('does not depend on the order of identities whose evidence adds up to half a point', () => {
    const unknown = {
      deliverable: null,
      disposable: null,
      freeProvider: null,
      acceptAll: null,
      domainAgeDays: 0,
      domainRegisteredAt: null,
    };
    const known = { ...unknown, deliverable: false, disposable: false };
    const emails = [known, { ...unknown, disposable: false, acceptAll: false }, { ...unknown, acceptAll: false }, known];
    const of = (order: readonly number[]) =>
      scoreRisk({
        ...emptyRiskEvidence(new Date()),
        emails: order.map((at) => emails[at] ?? null),
        coverage: { planned: 9, answered: 3, omitted: 5 },
      }).confidence;
    expect(fc.sample(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), 100).map(of)).toEqual(Array(100).fill(18));
  });
});

describe('what is not known', () => {
  it('an omitted platform moves the confidence only, and only downwards', () =>
    fc.assert(
      fc.property(evidence, fc.integer({ min: 1, max: 500 }), (known, more) => {
        const { planned, answered, omitted } = known.coverage;
        const before = scoreRisk(known);
        const after = scoreRisk({ ...known, coverage: { planned: planned + more, answered, omitted: omitted + more } });
        expectLessSure(after, before);
      }),
      RUNS,
    ));

  it('an identity without facts moves the confidence only', () =>
    always((known) => {
      const after = scoreRisk({
        ...known,
        emails: [null, ...known.emails],
        phones: [null, ...known.phones],
        ips: [null, ...known.ips],
        breaches: [null, ...known.breaches],
        mentions: [null, ...known.mentions],
      });
      expectLessSure(after, scoreRisk(known));
    }));

  it('facts that are all null are as good as none', () =>
    always((known) => {
      const empty = <Facts extends object>(facts: Facts, kept: Partial<Facts> = {}): Facts =>
        ({ ...Object.fromEntries(Object.keys(facts).map((name) => [name, null])), ...kept }) as Facts;
      const [box, ip] = [fc.sample(mailbox, 1)[0] as EmailDetails, fc.sample(address, 1)[0] as IpDetails];
      const blank = { ...known, emails: alter(known.emails, empty(box)), ips: alter(known.ips, empty(ip)) };
      const none = { ...known, emails: alter(known.emails, null), ips: alter(known.ips, null) };
      expect(scoreRisk(blank)).toEqual(scoreRisk(none));
    }));

  it('a fact that turns out to be harmless does not move the score away from where its absence left it', () =>
    fc.assert(
      fc.property(evidence, mailbox, address, (known, box, ip) => {
        const quiet: Partial<IpDetails> = {
          isTor: null,
          isProxy: null,
          isVpn: null,
          isHosting: null,
          isScraper: null,
          isCompromised: null,
        };
        const verdict: Partial<IpDetails> = {
          isTor: false,
          isProxy: false,
          isVpn: false,
          isHosting: false,
          isScraper: false,
          isCompromised: false,
        };
        const score = (disposable: boolean | null, flags: Partial<IpDetails>) =>
          scoreOf({
            ...known,
            emails: alter(known.emails, { ...box, disposable }),
            ips: alter(known.ips, { ...ip, ...flags }),
          });
        expect(score(false, verdict)).toBe(score(null, quiet));
      }),
      RUNS,
    ));
});

describe('no surprise: what warns never reassures', () => {
  const neverLowers = <Facts>(
    title: string,
    facts: fc.Arbitrary<Facts>,
    put: (known: RiskEvidence, facts: Facts) => RiskEvidence,
    worse: (facts: Facts) => Facts,
  ) =>
    it(title, () =>
      fc.assert(
        fc.property(evidence, facts, (known, given) => {
          expect(scoreOf(put(known, worse(given)))).toBeGreaterThanOrEqual(scoreOf(put(known, given)));
        }),
        RUNS,
      ),
    );
  const withMailbox = (known: RiskEvidence, facts: EmailDetails): RiskEvidence => ({ ...known, emails: alter(known.emails, facts) });
  const withAddress = (known: RiskEvidence, facts: IpDetails): RiskEvidence => ({ ...known, ips: alter(known.ips, facts) });
  const withLine = (known: RiskEvidence, facts: PhoneDetails): RiskEvidence => ({ ...known, phones: alter(known.phones, facts) });

  neverLowers('a disposable mailbox', mailbox, withMailbox, (facts) => ({ ...facts, disposable: true }));
  neverLowers('a mailbox that does not exist', mailbox, withMailbox, (facts) => ({ ...facts, deliverable: false }));
  neverLowers('a younger domain', mailbox, withMailbox, (facts) => ({
    ...facts,
    domainAgeDays: facts.domainAgeDays && Math.floor(facts.domainAgeDays / 2),
  }));
  neverLowers('a number that is not valid', line, withLine, (facts) => ({ ...facts, valid: false }));
  neverLowers('a number from an app', line, withLine, (facts) => ({ ...facts, voipClass: 'nonFixed' as const, isVoip: true }));
  for (const field of ['isTor', 'isProxy', 'isVpn', 'isHosting', 'isScraper', 'isCompromised'] as const) {
    neverLowers(field, address, withAddress, (facts) => ({ ...facts, [field]: true }));
  }
  neverLowers('a higher score of an address', address, withAddress, (facts) => ({
    ...facts,
    riskScore: Math.min(100, (facts.riskScore ?? 0) + 30),
  }));
});

describe('no surprise: what reassures never warns', () => {
  const isNew = ({ createdAt }: FoundAccount, at: Date): boolean =>
    createdAt !== undefined && at.getTime() - createdAt.getTime() < 30 * DAY_MS;

  it('one more registered platform, of any kind, unless the account is new', () =>
    fc.assert(
      fc.property(evidence, account, (known, more) => {
        fc.pre(!isNew(more, known.at));
        expect(scoreOf({ ...known, accounts: [...known.accounts, more] })).toBeLessThanOrEqual(scoreOf(known));
      }),
      RUNS,
    ));

  it('a platform that turns from "not registered" to "registered"', () =>
    fc.assert(
      fc.property(evidence, account, (known, more) => {
        fc.pre(known.absences > 0 && !isNew(more, known.at));
        const turned: FoundAccount = { ...more, kind: 'account' };
        const after = { ...known, accounts: [...known.accounts, turned], absences: known.absences - 1 };
        expect(scoreOf(after)).toBeLessThanOrEqual(scoreOf(known));
      }),
      RUNS,
    ));

  it('one more account that is new, by more than the group of ages can count', () =>
    fc.assert(
      fc.property(evidence, account, (known, more) => {
        const points = Object.values(SIGNALS).flatMap((each) => (each.group === 'age' ? [each.points] : []));
        const most = Math.max(...points) - Math.min(...points);
        expect(scoreOf({ ...known, accounts: [...known.accounts, more] })).toBeLessThanOrEqual(scoreOf(known) + most);
      }),
      RUNS,
    ));

  it('an older footprint: the same breach, longer ago', () =>
    fc.assert(
      fc.property(evidence, breach, fc.integer({ min: 0, max: 5_000 }), (known, given, days) => {
        const date = new Date(Date.parse(given.date) - days * 86_400_000);
        fc.pre(!Number.isNaN(date.getTime()));
        const older = { ...given, date: date.toISOString().slice(0, 10) };
        const score = (each: typeof given) => scoreOf({ ...known, breaches: [...known.breaches, [each]] });
        expect(score(older)).toBeLessThanOrEqual(score(given));
      }),
      RUNS,
    ));

  it('one more breach, and one more page', () =>
    fc.assert(
      fc.property(evidence, breach, (known, more) => {
        expect(scoreOf({ ...known, breaches: [...known.breaches, [more]] })).toBeLessThanOrEqual(scoreOf(known));
        const page = { title: 'A page', url: 'https://page.example.com/', snippet: '', matchConfidence: 'confirmed' as const };
        expect(scoreOf({ ...known, mentions: [...known.mentions, [page]] })).toBeLessThanOrEqual(scoreOf(known));
      }),
      RUNS,
    ));
});
