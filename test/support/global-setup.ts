import type { TestProject } from 'vitest/node';
import { startTestStack } from '../../src/embedded/test-stack.js';
import { SEARCH_ATTRIBUTES } from '../../workflows/contracts.js';

/** One real Postgres and one real Temporal for the whole run; each test file has a database and task queues of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = await startTestStack({ searchAttributes: SEARCH_ATTRIBUTES });
  project.provide('postgresUrl', stack.databaseUrl);
  project.provide('temporalAddress', stack.temporalAddress);
  return () => stack.stop();
}
