/** Outcomes of many lookups, as JSON and as a file: each line kept or refused for its own reason. */
import { describe, expect, it } from 'vitest';
import { drawPopulation, storePopulation } from '../../support/labelled-population.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { callerOf } from '../../support/http/callers.js';
import { expectRefusal } from '../../support/http/answers.js';

describe('recordOutcomes', () => {
  const service = sharedBareApi();

  async function account(count: number) {
    const { key, accountId } = await service().account();
    const caller = await callerOf(service().record, key);
    return { key, accountId, ids: await storePopulation(service().sql, caller, drawPopulation(1, count)) };
  }
  const upload = async (key: string, text: string | Uint8Array) => {
    const answer = await fetch(`${service().url}/v2/lookups/outcomes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      body: text as string,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const outcomesOf = (accountId: string) =>
    service().sql`SELECT lookup_id, outcome, recorded_at FROM lookup_outcomes WHERE account_id = ${accountId} ORDER BY lookup_id`;

  it('keeps every line of a file that can be kept, names the others by their lines, and is the same twice', async () => {
    const { key, accountId, ids } = await account(2);
    const [other] = (await account(1)).ids;
    const file = [
      'lookup_id,outcome',
      `${ids[0]},fraud`,
      `"${ids[1]}"; legitimate`,
      `${ids[1]},legitimate`,
      `${other},fraud`,
      '',
      `${ids[2]},good`,
      `${ids[2]},wrong_result`,
      `${ids[3]},chargeback,site-0001`,
      `${ids[0]},legitimate`,
      'a,b,c,d',
    ].join('\r\n');
    const first = await upload(key, file);
    expect(first.status).toBe(200);
    const { recorded, results } = first.body as {
      recorded: number;
      results: { line: number; lookupId: string; error: { code: string; message: string } | null }[];
    };
    expect(recorded).toBe(2);
    expect(results.map(({ line, error }) => [line, error?.code ?? 'kept'])).toEqual([
      [2, 'kept'],
      [3, 'invalid_parameter'],
      [4, 'kept'],
      [5, 'not_found'],
      [7, 'invalid_parameter'],
      [8, 'invalid_parameter'],
      [9, 'invalid_parameter'],
      [10, 'invalid_parameter'],
      [11, 'invalid_parameter'],
    ]);
    const messages = results.map(({ error }) => error?.message);
    expect(messages[4]).toMatch(/^outcome: /);
    expect(messages[5]).toBe('platform: name the platform whose result is wrong.');
    expect(messages[6]).toBe('platform: only for the outcome wrong_result.');
    expect(messages[7]).toBe('lookupId: an earlier line names the same lookup.');
    expect(messages[8]).toBe('The line has more than 3 cells.');
    const kept = await outcomesOf(accountId);
    expect(kept.map(({ outcome }) => outcome as string).sort()).toEqual(['fraud', 'legitimate']);
    expect((await upload(key, file)).body).toEqual(first.body);
    expect(await outcomesOf(accountId)).toEqual(kept);
    const [entry] = await service().sql<{ targets: string[] }[]>`
      SELECT targets FROM audit_log WHERE account_id = ${accountId} AND action = 'recordOutcomes' LIMIT 1`;
    expect(entry?.targets).toEqual(expect.arrayContaining([ids[0], ids[1]]));
  });

  it('accepts JSON, and refuses it whole where something is no outcome, which it names', async () => {
    const { accountId, key, ids } = await account(1);
    const outcome = { lookupId: ids[0], outcome: 'account_takeover' };
    const send = (outcomes: unknown[]) => service().call('POST', '/v2/lookups/outcomes', { key, body: { outcomes } });
    const refused = await send([outcome, 7, { lookupId: ids[0] }]);
    expectRefusal(refused, 'invalid_parameter');
    expect(JSON.stringify(refused.body)).toContain('outcomes.1');
    expect(await outcomesOf(accountId)).toEqual([]);
    expect((await send([outcome])).body).toMatchObject({ recorded: 1, results: [{ line: 1, error: null }] });
  });

  it('refuses what is no file of outcomes as a whole', async () => {
    const { key } = await account(1);
    for (const text of [
      '',
      'lookup_id,outcome\n',
      Uint8Array.of(0xff, 0xff, 0x41),
      'lkp_1,fraud\n'.repeat(1_001),
      '{}',
      'lkp_1;good\nlkp_2,\n',
    ]) {
      const { status, body } = await upload(key, text);
      expect([status, (body['error'] as { code: string }).code]).toEqual([422, 'invalid_parameter']);
    }
    expectRefusal(await service().call('POST', '/v2/lookups/outcomes', { key, body: { outcomes: [] } }), 'invalid_parameter');
  });
});
