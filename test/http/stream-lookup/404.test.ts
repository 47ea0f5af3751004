import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/secrets/ids.js';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { billOf } from '../../support/http/ledger.js';
import type { Service } from '../../support/service.js';

describe('streamLookup resumed where there is nothing', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  it("another account's Last-Event-ID and one that never was get the same 404, and bill nothing", async () => {
    const [owner, reader] = await Promise.all([service.account(), service.account()]);
    const { lookupId } = (await service.call('POST', '/v1/lookup', { key: owner.key, body: { query: 'ada-example' } })).body as {
      lookupId: string;
    };
    const path = '/v1/lookup/stream?query=ada-example&deep=false&platforms=';
    const texts: string[] = [];
    for (const id of [lookupId, newId('lookup')]) {
      const response = await service.call('GET', path, { key: reader.key, headers: { 'last-event-id': `${id}.1.site-0001` } });
      expectRefusal(response, 'not_found');
      texts.push(response.text);
    }
    expect(texts[0]).toBe(texts[1]);
    expect((await billOf(service, reader.accountId)).lookups).toBe(0);
    expect((await billOf(service, owner.accountId)).lookups).toBe(1);
  });
});
