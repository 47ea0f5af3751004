/** `noise: passive` at the doors beside the lookup's own (`test/http/create-lookup-v2/passive.test.ts`): batches and agents. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { batchCommand } from '../../src/cli/batch-command.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { expectRefusal } from '../support/http/answers.js';
import { ndjsonOf, postBatch, resultsOf, sendBatch, untilBatch } from '../support/http/batches.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { agentOf, callTool, connectAgent, factsOf } from '../support/mcp-clients.js';
import { askedAboutAda, expectPassive, loudPlatforms } from '../support/passive.js';

const ITEM = { identities: { emails: [ADA.email], phones: [ADA.phone], usernames: [ADA.username] } };
const TABLE = `email,phone,username\n${ADA.email},${ADA.phone},${ADA.username}\n`;

describe('what is passive', () => {
  let service: WorkingService;
  let loud: ReadonlySet<string>;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 25 });
    loud = loudPlatforms(service);
  });
  afterAll(() => service.close());

  /** What the only item of a batch found. */
  async function foundBy(key: string, batchId: string): Promise<LookupBodyV2> {
    const [line] = await resultsOf<{ lookup: LookupBodyV2 }>(service, key, batchId);
    return line?.lookup ?? expect.fail('the batch has no item');
  }

  it.each([
    ['application/x-ndjson', ndjsonOf([ITEM])],
    ['text/csv', TABLE],
    ['application/json', JSON.stringify({ items: [ITEM] })],
  ])('a batch that is sent as %s asks public interfaces alone, shows that, and says what it did not ask', async (type, raw) => {
    const { key } = await service.account();
    const { batchId } = await sendBatch(service, key, raw, { type, query: '?mode=deep&noise=passive' });
    expect(await untilBatch(service, key, batchId, 'finished')).toMatchObject({ noise: 'passive' });
    expectPassive(service);
    const { omissions, hits } = await foundBy(key, batchId);
    expect(omissions.byReason['not_passive']).toBeGreaterThan(0);
    expect(hits.filter((slug) => loud.has(slug))).toEqual([]);
  });

  it('a batch without it asks the others too, another word is refused, and the same file with it is another request', async () => {
    const { key } = await service.account();
    const headers = { 'idempotency-key': 'file-1' };
    const { batchId } = await sendBatch(service, key, [ITEM], { query: '?mode=deep', headers });
    expect(await untilBatch(service, key, batchId, 'finished')).toMatchObject({ noise: null });
    expect(askedAboutAda(service).filter((slug) => loud.has(slug)).length).toBeGreaterThan(0);
    service.sites.simulator.resetRequests();
    expectRefusal(await postBatch(service, key, [ITEM], { query: '?noise=silent' }), 'invalid_parameter');
    expectRefusal(await postBatch(service, key, [ITEM], { query: '?mode=deep&noise=passive', headers }), 'idempotency_conflict');
  });

  it('`footprint batch --passive` sends such a batch', async () => {
    const { key, accountId } = await service.account();
    const folder = mkdtempSync(join(tmpdir(), 'passive-'));
    const file = join(folder, 'people.csv');
    writeFileSync(file, TABLE);
    for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockImplementation(() => true);
    await batchCommand()
      .parseAsync([file, '--url', service.url, '--key', key, '--passive', '--deep', '--wait'], { from: 'user' })
      .finally(() => {
        vi.restoreAllMocks();
        rmSync(folder, { recursive: true });
      });
    expectPassive(service);
    // A worker ends the batch after its last item.
    const batches = async () => [...(await service.sql`SELECT noise, state FROM batches WHERE account_id = ${accountId}`)];
    await expect.poll(batches, { timeout: 30_000 }).toEqual([{ noise: 'passive', state: 'finished' }]);
  });

  it('an agent asks for it with an argument, and no other word', async () => {
    const client = await connectAgent(await agentOf(service), 'http');
    const lookUp = (noise: string) => callTool(client, ['lookup', { ...ITEM.identities, mode: 'deep', noise }]);
    const found: LookupBodyV2 = factsOf(await lookUp('passive'));
    expectPassive(service);
    expect([found.status, found.omissions.byReason['not_passive']]).toEqual(['finished', expect.any(Number)]);
    expect((await lookUp('silent')).isError).toBe(true);
    await client.close();
  });
});
