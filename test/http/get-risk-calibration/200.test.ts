/** What an account's outcomes say of the reasons, and the model that it may take from them. */
import { describe, expect, it } from 'vitest';
import { MODEL_VERSION, SIGNAL_CODES } from '../../../src/facts/risk/signals.js';
import { CONTRARY_RATES, drawPopulation, DRAWN, RATES, SHIPPED_RATES, storePopulation } from '../../support/labelled-population.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { callerOf } from '../../support/http/callers.js';

interface Body {
  modelVersion: string;
  outcomes: object;
  reasons: {
    code: string;
    weight: number;
    suggestedWeight: number | null;
    likelihood: { ratio: number; low: number; high: number } | null;
  }[];
  suggestion: { modelVersion: string; effect: { lookups: number; raised: number; lowered: number } } | null;
}

describe('getRiskCalibration', () => {
  const service = sharedBareApi();

  async function labelled(ofEach: number, rates = RATES, of?: { readonly key: string; readonly accountId: string }) {
    const account = of ?? (await service().account());
    const population = drawPopulation(2, ofEach, rates);
    const ids = await storePopulation(service().sql, await callerOf(service().record, account.key), population);
    for (let from = 0; from < ids.length; from += 1_000) {
      const outcomes = ids.slice(from, from + 1_000).map((lookupId, index) => ({
        lookupId,
        outcome: population[from + index]?.isGood ? 'legitimate' : 'chargeback',
      }));
      const { body } = await service().call('POST', '/v2/lookups/outcomes', { key: account.key, body: { outcomes } });
      expect(body).toMatchObject({ recorded: outcomes.length });
    }
    return account;
  }
  const read = async (key: string) => (await service().call('GET', '/v2/risk/calibration', { key })).body as Body;

  it('says nothing of any reason to an account with too few outcomes', async () => {
    const { key } = await labelled(20);
    const { outcomes, reasons, suggestion } = await read(key);
    expect({ outcomes, suggestion }).toEqual({ outcomes: { good: 20, bad: 20 }, suggestion: null });
    expect(reasons.map(({ code }) => code)).toEqual(SIGNAL_CODES);
    expect(reasons.every(({ likelihood, suggestedWeight }) => likelihood === null && suggestedWeight === null)).toBe(true);
  });

  it('suggests a model, which an admin takes and gives back, each by its name', async () => {
    const { key, accountId } = await labelled(400);
    const { modelVersion, reasons, suggestion } = await read(key);
    expect(modelVersion).toBe(MODEL_VERSION);
    expect(
      reasons
        .filter(({ likelihood }) => likelihood)
        .map(({ code }) => code)
        .sort(),
    ).toEqual([...DRAWN].sort());
    const { modelVersion: suggested, effect } = suggestion ?? expect.fail();
    expect(effect).toMatchObject({ lookups: 800 });
    expect(effect.raised + effect.lowered).toBeGreaterThan(0);
    const { key: writing } = await service().keyOf(accountId, ['account:write']);
    const choose = (version: string) => service().call('PUT', '/v2/risk/model', { key: writing, body: { modelVersion: version } });
    expect((await choose(suggested)).body).toEqual({ modelVersion: suggested });
    const own = await read(key);
    expect({ modelVersion: own.modelVersion, suggestion: own.suggestion }).toEqual({ modelVersion: suggested, suggestion: null });
    expect(own.reasons.map(({ weight }) => weight)).toEqual(reasons.map(({ suggestedWeight }) => suggestedWeight));
    const { body } = await service().call('POST', '/v2/lookup', { key, body: { identities: { usernames: ['ada'] } } });
    const { lookupId } = body as { lookupId: string };
    expect((await service().call('GET', `/v2/lookup/${lookupId}`, { key })).body).toMatchObject({ risk: { modelVersion: suggested } });
    expect((await choose(MODEL_VERSION)).body).toEqual({ modelVersion: MODEL_VERSION });
    expect(await read(key)).toMatchObject({ modelVersion: MODEL_VERSION, suggestion: { modelVersion: suggested } });
    for (const unknown of [`${MODEL_VERSION}+00000000`, `${MODEL_VERSION}+`, '2020-01.1', ''])
      expectRefusal(await choose(unknown), 'not_found');
    expectRefusal(await service().call('PUT', '/v2/risk/model', { key, body: { modelVersion: suggested } }), 'insufficient_scope');
    const other = await service().account();
    const { key: theirs } = await service().keyOf(other.accountId, ['account:write']);
    expectRefusal(await service().call('PUT', '/v2/risk/model', { key: theirs, body: { modelVersion: suggested } }), 'not_found');
  });

  it('suggests to go back to the shipped model once newer outcomes speak for it, and not because older ones are gone', async () => {
    const account = await labelled(300, CONTRARY_RATES);
    const { key: writing } = await service().keyOf(account.accountId, ['account:write']);
    const choose = (modelVersion: string) => service().call('PUT', '/v2/risk/model', { key: writing, body: { modelVersion } });
    const { modelVersion: own } = (await read(account.key)).suggestion ?? expect.fail();
    expect((await choose(own)).status).toBe(200);
    await service().sql`UPDATE lookups SET accepted_at = now() - interval '91 days' WHERE account_id = ${account.accountId}`;
    expect(await read(account.key)).toMatchObject({ modelVersion: own, outcomes: { good: 0, bad: 0 }, suggestion: null });

    await labelled(1_500, SHIPPED_RATES, account);
    const { modelVersion, reasons, suggestion } = await read(account.key);
    expect({ modelVersion, suggested: suggestion?.modelVersion }).toEqual({ modelVersion: own, suggested: MODEL_VERSION });
    expect(suggestion?.effect.raised).toBeGreaterThan(0);
    const { suggestedWeight, weight } = reasons.find(({ code }) => code === 'disposable_mailbox') ?? expect.fail();
    expect(suggestedWeight).toBe(24);
    expect(weight).toBeLessThan(24);
    expect((await choose(MODEL_VERSION)).body).toEqual({ modelVersion: MODEL_VERSION });
    expect(await read(account.key)).toMatchObject({ modelVersion: MODEL_VERSION, suggestion: null });
  });
});
