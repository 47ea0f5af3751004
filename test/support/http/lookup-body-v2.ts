import { expect } from 'vitest';
import { INCONCLUSIVE_REASONS } from '../../../src/engine/evaluation/verdict.js';
import type { LookupBodyV2 } from '../../../src/features/lookups/routes/shared/v2/body-schemas.js';

/** What follows from the parts of any v2 body, whatever was looked up. */
export function expectBodyV2(body: LookupBodyV2): void {
  const { results, omissions, risk, identities, status } = body;
  const keyOf = ({ identity, platform }: { identity: { type: string; value: string }; platform: string }): string =>
    `${platform} ${identity.type} ${identity.value}`;
  const keys = results.map(keyOf);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { identity } of results) {
    expect(identities).toContainEqual(expect.objectContaining({ type: identity.type, value: identity.value }));
  }
  expect(Object.values(omissions.byReason).reduce((sum, count) => sum + count, 0)).toBe(omissions.total);
  expect(Object.keys(omissions.byReason)).toEqual(INCONCLUSIVE_REASONS.filter((reason) => reason in omissions.byReason));
  expect({ answered: body.answered, omitted: body.omitted }).toEqual({ answered: results.length, omitted: omissions.total });
  if (status === 'finished') expect(body.planned).toBe(results.length + omissions.total);
  expect(body.matches).toBe(body.hits.length);
  expect(new Set(results.filter(({ registered }) => registered).map(({ platform }) => platform))).toEqual(new Set(body.hits));
  if (status === 'finished') expect(body.platformsPending).toBe(0);
  expect(body.finishedAt === null).toBe(status === 'processing');
  expect(body.platformsChecked).toBeLessThanOrEqual(new Set(results.map(({ platform }) => platform)).size);
  expect(risk.coverage).toEqual({ planned: body.planned ?? 0, answered: body.answered, omitted: body.omitted });
  expect(risk.reasons.reduce((sum, { impact }) => sum + impact, 0)).toBe(risk.score ?? 0);
  if (body.answered > 0) expect(risk.score).not.toBeNull();
}
