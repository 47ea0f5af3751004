import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enterLiveChecks } from '../../../scripts/catalogue/live-checked.js';
import { type LiveCheck, type LiveReport, liveReportText } from '../../../src/cli/live-check.js';

const check = (
  platform: string,
  queryType: LiveCheck['queryType'],
  state: LiveCheck['state'],
  more: Partial<LiveCheck> = {},
): LiveCheck => ({
  platform,
  queryType,
  state,
  explanation: 'the known account invented@example.com reads registered',
  latencyMs: 120,
  ...more,
});
const NOW = new Date('2030-01-02T23:59:00Z');
const CHECKS = [check('b', 'username', 'blocked'), check('a', 'username', 'healthy'), check('a', 'email', 'confirm_only')];
const reportOf = (checks: readonly LiveCheck[], now = NOW) => JSON.parse(liveReportText(checks, now)) as LiveReport;

describe('the report of a live check that an operator commits', () => {
  it('says by platform and query type what the control showed, with its day and counts', () => {
    const report = reportOf(CHECKS);
    expect(report.checkedOn).toBe('2030-01-02');
    expect(report.controls).toEqual([
      { platform: 'a', queryType: 'email', state: 'confirm_only' },
      { platform: 'a', queryType: 'username', state: 'healthy' },
      { platform: 'b', queryType: 'username', state: 'blocked' },
    ]);
    expect(report.counts.username).toEqual({ healthy: 1, confirm_only: 0, failed: 0, blocked: 1, cooling: 0, no_control: 0 });
    expect(Object.keys(report.counts)).toEqual(['email', 'phone', 'username']);
  });

  it('has the same text whatever the order and the times of the controls, and holds no explanation', () =>
    fc.assert(
      fc.property(fc.shuffledSubarray(CHECKS, { minLength: CHECKS.length }), fc.nat(), (shuffled, latencyMs) => {
        const text = liveReportText(
          shuffled.map((each) => ({ ...each, latencyMs })),
          NOW,
        );
        expect(text).toBe(liveReportText(CHECKS, NOW));
        expect(text).not.toMatch(/@|invented|120/);
      }),
    ));

  it('is a JSON document without any control, too', () => expect(reportOf([]).controls).toEqual([]));
});

describe('the days of a live check in the platform files', () => {
  const rule = (liveChecked: string | null) => ({ request: {}, provenance: { source: 'x', liveChecked, read: '2030-01-01' } });
  const file = (probes: object, more: object = { slug: 'a' }) => JSON.stringify({ ...more, probes }, null, 2);
  const dated = (text: string, checks: readonly LiveCheck[]) => enterLiveChecks(text, reportOf(checks));

  it('follow from a control that passed, for its query type alone', () => {
    const before = file({ email: rule(null), username: rule('2029-05-05') });
    const { text, lacking } = dated(before, [check('a', 'email', 'healthy'), check('a', 'username', 'failed')]);
    expect(text).toBe(before.replace('"liveChecked": null', '"liveChecked": "2030-01-02"'));
    expect(lacking).toEqual([]);
  });

  it.each(['failed', 'blocked', 'cooling', 'no_control'] as const)('not from one that is %s', (state) => {
    const before = file({ email: rule(null) });
    expect(dated(before, [check('a', 'email', state)]).text).toBe(before);
  });

  it('never go back, and other platforms’ files stay as they are', () => {
    const later = file({ email: rule('2031-01-01') });
    expect(dated(later, [check('a', 'email', 'healthy')]).text).toBe(later);
    const other = file({ email: rule(null) }, { slug: 'other' });
    expect(dated(other, [check('a', 'email', 'healthy')]).text).toBe(other);
  });

  it('are entered for a site software when it passed at every site of it', () => {
    const sites = file({ email: rule(null) }, { software: 'forum', sites: [{ slug: 'a' }, { slug: 'b' }] });
    expect(dated(sites, [check('a', 'email', 'healthy')]).text).toBe(sites);
    expect(dated(sites, [check('a', 'email', 'healthy'), check('b', 'email', 'confirm_only')]).text).toContain('"2030-01-02"');
  });

  it('a rule without provenance is named, and its file untouched', () => {
    const before = file({ email: { request: {} } });
    expect(dated(before, [check('a', 'email', 'healthy')])).toEqual({ text: before, lacking: ['email'] });
  });
});
