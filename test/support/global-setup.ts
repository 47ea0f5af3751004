import type { TestProject } from 'vitest/node';
import { startTestStack, type TestStack } from '../../tools/embedded/test-stack.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';
import { makeTemplate } from './databases.js';
import { startPooler } from './pgbouncer.js';

/** What the projects of a run share: each of them loads this module anew, so it cannot be kept in the module. */
interface Shared {
  users: number;
  readonly started: Promise<TestStack & { readonly template: string }>;
}
const run = globalThis as { footprintTestStack?: Shared | undefined };

async function start() {
  const stack = await startTestStack({ searchAttributes: SEARCH_ATTRIBUTES });
  const template = await makeTemplate(stack.postgres);
  if (!process.env['TEST_PGBOUNCER']) return { ...stack, template };
  const pooler = await startPooler(stack.postgres);
  // For the processes of the tests.
  process.env['TEST_PGBOUNCER'] = `${new URL(stack.postgres.url).host}>${pooler.address}`;
  const stop = async (): Promise<void> => {
    await pooler.stop();
    await stack.stop();
  };
  return { ...stack, template, stop };
}

/** One real Postgres and one real Temporal for the whole run; each test file has a database and task queues of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (run.footprintTestStack ??= { users: 0, started: start() });
  shared.users += 1;
  const stack = await shared.started;
  project.provide('postgres', stack.postgres);
  project.provide('templateDatabase', stack.template);
  project.provide('temporalAddress', stack.temporalAddress);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    run.footprintTestStack = undefined;
    await stack.stop();
  };
}
