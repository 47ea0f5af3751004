import { describe, expect, it } from 'vitest';
import { type ModuleFact, mergeFacts } from '../../../../src/features/lookups/module-facts.js';
import type { SourceNote } from '../../../../src/kernel/values/source.js';
import { moduleFact as fact } from '../../../support/fixtures.js';

const note = (failure: SourceNote['failure']): SourceNote => ({
  source: 'haveibeenpwned',
  failure,
  tookMs: 1,
  decidedFields: [],
  codes: [],
});
const PERSON = { email: 'ada@example.com', phone: '+15550100123' };
const breach = (name: string, date = '2020-01-01') => ({ name, date });
const page = (url: string) => ({ title: url, url, snippet: '', matchConfidence: 'confirmed' });

describe('the modules as v1 shows them', () => {
  it('are null where nothing was checked', () => {
    expect(mergeFacts([], PERSON)).toEqual({ breaches: null, webMentions: null, phoneDetails: null, emailDetails: null, ipDetails: null });
  });

  it('are null where no source could say anything, and empty where one said "none"', () => {
    expect(mergeFacts([fact('breaches', 'email', null), fact('webMentions', 'email', [])], { email: PERSON.email })).toMatchObject({
      breaches: null,
      webMentions: [],
    });
    const unable = fact('breaches', 'phone', null, { notes: [note('not_applicable'), note('not_configured')] });
    expect(mergeFacts([fact('breaches', 'email', []), unable], PERSON).breaches).toEqual([]);
  });

  it.each<[string, ModuleFact[]]>([
    ['failed', [fact('breaches', 'email', null, { notes: [note('rate_limited'), note('not_applicable')] })]],
    ['is under way', []],
    ['may not be shown', [fact('breaches', 'email', null, { notes: [note(null)] })]],
    ['is suppressed', [fact('breaches', 'email', null, { notes: [], suppressed: true })]],
  ])('deny nothing for several identities while the answer about one %s', (_, facts) => {
    const other = fact('breaches', 'phone', []);
    expect(mergeFacts([...facts, other], PERSON).breaches).toBeNull();
    expect(mergeFacts([...facts, { ...other, payload: [breach('Alpha')] }], PERSON).breaches).toEqual([breach('Alpha')]);
  });

  it('show the first address, number and IP address of a lookup that has several', () => {
    const merged = mergeFacts(
      [
        fact('email', 'email#2', { disposable: true }),
        fact('email', 'email', { disposable: false }),
        fact('ip', 'ip', { ip: '192.0.2.1' }),
        fact('ip', 'ip#2', { ip: '192.0.2.2' }),
        fact('phone', 'phone#2', { valid: true }),
      ],
      PERSON,
    );
    expect(merged).toMatchObject({ emailDetails: { disposable: false }, ipDetails: { ip: '192.0.2.1' }, phoneDetails: null });
  });

  it('show the breaches and pages of all identities, each once, in the order in which they became known', () => {
    const merged = mergeFacts(
      [
        fact('breaches', 'phone', [breach('Beta')]),
        fact('breaches', 'email', [breach('Alpha'), { ...breach('BETA'), domain: 'example.com' }, breach('Alpha', '2021-01-01')]),
        fact('webMentions', 'email', [page('https://a.example.com/')]),
        fact('webMentions', 'username', [page('https://b.example.com/'), page('https://a.example.com/')]),
      ],
      PERSON,
    );
    expect(merged.breaches).toEqual([breach('Beta'), breach('Alpha'), breach('Alpha', '2021-01-01')]);
    const told = { ...breach('Alpha'), dataClasses: ['Passwords'], stealerLog: true };
    expect(mergeFacts([fact('breaches', 'email', [told])], PERSON).breaches).toStrictEqual([breach('Alpha')]);
    expect(merged.webMentions?.map(({ url }) => url)).toEqual(['https://a.example.com/', 'https://b.example.com/']);
  });
});
