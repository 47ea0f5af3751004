import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { renderReport } from '../../../src/cli/report.js';
import type { LookupResponse } from '../../../src/api/v1/schemas.js';

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

it.each([
  [9, true],
  [10, false],
])('with %i answers of 4,009 it says that nothing could be reached: %s', (answers, isSaid) => {
  const text = shown(response(Array.from({ length: answers }, (_, index) => result(`site-${index}`, false))), {
    planned: 4_009,
    ended: 4_009,
  });
  expect(text.includes('Nothing could be reached')).toBe(isSaid);
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
