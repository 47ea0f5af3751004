import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderSeveral } from '../../../../../src/cli/lookup-report.js';
import { exposedText } from '../../../../../src/features/lookups/report/labels.js';
import { reportHtml } from '../../../../../src/features/lookups/report/report-html.js';
import type { LookupBodyV2 } from '../../../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { findingsOf } from '../../../../../src/features/lookups/routes/shared/v2/module-findings.js';
import { FINISHED_V2 } from '../../../../../src/features/lookups/routes/shared/v2/examples.js';
import type { Json } from '../../../../../src/kernel/values/json.js';
import { lookupOf } from '../../../../support/fixtures.js';

const identity = { type: 'email', value: 'ada@example.com' } as const;
const FACTS = [
  { name: 'Shop', date: '2019-05-06', dataClasses: ['Email addresses', 'Passwords'], stealerLog: false },
  { name: 'Logs', date: '2021-01-01', dataClasses: ['Passwords\u001b[31m'], stealerLog: true },
  { name: 'Old', date: '2012-01-01', dataClasses: null, stealerLog: null },
];
const BODY: LookupBodyV2 = {
  ...FINISHED_V2,
  modules: {
    ...FINISHED_V2.modules,
    breaches: [{ identity, state: 'answered', checkedAt: null, facts: FACTS, platforms: [], sources: [] }],
  },
};

describe('what a breach exposed', () => {
  it('is shown by v2, and null where no source told, as in what earlier versions stored', () => {
    const [told, , old] = FACTS;
    const payload = [{ ...told }, { name: 'Old', date: '2012-01-01' }] as Json;
    const at = new Date('2030-05-01T12:00:00.000Z');
    const module = { module: 'breaches', subject: 'email', seq: 1, payload, evidence: { notes: [] }, checkedAt: at } as const;
    const lookup = lookupOf({ queryType: 'email', subjects: { email: 'ada@example.com' }, checks: {} });
    expect(findingsOf({ lookup, modules: [module] }).breaches?.[0]?.facts).toEqual([told, old]);
  });

  it('is the kinds of data, and that malware collected them, as far as a source tells', () => {
    expect(FACTS.map(exposedText)).toEqual(['Email addresses, Passwords', 'stealer log · Passwords\u001b[31m', null]);
    expect(exposedText({ dataClasses: null, stealerLog: true })).toBe('stealer log');
  });

  it('is in the report, where nothing is known too', () => {
    const report = reportHtml(BODY);
    expect(report).toContain('<td>6 May 2019</td><td>Shop</td><td>Email addresses, Passwords</td>');
    expect(report).toContain('<td>1 Jan 2012</td><td>Old</td><td>not known</td>');
  });

  it('is in the terminal, and changes nothing of it', () => {
    const text = renderSeveral(BODY);
    const lines = stripVTControlCharacters(text);
    expect(lines).toContain('2019-05-06  Shop  Email addresses, Passwords\n');
    expect(lines).toMatch(/2021-01-01 {2}Logs {2}stealer log · Passwords/);
    expect(lines).toContain('2012-01-01  Old\n');
    expect(text).not.toContain('Passwords\u001b[31m');
  });
});
