/** How lookups turned out, on Postgres: kept once, gone with whom they are about, and what is learnt from them in one account alone. */
import { afterAll, describe, expect, it } from 'vitest';
import { LEAST_OF_EACH, MAX_OF_EACH } from '../../src/facts/risk/calibration.js';
import { MODEL_VERSION } from '../../src/facts/risk/signals.js';
import type { Caller } from '../../src/features/accounts/accounts.js';
import { presentV2, summaryOf } from '../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { MAX_MODELS } from '../../src/features/outcomes/outcome.js';
import { calibrate, chooseModel } from '../../src/features/outcomes/use-cases/calibrate.js';
import { recordOutcomes, type SentOutcome } from '../../src/features/outcomes/use-cases/record-outcomes.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { openStores } from '../../src/wiring/stores.js';
import { requestOf } from '../support/fixtures.js';
import { drawPopulation, DRAWN, type Labelled, RATES, storePopulation } from '../support/labelled-population.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { email, erasing } from './support/erasing.js';
import { acceptOne, makeCaller, openTestRecords, outcome } from './support/record.js';

const { record, url } = await openTestRecords();
const { sql } = record.database;
const catalogue = { platforms: [], get: () => undefined };
const ctx = { ...record, catalogue };
const rowsOf = (caller: Caller) =>
  sql<{ lookup_id: string }[]>`SELECT * FROM lookup_outcomes WHERE account_id = ${caller.accountId} ORDER BY lookup_id`.then((rows) => [
    ...rows,
  ]);
const report = async (caller: Caller, sent: readonly SentOutcome[]) =>
  (await recordOutcomes(ctx, caller, sent)).map((fault) => fault?.code ?? null);

/** Lookups of an account with outcomes. @returns what was sent */
async function labelled(caller: Caller, population: readonly Labelled[]): Promise<SentOutcome[]> {
  const ids = await storePopulation(sql, caller, population);
  const sent = ids.map(
    (lookupId, index): SentOutcome => ({
      lookupId,
      outcome: population[index]?.isGood ? 'legitimate' : ((['fraud', 'chargeback', 'account_takeover'] as const)[index % 3] ?? 'fraud'),
    }),
  );
  expect((await report(caller, sent)).filter(Boolean)).toEqual([]);
  return sent;
}

describe('an outcome', () => {
  it('is kept once for each lookup: sent again it changes nothing, another replaces it, and null takes it back', async () => {
    const caller = await makeCaller(record, 'growth');
    const lookupId = await acceptOne(record, caller);
    await report(caller, [{ lookupId, outcome: 'fraud' }]);
    const first = await rowsOf(caller);
    expect(await report(caller, [{ lookupId, outcome: 'fraud' }])).toEqual([null]);
    expect(await rowsOf(caller)).toEqual(first);
    await report({ ...caller, apiKeyId: 'key_second' }, [{ lookupId, outcome: 'legitimate' }]);
    expect(await rowsOf(caller)).toMatchObject([{ outcome: 'legitimate', api_key_id: 'key_second' }]);
    await record.outcomes.withdraw(lookupId);
    expect(await record.outcomes.of(lookupId)).toEqual({ outcome: null, recordedAt: null });
  });

  it('of many lookups is the same twice, also by several at once, and a fault of one keeps no other from being kept', async () => {
    const [caller, other] = [await makeCaller(record, 'growth'), await makeCaller(record, 'growth')];
    const sent = await labelled(caller, drawPopulation(1, 40));
    const first = await rowsOf(caller);
    await Promise.all([report(caller, sent), report(caller, sent.toReversed())]);
    expect(await rowsOf(caller)).toEqual(first);
    const [one, two] = sent as [SentOutcome, SentOutcome];
    const foreign = { lookupId: await acceptOne(record, other), outcome: 'fraud' } as const;
    const codes = await report(caller, [
      { ...one, outcome: 'chargeback' },
      foreign,
      { lookupId: 'lkp_00000000000000000000000000', outcome: 'fraud' },
      one,
      { ...two, outcome: 'wrong_result' },
      { ...two, platform: 'example' },
    ]);
    expect(codes).toEqual([null, 'not_found', 'not_found', 'invalid_parameter', 'invalid_parameter', 'invalid_parameter']);
    expect((await record.outcomes.of(one.lookupId)).outcome).toBe('chargeback');
    expect(await rowsOf(other)).toEqual([]);
  });

  it('is not kept by a key for lookups of another key', async () => {
    const caller = await makeCaller(record, 'growth');
    const lookupId = await acceptOne(record, caller);
    expect(await report({ ...caller, onlyKey: 'key_other' }, [{ lookupId, outcome: 'fraud' }])).toEqual(['not_found']);
    expect(await rowsOf(caller)).toEqual([]);
  });

  it('of a wrong result disputes it, once, and says nothing about the person', async () => {
    const caller = await makeCaller(record, 'growth');
    const lookupId = await acceptOne(record, caller);
    await record.writer.savePlan(lookupId, { targets: [{ platform: 'site', subjects: ['username'] }], modules: ['footprint'] });
    await record.writer.record(lookupId, [outcome('site', { checkedAt: new Date() })]);
    const wrong = { lookupId, outcome: 'wrong_result', platform: 'site', note: 'closed in March' } as const;
    expect(await report(caller, [wrong])).toEqual([null]);
    expect(await report(caller, [wrong])).toEqual([null]);
    expect(await record.disputes.of(lookupId)).toMatchObject([{ platform: 'site', note: 'closed in March' }]);
    expect(await report(caller, [{ ...wrong, platform: 'elsewhere' }])).toEqual(['not_found']);
    expect(await calibrate(ctx, caller)).toMatchObject({ good: 0, bad: 0 });
  });

  it('of many wrong results ends with who sent them: each is disputed in a turn of its own', async () => {
    const caller = await makeCaller(record, 'growth');
    const about = async () => {
      const lookupId = await acceptOne(record, caller);
      await record.writer.savePlan(lookupId, { targets: [{ platform: 'site', subjects: ['username'] }], modules: ['footprint'] });
      await record.writer.record(lookupId, [outcome('site', { checkedAt: new Date() })]);
      return lookupId;
    };
    const ids = [await about(), await about(), await about()];
    const leaving = new AbortController();
    const limitRead = async <T>(read: () => Promise<T>): Promise<T> => {
      const made = await read();
      leaving.abort();
      return made;
    };
    const sent = ids.map((lookupId): SentOutcome => ({ lookupId, outcome: 'wrong_result', platform: 'site' }));
    await expect(recordOutcomes(ctx, caller, sent, { limitRead, ended: leaving.signal })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    const disputed = await Promise.all(ids.map(async (id) => (await record.disputes.of(id)).length));
    expect(disputed).toEqual([1, 0, 0]);
    expect(await rowsOf(caller)).toEqual([]);
    expect(await report(caller, sent)).toEqual([null, null, null]);
    expect(await rowsOf(caller)).toHaveLength(3);
  });

  it('goes with its lookup: deleted, past its retention, or erased, and the receipt counts it', async () => {
    const caller = await makeCaller(record, 'growth');
    const about = (address: string) =>
      acceptOne(record, caller, requestOf({ subjects: { email: address }, query: address, queryType: 'email' }));
    const [deleted, expired, erased] = [await about('a@example.com'), await about('b@example.com'), await about('ada@example.com')];
    for (const lookupId of [deleted, expired, erased]) {
      await record.writer.savePlan(lookupId, { targets: [], modules: [] });
      await record.writer.finish(lookupId);
      await report(caller, [{ lookupId, outcome: 'fraud' }]);
    }
    await record.remover.remove(caller, deleted);
    await sql`UPDATE lookups SET accepted_at = now() - interval '40 days' WHERE id = ${expired}`;
    await record.accountRetention.set(30, caller.accountId);
    await record.retention.deleteExpired();
    expect((await rowsOf(caller)).map((row) => row.lookup_id)).toEqual([erased]);
    const { counts } = await erasing(record).erase(email('ada@example.com'), caller.accountId);
    expect(counts).toMatchObject({ lookups: 1, outcomes: 1 });
    expect(await rowsOf(caller)).toEqual([]);
  });
});

describe('what outcomes teach', () => {
  it('is nothing while there are too few', async () => {
    const caller = await makeCaller(record, 'growth');
    await labelled(caller, drawPopulation(1, LEAST_OF_EACH - 1));
    const { good, bad, reasons, suggestion } = await calibrate(ctx, caller);
    expect({ good, bad, suggestion }).toEqual({ good: LEAST_OF_EACH - 1, bad: LEAST_OF_EACH - 1, suggestion: null });
    expect(reasons.every(({ likelihood }) => likelihood === null)).toBe(true);
  });

  it('are the ratios of the population, in ten populations, each within its interval as often as the interval says', async () => {
    let covered = 0;
    for (let seed = 11; seed <= 20; seed += 1) {
      const caller = await makeCaller(record, 'growth');
      await labelled(caller, drawPopulation(seed, 300));
      const { reasons } = await calibrate(ctx, caller);
      const found = reasons.flatMap(({ code, likelihood }) => (likelihood ? [{ code, ...likelihood }] : []));
      expect(found.map(({ code }) => code).sort()).toEqual([...DRAWN].sort());
      for (const { code, low, high, of } of found) {
        expect(of).toEqual({ good: 300, bad: 300 });
        const ratio = (RATES[code]?.bad ?? 0) / (RATES[code]?.good ?? 1);
        covered += Number(low <= ratio && ratio <= high);
      }
    }
    expect(covered).toBeGreaterThanOrEqual(108);
  });

  it('forgets lookups that are gone or older than 90 days, of test keys, and with a wrong result', async () => {
    const caller = await makeCaller(record, 'growth');
    const sent = await labelled(caller, drawPopulation(2, 40));
    const [old, tested, wrong, gone] = sent.map(({ lookupId }) => lookupId) as [string, string, string, string];
    await sql`UPDATE lookups SET accepted_at = now() - interval '91 days' WHERE id = ${old}`;
    await sql`UPDATE lookups SET is_test = true WHERE id = ${tested}`;
    await sql`UPDATE lookup_outcomes SET outcome = 'wrong_result' WHERE lookup_id = ${wrong}`;
    await record.remover.remove(caller, gone);
    const { good, bad } = await calibrate(ctx, caller);
    expect({ good, bad }).toEqual({ good: 38, bad: 38 });
  });

  it('comes from the newest good and bad outcomes alone: of any number, so many are read', async () => {
    const caller = await makeCaller(record, 'growth');
    const earlier = await labelled(caller, drawPopulation(8, 20, { tor_exit: { good: 1, bad: 1 } }));
    const ids = earlier.map(({ lookupId }) => lookupId);
    await sql`UPDATE lookup_outcomes SET recorded_at = now() - interval '1 hour' WHERE lookup_id = ANY(${ids}::text[])`;
    await labelled(caller, drawPopulation(9, MAX_OF_EACH - 10, { vpn: { good: 0.1, bad: 0.2 } }));
    const { good, bad, reasons } = await calibrate(ctx, caller);
    expect({ good, bad }).toEqual({ good: MAX_OF_EACH, bad: MAX_OF_EACH });
    expect((await record.outcomes.tallies(caller)).tallies).toMatchObject({ tor_exit: { good: 10, bad: 10 } });
    expect(reasons.find(({ code }) => code === 'vpn')?.likelihood?.of).toEqual({ good: MAX_OF_EACH, bad: MAX_OF_EACH });
  });

  it('comes from one account: the outcomes of another move nothing of it, nor does its model', async () => {
    const [caller, other] = [await makeCaller(record, 'growth'), await makeCaller(record, 'growth')];
    await labelled(caller, drawPopulation(3, 200));
    const before = await calibrate(ctx, caller);
    await labelled(other, drawPopulation(4, 400, { tor_exit: { good: 0.9, bad: 0.01 } }));
    const { model } = (await calibrate(ctx, other)).suggestion ?? expect.fail();
    await chooseModel(ctx, other, model.version);
    expect(await calibrate(ctx, caller)).toEqual(before);
    expect(before.inForce.version).toBe(MODEL_VERSION);
    await expect(chooseModel(ctx, caller, model.version)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a model of an account’s own', () => {
  const stores = openStores(readConfig({ DATABASE_URL: url, DATABASE_POOL: '2', SECRETS_KEY: TEST_SECRETS_KEY }), 'scoring', {
    summaryOf: (snapshot) => summaryOf(snapshot, catalogue),
  });
  afterAll(() => stores.database.close());

  async function scored(caller: Caller): Promise<string> {
    const lookupId = await acceptOne(record, caller, requestOf({ subjects: { username: 'ada' }, query: 'ada' }));
    const platforms = Array.from({ length: 25 }, (_, index) => `site-${index}`);
    await stores.writer.savePlan(lookupId, {
      targets: platforms.map((platform) => ({ platform, subjects: ['username'] as const })),
      modules: ['footprint'],
    });
    await stores.writer.record(
      lookupId,
      platforms.map((platform) => outcome(platform, { state: 'not_registered', checkedAt: new Date() })),
    );
    await stores.writer.finish(lookupId);
    return lookupId;
  }
  const riskOf = async (lookupId: string) => {
    const { risk } = presentV2((await record.reader.snapshot(lookupId)) ?? expect.fail(), catalogue);
    const [row] = await sql`SELECT risk_score AS score, risk_model AS "modelVersion" FROM lookups WHERE id = ${lookupId}`;
    expect(row).toEqual({ score: risk.score, modelVersion: risk.modelVersion });
    return { score: risk.score, version: risk.modelVersion };
  };

  it('scores what is accepted from then on and is named in it; earlier lookups keep theirs, and it can go back', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    const earlier = await scored(caller);
    expect(await riskOf(earlier)).toEqual({ score: 34, version: MODEL_VERSION });
    await labelled(caller, drawPopulation(5, 400, { no_accounts_of_many: { good: 0.02, bad: 0.4 } }));
    const { suggestion } = await calibrate(ctx, caller);
    const { model } = suggestion ?? expect.fail();
    expect(model.version).toMatch(new RegExp(`^${MODEL_VERSION.replace('.', '\\.')}\\+[0-9a-f]{8}$`));
    await chooseModel(ctx, caller, model.version);
    const later = await scored(caller);
    expect(await riskOf(later)).toEqual({ score: 25 + model.points.no_accounts_of_many, version: model.version });
    expect(model.points.no_accounts_of_many).not.toBe(9);
    expect(await riskOf(earlier)).toEqual({ score: 34, version: MODEL_VERSION });
    // Chosen, it is not suggested any more, and choosing it again adds nothing.
    expect(await calibrate(ctx, caller)).toMatchObject({ inForce: { version: model.version }, suggestion: null });
    await chooseModel(ctx, caller, model.version);
    await chooseModel(ctx, caller, MODEL_VERSION);
    expect(await sql`SELECT version FROM risk_models WHERE account_id = ${caller.accountId} ORDER BY since`).toMatchObject([
      { version: model.version.split('+')[1] },
      { version: null },
    ]);
    expect(await riskOf(await scored(caller))).toEqual({ score: 34, version: MODEL_VERSION });
    expect(await riskOf(later)).toEqual({ score: 25 + model.points.no_accounts_of_many, version: model.version });
    await chooseModel(ctx, caller, model.version);
    expect((await riskOf(await scored(caller))).version).toBe(model.version);
  });

  it('is one of the latest: of a thousand changes the first are forgotten', async () => {
    const caller = await makeCaller(record, 'growth');
    await sql`
      INSERT INTO risk_models (account_id, api_key_id, version, weights, since)
      SELECT ${caller.accountId}, 'key', 'v' || n, '{"vpn": 1}', now() - make_interval(mins => n) FROM generate_series(1, ${2 * MAX_MODELS}::int) n`;
    await chooseModel(ctx, caller, `${MODEL_VERSION}+v${MAX_MODELS - 1}`);
    const rows = await sql`SELECT version FROM risk_models WHERE account_id = ${caller.accountId} ORDER BY since DESC`;
    expect(rows).toHaveLength(MAX_MODELS);
    expect([rows[0], rows.at(-1)]).toEqual([{ version: `v${MAX_MODELS - 1}` }, { version: `v${MAX_MODELS - 1}` }]);
    await expect(chooseModel(ctx, caller, `${MODEL_VERSION}+v${MAX_MODELS}`)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('shows before what it would have changed, as choosing it then does', async () => {
    const caller = await makeCaller(record, 'higher_volume');
    await labelled(caller, drawPopulation(6, 700));
    const { suggestion, inForce } = await calibrate(ctx, caller);
    const { model, effect } = suggestion ?? expect.fail();
    expect(effect.lookups).toBe(1_000);
    expect(effect.raised).toBeGreaterThan(0);
    expect(effect.lowered).toBeGreaterThan(0);
    expect(effect.raised + effect.lowered).toBeLessThanOrEqual(1_000);
    expect(effect.levels.every(({ from, to }) => from !== to)).toBe(true);
    const latest = await record.outcomes.latestScored(caller);
    const changed = latest.filter(({ trace }) => {
      const codes = Object.keys(trace).flatMap((name) => DRAWN.filter((code) => code === name));
      return codes.some((code) => model.points[code] !== inForce.points[code]);
    });
    expect(effect.raised + effect.lowered).toBeLessThanOrEqual(changed.length);
    // The same outcomes suggest the same weights, by name.
    expect((await calibrate(ctx, caller)).suggestion).toEqual(suggestion);
  });

  it('keeps of a finished lookup which reasons stood, and which modules had evidence', async () => {
    const lookupId = await scored(await makeCaller(record, 'higher_volume'));
    expect(await sql`SELECT risk_trace FROM lookups WHERE id = ${lookupId}`).toMatchObject([
      { risk_trace: { footprint: 1, no_accounts_of_many: 1 } },
    ]);
  });
});
