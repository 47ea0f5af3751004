import { once } from 'node:events';
import Koa from 'koa';
import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import type { RequestState } from '../../../src/kernel/http/request-context.js';
import { adminRouter, type DependencyCheck, healthRouter, isLoopback } from '../../../src/api/health.js';
import { portOf } from '../../support/port-of.js';

async function serve(postgres: DependencyCheck, stopping: AbortSignal) {
  const app = new Koa<RequestState>();
  app.use(adminRouter({ dependencies: { postgres }, registry: new Registry(), stopping }).routes());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return async () => (await fetch(`http://127.0.0.1:${portOf(server)}/readyz`)).status;
}

it('a flood of questions whether it is ready is one question to the database', async () => {
  let requested = 0;
  const ready = await serve(async () => (requested += 1), new AbortController().signal);
  const begun = performance.now();
  const statuses = await Promise.all(Array.from({ length: 100 }, ready));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const seconds = (performance.now() - begun) / 1_000;
  expect(requested).toBeLessThanOrEqual(1 + Math.ceil(seconds)); // an answer counts for a second, and a busy machine takes several
});

it('a process that begins to stop says so at once, whatever it knew a moment ago', async () => {
  const stopping = new AbortController();
  const ready = await serve(async () => undefined, stopping.signal);
  expect(await ready()).toBe(200);
  stopping.abort();
  expect(await ready()).toBe(503);
});

it('a process that has yet to begin its work says so, and that it works at once', async () => {
  let isStarting = true;
  const options = { dependencies: {}, registry: new Registry(), isStarting: () => isStarting };
  const app = new Koa<RequestState>();
  app.use(healthRouter(options).routes()).use(adminRouter(options).routes());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const said = () =>
    Promise.all(
      ['livez', 'healthz', 'readyz'].map(async (path) => {
        const answer = await fetch(`http://127.0.0.1:${portOf(server)}/${path}`);
        return `${answer.status} ${((await answer.json()) as { status: string }).status}`;
      }),
    );
  expect(await said()).toEqual(['200 ok', '503 unavailable', '503 starting']);
  isStarting = false;
  expect(await said()).toEqual(['200 ok', '200 ok', '200 ok']);
});

it('a dependency that does not answer makes it unready, and ready again soon after it is back', async () => {
  let away = true;
  const ready = await serve(() => (away ? Promise.reject(new Error('away')) : Promise.resolve()), new AbortController().signal);
  expect(await ready()).toBe(503);
  away = false;
  await expect.poll(ready, { timeout: 90_000, interval: 50 }).toBe(200);
});

it.each([
  [{ sent: 0, answered: 0 }, 'idle'],
  [{ sent: 5, answered: 0 }, 'unknown'], // too few to tell
  [{ sent: 5, answered: 1 }, 'ok'],
  [{ sent: 50, answered: 1 }, 'unreachable'],
  [{ sent: 50, answered: 0 }, 'unreachable'],
  [{ sent: 50, answered: 10 }, 'ok'],
])('requests %j show an egress that is %s', async (reachability, status) => {
  const app = new Koa<RequestState>();
  const context = { dependencies: {}, registry: new Registry(), stopping: new AbortController().signal };
  app.use(adminRouter({ ...context, reachability: async () => reachability }).routes());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const response = await fetch(`http://127.0.0.1:${portOf(server)}/readyz`);
  expect(await response.json()).toMatchObject({ egress: { status } });
});

it.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['192.0.2.7', false],
  ['::ffff:192.0.2.7', false],
  ['10.0.0.1', false],
  ['fe80::1%eth0', false],
  ['', false],
])('%s is of this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
