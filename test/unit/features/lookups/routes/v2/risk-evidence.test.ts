import { describe, expect, it } from 'vitest';
import type { RecordedOutcome } from '../../../../../../src/features/lookups/lookup.js';
import type { LookupSnapshot } from '../../../../../../src/features/lookups/lookup-snapshot.js';
import { plannedChecksOf } from '../../../../../../src/features/lookups/routes/shared/v2/platform-results.js';
import { riskEvidenceOf } from '../../../../../../src/features/lookups/routes/shared/v2/risk-evidence.js';
import { moduleFact as fact } from '../../../../../support/fixtures.js';

const AT = new Date('2030-05-01T12:00:00Z');
const NO_NAMES = { get: () => undefined };

function outcome(platform: string, more: Partial<RecordedOutcome> = {}): RecordedOutcome {
  return {
    platform,
    subject: 'email',
    state: 'registered',
    reason: null,
    method: 'public_api',
    mailboxProvider: false,
    checkedAt: AT,
    fromCache: false,
    egress: null,
    evidence: null,
    seq: 1,
    ...more,
  };
}

function evidence(more: Partial<LookupSnapshot>) {
  const known: LookupSnapshot = {
    lookup: {
      id: 'lkp_1',
      kind: 'lookup',
      state: 'finished',
      query: 'ada@example.com',
      queryType: 'email',
      checks: {},
      plan: null,
      subjects: { email: 'ada@example.com', 'email#2': 'ada@example.org', ip: '192.0.2.1' },
      acceptedAt: AT,
      finishedAt: AT,
    },
    outcomes: [],
    modules: [],
    derived: [],
    ...more,
  };
  return riskEvidenceOf(known, plannedChecksOf(known), NO_NAMES);
}

describe('what the risk model sees of a lookup', () => {
  it('accounts by where they come from', () => {
    const derived = {
      handle: 'ada',
      subject: 'email',
      platform: 'd',
      state: 'registered',
      reason: null,
      method: 'public_api',
      checkedAt: AT,
      fromCache: false,
      egress: null,
      evidence: null,
    } as const;
    const { accounts } = evidence({
      outcomes: [
        outcome('a'),
        outcome('b', { method: 'domain_derived', mailboxProvider: true }),
        outcome('c', { method: 'breach_record' }),
      ],
      derived: [derived, { ...derived, platform: 'e', state: 'not_registered' }],
    });
    expect(accounts.map(({ platform, kind }) => `${platform} ${kind}`)).toEqual(['a account', 'b mailbox', 'c account', 'd derived']);
  });

  it('denials by platform, however many identities it denied, and no word of a mailbox among them', () => {
    const denied = { state: 'not_registered' } as const;
    const seen = evidence({
      outcomes: [
        outcome('a', denied),
        outcome('a', { ...denied, subject: 'email#2' }),
        outcome('b', denied),
        outcome('m', { ...denied, method: 'domain_derived' }),
      ],
    });
    expect(seen).toMatchObject({ absences: 2, mailboxMissing: true, coverage: { planned: 4, answered: 4, omitted: 0 } });
  });

  it('doubts as omissions and nothing else', () => {
    const timedOut = { state: 'inconclusive', reason: 'timeout' } as const;
    expect(evidence({ outcomes: [outcome('a', timedOut), outcome('b', timedOut)] })).toMatchObject({
      accounts: [],
      absences: 0,
      coverage: { planned: 2, answered: 0, omitted: 2 },
    });
  });

  it('facts of each identity, null where nothing is known', () => {
    const mailbox = { deliverable: true };
    const seen = evidence({ modules: [fact('email', 'email#2', mailbox), fact('ip', 'ip', null), fact('breaches', 'email', [])] });
    expect(seen).toMatchObject({
      emails: [null, mailbox],
      ips: [null],
      phones: [],
      breaches: [[], null],
      mentions: [null, null],
      at: AT,
    });
  });

  it('a mailbox that its own module knows not to exist', () => {
    const exists = (value: boolean | null) =>
      evidence({ modules: [fact('email', 'email', null, { notes: [], mailbox: { provider: null, exists: value } })] }).mailboxMissing;
    expect([exists(false), exists(null), exists(true)]).toEqual([true, false, false]);
  });

  it('each address with its own facts, records, breaches and ages of accounts, and the names that any account shows', () => {
    const records = { mx: true, spf: null, dmarc: true };
    const seen = evidence({
      outcomes: [
        outcome('a', { subject: 'email#2', profile: { displayName: 'Ada Example', createdAt: '2016-03-01T10:00:00.000Z' } }),
        outcome('b', {
          subject: 'email#2',
          mailboxProvider: true,
          method: 'domain_derived',
          profile: { createdAt: '2001-01-01T00:00:00.000Z' },
        }),
        outcome('c', { subject: 'email', profile: { createdYear: 2010 } }),
        outcome('d', { subject: 'email', state: 'not_registered', profile: { displayName: 'Nobody' } }),
      ],
      modules: [
        fact('email', 'email#2', { deliverable: true }, { notes: [], mailbox: { provider: null, exists: true, records } }),
        fact('breaches', 'email', [{ name: 'Example', date: '2016-01-01' }]),
      ],
    });
    expect(seen.names).toEqual([{ platform: 'a', name: 'Ada Example' }]);
    expect(seen.mailboxes).toEqual([
      { email: 'ada@example.com', facts: null, records: null, breaches: [{ name: 'Example', date: '2016-01-01' }], accountDates: [] },
      {
        ...{ email: 'ada@example.org', facts: { deliverable: true }, records, breaches: null },
        accountDates: [new Date('2016-03-01T10:00:00.000Z')],
      },
    ]);
  });

  it('an address of a privacy relay, which no field of it says', () => {
    const note = { source: 'network-kinds', failure: null, tookMs: 0, decidedFields: [] };
    const of = (codes: readonly string[]) => evidence({ modules: [fact('ip', 'ip', {}, { notes: [{ ...note, codes }] })] }).isRelayed;
    expect([of(['privacy_relay']), of(['hosting_range']), evidence({}).isRelayed]).toEqual([true, false, false]);
  });
});
