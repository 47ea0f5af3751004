import { stripVTControlCharacters } from 'node:util';
import { expect, it, describe } from 'vitest';
import { renderReport, renderModules, renderRisk } from '../../../src/cli/lookup-report.js';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import type { LookupResponse } from '../../../src/features/lookups/routes/shared/v1/schemas.js';
import { FINISHED } from '../../../src/features/lookups/routes/shared/v1/examples.js';
import { ipDetailsOf, LINE, MAILBOX } from '../../support/enrichment.js';
import { emptyRiskEvidence } from '../../../src/facts/risk/evidence.js';
import { compareFacts } from '../../../src/facts/risk/consistency.js';
import { scoreRisk } from '../../../src/facts/risk/score-risk.js';

const result = (platform: string, registered: boolean): LookupResponse['results'][number] => ({
  platform,
  registered,
  method: 'public_api',
  icon: null,
  checkedAt: '2030-01-02T03:04:05.678Z',
});
function response(results: LookupResponse['results'], platformsPending?: number): LookupResponse {
  const hits = results.filter(({ registered }) => registered).map(({ platform }) => platform);
  return {
    lookupId: 'lkp_1',
    query: 'ada-example',
    platformsChecked: results.length,
    matches: hits.length,
    socialMatches: hits.length,
    hits,
    servedFromCache: false,
    results,
    breaches: null,
    webMentions: null,
    phoneDetails: null,
    emailDetails: null,
    ipDetails: null,
    ...(platformsPending === undefined ? {} : { platformsPending }),
  };
}
const shown = (...args: Parameters<typeof renderReport>) => stripVTControlCharacters(renderReport(...args));
const THREE = [result('a', true), result('b', false), result('c', false)];

it('tells how many of the planned platforms answered, and that the others were omitted', () => {
  const text = shown(response(THREE), { planned: 10, ended: 10 });
  expect(text).toContain('● 1 registered   ○ 2 not registered   ◌ 7 omitted: no confident answer');
  expect(text).toContain('3 of 10 platforms answered');
});

it('a lookup that nobody answered shows 0 of them', () => {
  const text = shown(response([]), { planned: 62, ended: 62 });
  expect(text).toContain('● 0 registered   ○ 0 not registered   ◌ 62 omitted');
  expect(text).toContain('0 of 62 platforms answered');
});

it('shows the address of an account, the day of each answer, and how to see the accounts that it does not show', () => {
  const many = response(Array.from({ length: 30 }, (_, index) => result(`site-${index}`, true)));
  const body = { results: [{ platform: 'site-0', profile: { url: 'https://site-0.example/ada' } }] } as unknown as LookupBodyV2;
  const text = shown(many, null, body);
  expect(text).toMatch(/site-0 +public api +2030-01-02 03:04 +https:\/\/site-0\.example\/ada\n/);
  expect(text).toContain('… and 6 more registered; all: footprint report lkp_1 --out report.html');
});

it.each([
  [9, true],
  [10, false],
])('with %i answers of 4,009 it says that nothing could be reached: %s', (answers, isStated) => {
  const text = shown(response(Array.from({ length: answers }, (_, index) => result(`site-${index}`, false))), {
    planned: 4_009,
    ended: 4_009,
  });
  expect(text.includes('No platform could be reached')).toBe(isStated);
});

it('what is still awaited is pending, not omitted', () => {
  const text = shown(response(THREE, 4), { planned: 10, ended: 6 });
  expect(text).toContain('◌ 3 omitted');
  expect(text).toContain('3 of 10 platforms answered, 4 still pending');
});

it('what was given up is omitted', () => {
  expect(shown(response(THREE), { planned: 10, ended: 9 })).toContain('◌ 7 omitted');
});

it('platforms that other sources know of are no part of the plan, and hide no omission', () => {
  const text = shown(response([...THREE, { ...result('breached', true), method: 'breach_record' }]), { planned: 10, ended: 11 });
  expect(text).toContain('◌ 7 omitted');
  expect(text).toContain('4 of 11 platforms answered');
});

it('says nothing of omissions where nobody told how many were planned', () => {
  const text = shown(response(THREE), null);
  expect(text).not.toContain('omitted');
  expect(text).toContain('3 platforms answered');
});

const render = (more: Partial<typeof FINISHED>): string =>
  stripVTControlCharacters(renderModules({ ...FINISHED, breaches: null, ...more }));

describe('modules in the terminal', () => {
  it('shows nothing of what was not checked', () => {
    expect(render({})).toBe('');
  });

  it('shows an empty list as none', () => {
    expect(render({ breaches: [] })).toBe('  Breaches\n    none\n\n');
  });

  it('shows known facts one a line, and names those that nobody knows', () => {
    const text = render({ emailDetails: { ...MAILBOX, disposable: null }, phoneDetails: LINE, ipDetails: ipDetailsOf('192.0.2.17') });
    expect(text).toMatch(/Mailbox\n {4}deliverable +yes\n/);
    expect(text).toContain('not known: disposable');
    expect(text).toMatch(/country code +US/);
    expect(text).toMatch(/asn +AS64500/);
  });

  it('shows breaches with their dates, pages with their addresses, and how many more there are', () => {
    const breaches = Array.from({ length: 14 }, (_, index) => ({ name: `Breach ${index}`, date: '2019-01-02' }));
    const webMentions = [{ title: 'A page', url: 'https://www.example.com/a', snippet: '', matchConfidence: 'confirmed' as const }];
    const text = render({ breaches, webMentions });
    expect(text).toContain('    2019-01-02  Breach 0\n');
    expect(text).toContain('    … and 2 more');
    expect(text).toContain('    ● A page  https://www.example.com/a\n');
  });
});

it('the risk on the terminal is the score and the sum that it is', () => {
  const risk = scoreRisk({
    ...emptyRiskEvidence(new Date('2030-01-01')),
    absences: 25,
    coverage: { planned: 30, answered: 25, omitted: 5 },
  });
  const text = stripVTControlCharacters(renderRisk({ risk, consistency: [] }));
  expect(text).toContain('Risk 34 medium');
  expect(text).toContain('25 of 30 checks answered');
  expect(text).toMatch(/\+25\s+model\s+Base score\./);
  expect(text).toMatch(/\+9\s+footprint\s+Twenty platforms or more/);
});

it('what fits and what does not is listed below the risk, what disagrees first', () => {
  const evidence = { ...emptyRiskEvidence(new Date('2030-01-01')), phones: [{ ...LINE, countryCode: 'US' }], claimed: { country: 'DE' } };
  const consistency = compareFacts({ ...evidence, ips: [{ ...ipDetailsOf('192.0.2.17'), countryCode: 'DE' }] });
  const lines = stripVTControlCharacters(renderRisk({ risk: scoreRisk(evidence), consistency })).split('\n');
  expect(lines.filter((line) => /^ {4}(disagrees|agrees|not known) /.test(line)).map((line) => line.trim().split(/ {2,}/)[0])).toEqual(
    consistency.map(({ outcome }) => (outcome === 'unknown' ? 'not known' : outcome)).toSorted(),
  );
  expect(lines.join('\n')).toContain('Claimed country and IP address');
});

it('nothing known is no risk, and says how much was asked', () => {
  const risk = scoreRisk({ ...emptyRiskEvidence(new Date('2030-01-01')), coverage: { planned: 30, answered: 0, omitted: 30 } });
  expect(stripVTControlCharacters(renderRisk({ risk, consistency: [] }))).toContain(
    'There is not enough information to score a risk: 0 of 30 checks answered.',
  );
});

it('a score on too little evidence has no level', () => {
  const risk = scoreRisk({
    ...emptyRiskEvidence(new Date('2030-01-01')),
    absences: 3,
    coverage: { planned: 30, answered: 3, omitted: 27 },
  });
  expect(stripVTControlCharacters(renderRisk({ risk, consistency: [] }))).toContain('Risk 29, too little information for a level');
});
