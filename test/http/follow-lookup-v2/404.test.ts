import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/secrets/ids.js';
import { expectRefusal } from '../../support/http/answers.js';
import { sharedBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';

const service = sharedBareApi();

describe('followLookupV2 where there is nothing', () => {
  it.each(['GET', 'HEAD'])(
    "%s of another account's lookup and of one that never was get the same 404, with and without a position",
    async (method) => {
      const [owner, reader] = await Promise.all([service().account(), service().account()]);
      const { lookupId } = (await service().call('POST', '/v1/lookup', { key: owner.key, body: { query: 'ada-example' } })).body as {
        lookupId: string;
      };
      const texts: string[] = [];
      for (const id of [lookupId, newId('lookup')]) {
        for (const headers of [{}, { 'last-event-id': `${id}.1.site-0001/username` }, { 'last-event-id': `${id}.1.~~` }]) {
          const response = await service().call(method, `/v2/lookup/${id}/stream`, { key: reader.key, headers });
          if (method === 'GET') expectRefusal(response, 'not_found');
          expect(response.status).toBe(404);
          texts.push(response.text);
        }
      }
      expect(new Set(texts).size).toBe(1);
      await expectUnbilled(service(), reader.accountId);
    },
  );
});
