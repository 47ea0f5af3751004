import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import { OPERATION_IDS, operationNamed } from '../../support/http/operations.js';
import type { Service } from '../../support/service.js';
import { connectAsOwner } from '../../support/databases.js';

const IDENTITIES = /ada[-@]|example\.com|2025550123|192\.0\.2\.17/i;

/** A database that lost a table is a fault that no code of ours foresees. */
describe('a fault of the service', () => {
  let service: Service;
  let owner: Sql;
  const logged: string[] = [];
  beforeAll(async () => {
    const destination = new Writable({
      write(line: Buffer, _, done) {
        logged.push(line.toString());
        done();
      },
    });
    service = await startBareApi({ log: pino({ level: 'debug' }, destination) });
    owner = connectAsOwner(service.sql);
  });
  afterAll(async () => {
    await owner.end();
    await service.close();
  });
  afterEach(async () => {
    await owner`ALTER TABLE IF EXISTS lost RENAME TO rate_windows`;
    await owner`ALTER TABLE IF EXISTS lost_lookups RENAME TO lookups`;
    logged.length = 0;
  });

  it.each(OPERATION_IDS)('%s answers 500 with every header and without a word of the cause', async (id) => {
    const { method, path, body } = operationNamed(id);
    const { key, accountId } = await service.account();
    await owner`ALTER TABLE rate_windows RENAME TO lost`;
    const response = await service.call(method, path, { key, body });
    expectRefusal(response, 'internal_error');
    expect(response.text).not.toMatch(/rate_windows|relation|postgres|select|insert|at \w/i);
    expect(logged.join('')).toContain('a request failed');
    expect(logged.join('')).not.toMatch(IDENTITIES);
    await owner`ALTER TABLE lost RENAME TO rate_windows`;
    await expectUnbilled(service, accountId);
  });

  /** What is done, or refused, without a row of that table. */
  const ELSEWHERE = 'listPlatforms listSources createBatch listBatches getBatch getBatchResults pauseBatch resumeBatch cancelBatch'.split(
    ' ',
  );
  it.each(OPERATION_IDS.filter((id) => !ELSEWHERE.includes(id)))('%s bills nothing when the record fails in the middle', async (id) => {
    const { method, path, body } = operationNamed(id);
    const { key, accountId } = await service.account('higher_volume', { scopes: ['lookups', 'lookups:delete'] });
    await owner`ALTER TABLE lookups RENAME TO lost_lookups`;
    const response = await service.call(method, path, { key, body });
    expectRefusal(response, 'internal_error');
    expect(logged.join('')).not.toMatch(IDENTITIES);
    await owner`ALTER TABLE lost_lookups RENAME TO lookups`;
    await expectUnbilled(service, accountId);
  });

  it('an address that does not exist answers 500 as well when it cannot be counted', async () => {
    await owner`ALTER TABLE rate_windows RENAME TO lost`;
    expectRefusal(await service.call('GET', '/v1/nowhere'), 'internal_error');
    expectRefusal(await service.call('GET', '/v1/platforms'), 'internal_error');
    expectRefusal(await service.call('DELETE', '/v1/platforms'), 'internal_error');
  });
});
