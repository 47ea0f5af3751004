import { describe, expect, it } from 'vitest';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';

describe('getPlatform', () => {
  const api = sharedBareApi();
  const SLUG = 'site-0001';

  it('is the platform as the list has it, without a history before its first control, and bills nothing', async () => {
    const { key, accountId } = await api().account();
    const response = await api().call('GET', `/v2/platforms/${SLUG}`, { key });
    expect(response.status).toBe(200);
    expectCommonHeaders(response);
    const { history, shadow, replaced, disabled, disputes, ...platform } = response.body as Record<string, unknown>;
    expect(disputes).toBe(0);
    expect([history, shadow, replaced, disabled]).toEqual([[], [], false, null]);
    const { platforms } = (await api().call('GET', '/v2/platforms', { key })).body as { platforms: { platform: string }[] };
    expect(platform).toEqual(platforms.find((each) => each.platform === SLUG));
    await expectUnbilled(api(), accountId);
  });

  it('has what the last controls showed by egress pool, answers to lookups, and the alert', async () => {
    const { key } = await api().account();
    const { record, sql } = api();
    const sample = { requests: 2, answered: 2, registered: 1, latencyMs: 40, rule: 'abc' };
    await record.health.add(SLUG, 'username', { ...sample, at: '2030-01-01T00:00:00.000Z', state: 'passed' });
    await record.health.add(SLUG, 'username', { ...sample, at: '2030-01-02T00:00:00.000Z', state: 'failed', registered: 2 });
    // As earlier releases stored controls of rules that lookups did not use.
    const early = JSON.stringify([{ ...sample, at: '2030-01-03T00:00:00.000Z', state: 'failed', shadow: true }]);
    await sql`UPDATE platform_health SET controls = ${early}::jsonb || controls WHERE platform = ${SLUG}`;
    await record.health.setAlert(SLUG, 'username', { at: '2030-01-02T00:00:00.000Z', now: 1, before: 0.1 });
    await sql`
      INSERT INTO platform_answers (egress, platform, query_type, day, answered, registered) VALUES (${record.egress}, ${SLUG}, 'username', '2030-01-02', 40, 10)`;
    const { body } = await api().call('GET', `/v2/platforms/${SLUG}`, { key });
    expect((body as { history: unknown }).history).toEqual([
      {
        queryType: 'username',
        egressPool: record.egress,
        controls: 2,
        passed: 1,
        failed: 1,
        answerRate: 1,
        registeredShare: 0.75,
        medianLatencyMs: 40,
        failingSince: '2030-01-02T00:00:00.000Z',
        absenceUnrecognisedSince: null,
        lookups: { answered: 40, registeredShare: 0.25 },
        alert: { at: '2030-01-02T00:00:00.000Z', now: 1, before: 0.1 },
        recent: [
          { at: '2030-01-02T00:00:00.000Z', state: 'failed', latencyMs: 40, shadow: false },
          { at: '2030-01-01T00:00:00.000Z', state: 'passed', latencyMs: 40, shadow: false },
        ],
      },
    ]);
  });

  it('says since when it is switched off, and why', async () => {
    const { key } = await api().account();
    const { since } = await api().record.switches.switchOff({ platform: 'site-0002', by: null, reason: 'it asked us to stop' });
    const { body } = await api().call('GET', '/v2/platforms/site-0002', { key });
    expect(body).toMatchObject({ disabled: { since: since.toISOString(), reason: 'it asked us to stop' } });
  });

  it('of a slug that the catalogue does not have is not found', async () => {
    const { key } = await api().account();
    for (const slug of ['no-such-platform', '__proto__', 'constructor', '%00'])
      expect(await api().call('GET', `/v2/platforms/${slug}`, { key })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
  });
});
