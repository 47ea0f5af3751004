import { expect } from 'vitest';
import type { LookupBodyV2 } from '../../../src/domain/v2/lookup-body.js';

/** What follows from the parts of any v2 body, whatever was looked up. */
export function expectBodyV2(body: LookupBodyV2): void {
  const { results, omissions, risk, identities, status } = body;
  const keyOf = ({ identity, platform }: { identity: { type: string; value: string }; platform: string }): string =>
    `${platform} ${identity.type} ${identity.value}`;
  const keys = [...results, ...omissions].map(keyOf);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { identity } of [...results, ...omissions]) {
    expect(identities).toContainEqual(expect.objectContaining({ type: identity.type, value: identity.value }));
  }
  for (const { code, message } of omissions) {
    expect(code).toMatch(/^[a-z_]+$/);
    expect(message).toMatch(/^[A-Z].+\.$/);
  }
  expect(body.matches).toBe(body.hits.length);
  expect(new Set(results.filter(({ registered }) => registered).map(({ platform }) => platform))).toEqual(new Set(body.hits));
  if (status === 'finished') expect(body.platformsPending).toBe(0);
  expect(body.finishedAt === null).toBe(status === 'processing');
  if (risk === null) return;
  expect(risk.reasons.reduce((sum, { impact }) => sum + impact, 0)).toBe(risk.score);
  expect(risk.coverage.answered).toBe(results.length);
  expect(risk.coverage.omitted).toBe(omissions.length);
  if (status === 'finished') expect(risk.coverage.planned).toBe(results.length + omissions.length);
}
