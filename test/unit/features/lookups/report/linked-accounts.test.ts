/** Linked accounts in what people take away from a lookup: the HTML report and the CSV file. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { FINISHED_V2 } from '../../../../../src/features/lookups/routes/shared/v2/examples.js';
import { reportHtml } from '../../../../../src/features/lookups/report/report-html.js';
import { resultsCsv } from '../../../../../src/features/lookups/report/results-csv.js';
import type { LookupBodyV2 } from '../../../../../src/features/lookups/routes/shared/v2/body-schemas.js';

const HOSTILE = '=1+1<img src=x onerror=alert(1)>"\'\u202Etxt';
const [linked] = FINISHED_V2.linkedAccounts;
if (!linked) throw new Error('the example of a body has no linked account');
const withLinkedAccounts = (...linkedAccounts: Partial<LookupBodyV2['linkedAccounts'][number]>[]): LookupBodyV2 => ({
  ...FINISHED_V2,
  linkedAccounts: linkedAccounts.map((more) => ({ ...linked, ...more })),
});
const rowsOf = (body: LookupBodyV2) => parse(resultsCsv(body), { columns: true }) as Record<string, string>[];

describe('the HTML report', () => {
  it('shows each linked account with a link that this service made, and with the platform that revealed it', () => {
    const url = 'https://github.com/ada-x';
    const report = reportHtml(
      withLinkedAccounts({ handle: 'ada-x', url, source: { platform: 'forum', name: 'The Forum', url: null } }),
    ).replaceAll('<wbr>', '');
    expect(report).toContain('<h2>Linked accounts (1)</h2>');
    expect(report).toContain(`<a href="${url}" rel="noopener noreferrer nofollow">github.com/ada-x</a>`);
    expect(report).toContain(`The Forum, probed for ${linked.identity.value}`);
  });

  it('says nothing of linked accounts without any, and is otherwise the same: they are in no count', () => {
    const [without, some] = [reportHtml(withLinkedAccounts()), reportHtml(withLinkedAccounts({}, { handle: 'another' }))];
    expect(without).not.toContain('Linked accounts');
    expect(some.replace(/<section><h2>Linked accounts.*?<\/section>/s, '')).toBe(without);
  });

  it('shows hostile handles, names and addresses as text', () => {
    const source = { platform: 'forum', name: HOSTILE, url: 'javascript:alert(1)' };
    const report = reportHtml(withLinkedAccounts({ handle: HOSTILE, name: HOSTILE, url: 'javascript:alert(1)', source }));
    expect(report).not.toMatch(/<img|javascript:/);
    expect(report.split('&lt;img src=x onerror=alert(1)&gt;')).toHaveLength(4);
  });
});

describe('the CSV file', () => {
  it('has a row for each linked account, last, without an answer, so that nobody counts it', () => {
    const [without, rows] = [rowsOf(withLinkedAccounts()), rowsOf(withLinkedAccounts({ handle: 'ada-x' }))];
    const { identity, platform, name, checkedAt, source } = linked;
    expect(without.map((row) => row['linked_account'])).toEqual(without.map(() => ''));
    expect(rows).toEqual([
      ...without,
      {
        identity_type: identity.type,
        identity: identity.value,
        platform,
        name,
        answer: '',
        method: '',
        checked_at: checkedAt,
        from_cache: '',
        derived_username: '',
        linked_account: 'ada-x',
        linked_account_source: source.platform,
        ...Object.fromEntries(
          ['profile_url', 'display_name', 'created_at', 'created_year', 'last_active_at', 'state'].map((name) => [name, '']),
        ),
      },
    ]);
  });

  it('makes no formula of a handle', () => {
    expect(rowsOf(withLinkedAccounts({ handle: HOSTILE })).at(-1)?.['linked_account']).toBe(`'${HOSTILE}`);
  });
});
