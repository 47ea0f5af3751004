import { describe, expect, it } from 'vitest';
import { lookupEvidence } from '../../../src/features/lookups/routes/get-lookup-evidence.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { outcome } from '../../stores/support/record.js';

const PLATFORMS = Array.from({ length: 400 }, (_, n) => `site-${n}`);

describe('getLookupEvidence', () => {
  const service = sharedBareApi();

  /** A lookup that has the answers of these platforms, and its evidence. */
  async function evidenceOf(platforms: readonly string[]) {
    const { key } = await service().account();
    const { body } = await service().call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['ada-example'] } } });
    const { lookupId } = body as { lookupId: string };
    const targets = platforms.map((platform) => ({ platform, subjects: ['username' as const] }));
    await service().record.writer.savePlan(lookupId, { targets, modules: ['footprint'] });
    const omitted = { state: 'inconclusive', reason: 'timeout', evidence: null } as const;
    const answers = platforms.map((platform, n) => outcome(platform, n % 2 === 0 ? {} : omitted));
    await service().record.writer.record(lookupId, answers);
    return { lookupId, response: await service().call('GET', `/v2/lookup/${lookupId}/evidence`, { key }) };
  }

  it('shows each check with what it rests on, and is sent as it is made, so that thousands hold nobody up', async () => {
    const { lookupId, response } = await evidenceOf(PLATFORMS);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('content-length')).toBeNull();
    const { checks, ...others } = lookupEvidence.strict().parse(response.body);
    expect(others).toEqual({ lookupId });
    expect(checks.map(({ platform }) => platform).sort()).toEqual([...PLATFORMS].sort());
    expect(checks.find(({ platform }) => platform === 'site-0')).toMatchObject({
      state: 'registered',
      reason: null,
      queryType: 'username',
    });
    expect(checks.find(({ platform }) => platform === 'site-1')).toMatchObject({ state: 'omitted', reason: 'timeout', evidence: null });
  });

  it('has no checks while none has ended', async () => {
    const { lookupId, response } = await evidenceOf([]);
    expect([response.status, response.body]).toEqual([200, { lookupId, checks: [] }]);
  });
});
