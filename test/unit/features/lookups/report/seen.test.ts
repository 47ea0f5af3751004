/** How often an identity was looked up before, in the words of pages, the report and the terminal. */
import { describe, expect, it } from 'vitest';
import { renderSeen } from '../../../../../src/cli/lookup-report.js';
import { seenText } from '../../../../../src/features/lookups/report/labels.js';
import { reportHtml } from '../../../../../src/features/lookups/report/report-html.js';
import type { LookupBodyV2, ShownIdentity } from '../../../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { FINISHED_V2 } from '../../../../../src/features/lookups/routes/shared/v2/examples.js';

const SEEN = { first: '2026-03-04T23:59:59.999Z', last: '2026-11-04T00:00:00.000Z', count: 3, complete: true };

describe('how often an identity was looked up before', () => {
  it.each([
    [SEEN, 'looked up 3 times before, first on 4 Mar 2026'],
    [{ ...SEEN, count: 1 }, 'looked up once before, first on 4 Mar 2026'],
    [{ ...SEEN, count: 1_000, complete: false }, 'looked up at least 1,000 times before'],
    [{ first: null, last: null, count: 0, complete: false }, null],
    [null, null],
    [undefined, null],
  ] satisfies [ShownIdentity['seen'], string | null][])('%j is told as %j', (seen, text) => {
    expect(seenText({ seen })).toBe(text);
  });

  it('is in the report and in the terminal beside its identity, and in neither where it was not', () => {
    const body: LookupBodyV2 = { ...FINISHED_V2, identities: FINISHED_V2.identities.map((each) => ({ ...each, seen: SEEN })) };
    expect(reportHtml(body)).toContain('looked up 3 times before, first on 4 Mar 2026');
    expect(renderSeen(body).join()).toContain(`${body.identities[0]?.value}: looked up 3 times before`);
    expect(reportHtml(FINISHED_V2)).not.toContain('before, first');
    expect(renderSeen(FINISHED_V2)).toEqual([]);
  });
});
