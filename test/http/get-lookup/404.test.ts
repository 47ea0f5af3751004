import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/secrets/ids.js';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';

describe('getLookup without a lookup of that id', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  it("another account's id, an id that never was and a text that is no id get the same bytes", async () => {
    const [owner, reader] = await Promise.all([service.account(), service.account()]);
    const { lookupId } = (await service.call('POST', '/v1/lookup', { key: owner.key, body: { query: 'ada-example' } })).body as {
      lookupId: string;
    };
    expect((await service.call('GET', `/v1/lookup/${lookupId}`, { key: owner.key })).status).toBe(200);
    const ids = [lookupId, newId('lookup'), lookupId.toUpperCase(), 'lkp_', 'x', '0', "'", "1' OR '1'='1", 'a'.repeat(1_000)];
    const odd = ['%00', '%ff', '..%2f..', '%E0%A4%A', 'lkp_%0d%0aX-Injected:1', '%F0%9F%98%80'];
    const answers: { text: string; headers: [string, string][] }[] = [];
    for (const id of [...ids.map(encodeURIComponent), ...odd]) {
      const response = await service.call('GET', `/v1/lookup/${id}`, { key: reader.key });
      expectRefusal(response, 'not_found');
      const varying = new Set(['date', 'x-request-id', 'x-ratelimit-remaining']);
      answers.push({ text: response.text, headers: [...response.headers].filter(([name]) => !varying.has(name)) });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.text).not.toContain('lkp');
  });

  it('a read that finds nothing is a read all the same', async () => {
    const { key } = await service.account();
    const response = await service.call('GET', `/v1/lookup/${newId('lookup')}`, { key });
    expect(response.headers.get('x-ratelimit-limit')).toBe('20');
    expect(response.headers.get('x-ratelimit-remaining')).toBe('19');
  });
});
