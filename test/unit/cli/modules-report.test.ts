import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { renderModules } from '../../../src/cli/modules-report.js';
import { FINISHED } from '../../../src/api/openapi/v1-notes.js';
import { ipDetailsOf, LINE, MAILBOX } from '../../support/enrichment.js';

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
