/** The conformance run of a client: a script of its language, from its built archive, against the service with the simulator. */
import { request as send } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { SCOPES } from '../../../src/features/accounts/api-keys.js';
import { apiRoutes } from '../../../src/api/routes.js';
import { fillAccount } from '../dashboard/filled-account.js';
import { idsOf, pathWith } from '../http/filled-paths.js';
import { startWorkingService } from '../http/working-service.js';
import { receiverAuthority, startReceiver } from '../webhooks/receiver.js';
import { type Front, type FrontOptions, startFront } from './front.js';
import { operationsPlan, type PlannedCall } from './operations-plan.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BATCH = 1_000;

interface Vector {
  readonly name: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a script prints, as JSON, when it is done. */
export interface Report {
  readonly operations: readonly { readonly operationId: string; readonly body: unknown }[];
  readonly lookup: { readonly status: string; readonly hits: number };
  readonly stream: { readonly lookupId: string; readonly status: string; readonly ids: readonly string[]; readonly progress: number };
  readonly batch: { readonly status: string; readonly reads: number; readonly results: readonly number[] };
  readonly pages: number;
  readonly webhook: { readonly type: string; readonly tampered: string };
  readonly errors: Readonly<Record<string, { readonly code: string; readonly status: number; readonly retryAfterSeconds?: number | null }>>;
}

export async function startConformance() {
  const { identity, env: receiverEnv } = await receiverAuthority();
  const service = await startWorkingService({ sites: 6, env: { ...receiverEnv, PROBE_HOST_RATE: '1000' } });
  const receiver = await startReceiver({ identity });
  // As a server with a certificate does that stands before a receiver without one: the path names its port.
  receiver.behave((response, { path: address, headers, body }) => {
    const port = Number(/^\/(\d+)/.exec(address)?.[1]);
    const forwarded = send({ host: '127.0.0.1', port, method: 'POST', path: '/hooks', headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500).end();
      answer.resume();
    });
    forwarded.on('error', () => response.writeHead(502).end()).end(body);
  });
  const hooks = `https://127.0.0.1:${receiver.port}`;
  const vectors = (JSON.parse(readFileSync(path.join(ROOT, 'clients/vectors/errors.json'), 'utf8')) as { cases: Vector[] }).cases;
  const refusal = (status: number) => vectors.find((each) => each.status === status) as Vector;

  return {
    service,
    /** Runs a script with its settings in the environment. @param run starts it, and gives what it printed */
    async run(folder: string, run: (env: NodeJS.ProcessEnv) => Promise<string>) {
      const filled = await fillAccount(service);
      const { key: main } = await service.keyOf(filled.accountId, SCOPES);
      const { key: worker, accountId } = await service.account('higher_volume', { scopes: SCOPES });
      const { key: exhausted } = await service.account('free_trial', { quota: 0 });
      const { key: scoped } = await service.keyOf(accountId, ['account:read']);
      const refusals: FrontOptions['refusals'] = { svc_limited: refusal(429), svc_unavailable: refusal(503) };
      const front = await startFront({ url: service.url, refusals, losing: { key: worker, times: 1 } });
      try {
        // Long enough to be still under way when it is cancelled.
        const items = Array.from({ length: 400 }, (_, index) => ({ identities: { usernames: [`in-batch-${index}`] } }));
        const made = await service.call('POST', '/v2/batches?mode=deep', { key: main, body: { items } });
        const { batchId: batch } = made.body as { batchId: string };
        const plan = operationsPlan(apiRoutes, { ...(await idsOf(service, filled)), batch, hooks: `${hooks}/1` }, pathWith);
        writeFileSync(path.join(folder, 'plan.json'), JSON.stringify(plan));
        const keys = { main, worker, exhausted, scoped, unknown: 'svc_nobody', limited: 'svc_limited', unavailable: 'svc_unavailable' };
        const settings = {
          url: front.url,
          platform: service.sites.slugs[0],
          hooks: `https://127.0.0.1:${receiver.port}`,
          keys,
          batch: BATCH,
        };
        writeFileSync(path.join(folder, 'settings.json'), JSON.stringify(settings));
        const report = JSON.parse(await run({ ...process.env })) as Report;
        const bills = await service.sql<{ lookups: number; bills: number }[]>`
          SELECT (SELECT count(*)::int FROM lookups WHERE account_id = ${accountId}) AS lookups,
            (SELECT count(*)::int FROM usage_ledger WHERE account_id = ${accountId}) AS bills`;
        const passed = front.passed.filter(({ key }) => key === main);
        expectConforms(plan, report, { passed, cutStreams: front.cutStreams });
        expect(bills).toEqual([{ lookups: BATCH + 3, bills: BATCH + 3 }]);
      } finally {
        await front.close();
      }
    },
    async close() {
      await receiver.close();
      await service.close();
    },
  };
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;

/** Without what languages have no difference for: between absent and null, and between spellings of a time. */
const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) => {
    if (typeof each === 'string' && TIME.test(each)) return new Date(each).toISOString();
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).filter(([, field]) => field !== null));
  });

function expectConforms(plan: readonly PlannedCall[], report: Report, { passed, cutStreams }: Pick<Front, 'passed' | 'cutStreams'>): void {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const document = JSON.parse(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8')) as Record<string, never>;
  ajv.addSchema(document, 'document');
  const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');

  expect(report.operations.map(({ operationId }) => operationId)).toEqual(plan.map(({ operationId }) => operationId));
  expect(passed.filter(({ status }) => status >= 300)).toEqual([]);
  for (const { operationId, body } of report.operations) {
    const { method, path: template } = plan.find((each) => each.operationId === operationId) as PlannedCall;
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
    const sent = passed.findLast((each) => each.method === method && pattern.test(each.path));
    expect(sent, operationId).toBeDefined();
    if (typeof body !== 'object' || body === null) continue;
    const { status = 0, body: text = '' } = sent ?? {};
    const original = JSON.parse(text) as unknown;
    const schema = `document#/paths/${pointer(template)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
    expect(ajv.validate({ $ref: schema }, original), `${operationId}: ${ajv.errorsText()}`).toBe(true);
    expect(comparable(body), operationId).toEqual(comparable(original));
  }
  expect(report.lookup).toEqual({ status: 'finished', hits: expect.toSatisfy((hits: number) => hits > 0) });
  expect(report.stream.status).toBe('finished');
  expect(new Set(report.stream.ids).size).toBe(report.stream.ids.length);
  expect(report.stream.ids.length).toBeGreaterThan(1);
  expect(report.stream.progress).toBeGreaterThan(0);
  expect([...cutStreams]).toContain(`/v2/lookup/${report.stream.lookupId}/stream`);
  expect(report.batch).toEqual({
    status: 'finished',
    reads: expect.any(Number),
    results: Array.from({ length: BATCH }, (_, index) => index),
  });
  expect(report.pages).toBeGreaterThan(1);
  expect(report.webhook).toEqual({ type: 'endpoint.test', tampered: 'wrong_signature' });
  expect(report.errors).toMatchObject({
    401: { code: 'unauthorized', status: 401 },
    402: { code: 'quota_exceeded', status: 402 },
    403: { code: 'insufficient_scope', status: 403 },
    404: { code: 'not_found', status: 404 },
    409: { code: 'idempotency_conflict', status: 409 },
    422: { code: 'missing_subject', status: 422 },
    429: { code: 'rate_limit_exceeded', status: 429, retryAfterSeconds: 7 },
    503: { code: 'unavailable', status: 503, retryAfterSeconds: 3 },
  });
}
