import type { TestProject } from 'vitest/node';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('postgresUrl', 'postgres://postgres@127.0.0.1:55432/postgres');
  project.provide('temporalAddress', '127.0.0.1:57233');
  return async () => undefined;
}
