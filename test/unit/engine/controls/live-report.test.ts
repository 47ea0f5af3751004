import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enterLiveChecks } from '../../../../tools/catalogue/live-checked.js';
import {
  type LiveCheck,
  type LiveReport,
  liveReportText,
  mergeReports,
  parseLiveReports,
} from '../../../../src/engine/controls/live-report.js';

const DAY = '2030-01-02';
const check = (
  platform: string,
  queryType: LiveCheck['queryType'],
  state: LiveCheck['state'],
  more: Partial<LiveCheck> = {},
): LiveCheck => ({
  platform,
  queryType,
  state,
  checkedOn: DAY,
  explanation: 'the known account invented@example.com reads registered',
  latencyMs: 120,
  ...more,
});
const CHECKS = [check('b', 'username', 'blocked'), check('a', 'username', 'healthy'), check('a', 'email', 'confirm_only')];
const reportOf = (checks: readonly LiveCheck[]) => JSON.parse(liveReportText(checks)) as LiveReport;

describe('the report of a live check that an operator publishes', () => {
  it('says by platform and query type what the control showed, with its day', () =>
    expect(reportOf(CHECKS).controls).toEqual([
      { platform: 'a', queryType: 'email', state: 'confirm_only', checkedOn: DAY },
      { platform: 'a', queryType: 'username', state: 'healthy', checkedOn: DAY },
      { platform: 'b', queryType: 'username', state: 'blocked', checkedOn: DAY },
    ]));

  it('has the same text whatever the order and the times of the controls, and holds no explanation', () =>
    fc.assert(
      fc.property(fc.shuffledSubarray(CHECKS, { minLength: CHECKS.length }), fc.nat(), (shuffled, latencyMs) => {
        const text = liveReportText(shuffled.map((each) => ({ ...each, latencyMs })));
        expect(text).toBe(liveReportText(CHECKS));
        expect(text).not.toMatch(/@|invented|120/);
      }),
    ));

  it('is a JSON document without any control, too', () => expect(reportOf([]).controls).toEqual([]));
});

describe('reports of several operators', () => {
  const report = (...checks: readonly LiveCheck[]) => reportOf(checks);
  const merge = (reports: Readonly<Record<string, LiveReport>>) => mergeReports(new Map(Object.entries(reports)));
  const later = { checkedOn: '2030-02-01' };

  it('one that passes counts by whom and on its newest day, and one that is blocked is told apart', () =>
    expect(
      merge({
        home: report(check('a', 'email', 'healthy')),
        lab: report(check('a', 'email', 'confirm_only', later)),
        cloud: report(check('a', 'email', 'blocked', { checkedOn: '2030-03-01' }), check('b', 'phone', 'blocked')),
      }),
    ).toEqual([
      {
        platform: 'a',
        queryType: 'email',
        result: 'live_checked',
        checkedOn: '2030-02-01',
        passedFrom: ['home', 'lab'],
        failedFrom: [],
        blockedFrom: ['cloud'],
      },
      { platform: 'b', queryType: 'phone', result: 'blocked', checkedOn: DAY, passedFrom: [], failedFrom: [], blockedFrom: ['cloud'] },
    ]));

  it('a failure anywhere contradicts what passed elsewhere', () => {
    const [merged] = merge({ home: report(check('a', 'email', 'healthy')), lab: report(check('a', 'email', 'failed')) });
    expect(merged).toMatchObject({ result: 'contradicted', passedFrom: ['home'], failedFrom: ['lab'] });
  });

  it('what was not run shows nothing', () => {
    const [merged] = merge({ home: report(check('a', 'email', 'backing_off')), lab: report(check('a', 'email', 'no_control')) });
    expect(merged).toMatchObject({ result: 'unchecked', passedFrom: [], failedFrom: [], blockedFrom: [] });
  });

  it('is the same in whatever order they come', () =>
    fc.assert(
      fc.property(fc.shuffledSubarray(['x', 'y', 'z'], { minLength: 3 }), (names) => {
        const all: Record<string, LiveReport> = { x: report(...CHECKS), y: report(check('a', 'email', 'failed')), z: report() };
        expect(merge(Object.fromEntries(names.map((name) => [name, all[name] as LiveReport])))).toEqual(merge(all));
      }),
    ));
});

describe('the days of a live check in the platform files', () => {
  const rule = (liveChecked: string | null) => ({ request: {}, provenance: { source: 'x', liveChecked, read: '2030-01-01' } });
  const file = (probes: object, more: object = { slug: 'a' }) => JSON.stringify({ ...more, probes }, null, 2);
  const dated = (text: string, checks: readonly LiveCheck[]) => enterLiveChecks(text, mergeReports(new Map([['home', reportOf(checks)]])));

  it('follow from a control that passed, for its query type alone', () => {
    const before = file({ email: rule(null), username: rule('2029-05-05') });
    const { text, lacking } = dated(before, [check('a', 'email', 'healthy'), check('a', 'username', 'failed')]);
    expect(text).toBe(before.replace('"liveChecked": null', '"liveChecked": "2030-01-02"'));
    expect(lacking).toEqual([]);
  });

  it.each(['failed', 'blocked', 'backing_off', 'no_control'] as const)('not from one that is %s', (state) => {
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
    const later = check('b', 'email', 'confirm_only', { checkedOn: '2030-02-02' });
    expect(dated(sites, [check('a', 'email', 'healthy'), later]).text).toContain('"2030-01-02"');
  });

  it('a rule without provenance is named, and its file untouched', () => {
    const before = file({ email: { request: {} } });
    expect(dated(before, [check('a', 'email', 'healthy')])).toEqual({ text: before, lacking: ['email'] });
  });
});

describe('reports from files', () => {
  const text = liveReportText([check('b', 'email', 'healthy'), check('a', 'email', 'failed')]);

  it('are named after the files, without folder and ending', () => {
    const reports = parseLiveReports([
      ['some/folder.json/home.json', text],
      ['x.json.old', text],
    ]);
    expect([...reports.keys()]).toEqual(['home', 'x.json.old']);
    expect(reports.get('home')?.controls.map(({ platform }) => platform)).toEqual(['a', 'b']);
  });

  it('are refused twice under one name', () => {
    const twice = [['one/home.json', text] as const, ['other/home.json', text] as const];
    expect(() => parseLiveReports(twice)).toThrow(/^Two reports are called home\. /);
  });

  it.each(['', '{', '{"controls":[{}]}', '[]'])('are refused when they are none: %s', (other) => {
    expect(() => parseLiveReports([['a/odd.json', other]])).toThrow(/^a\/odd\.json is not a report/);
  });

  it('show names and days in one order', () => {
    const [merged] = mergeReports(
      parseLiveReports([
        ['z.json', liveReportText([check('a', 'email', 'healthy', { checkedOn: '2030-03-03' })])],
        ['b.json', liveReportText([check('a', 'email', 'healthy', { checkedOn: '2030-02-02' })])],
      ]),
    );
    expect(merged).toMatchObject({ result: 'live_checked', passedFrom: ['b', 'z'], checkedOn: '2030-03-03' });
  });
});
