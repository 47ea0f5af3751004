import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, the longest first: what one process is left with at the end should be short. Without this list a fresh
 * clone runs files by their size. Seconds beside them; they need not be exact.
 */
const LONGEST: readonly string[] = [
  'integration/clients', // 260, most of it waiting for batches
  'integration/truth', // 175
  'integration/webhook-kill', // 150
  'integration/lookup', // 145
  'integration/stalled-streams', // 145
  'integration/embedded/documented-commands', // 140
  'integration/erasure-kill', // 120
  'integration/test-keys', // 115
  'browser/dashboard/batch', // 110
  'deploy/tls-proxy', // 105, nearly all of it waiting
  'integration/cli', // 100
  'integration/temporal-kill', // 100
  'integration/fleet-limits', // 100
  'integration/embedded/dev', // 90
  'integration/embedded/simulator-home', // 90
  'integration/batch-kill', // 75
  'integration/side-by-side', // 75
  'integration/worker-versions', // 70
  'integration/backup-commands', // 70
  'workflows/webhooks', // 60
  'integration/chaos', // 60
  'integration/worker-kill', // 55
  'integration/postgres-kill', // 55
  'integration/no-egress', // 50
  'browser/dashboard/first-day', // 50
  'integration/instant', // 45
  'integration/stream', // 45
  'workflows/lookup', // 45
  'unit/api/refusals', // 45
  'integration/delete-lookup', // 40
  'stores/delivery-queue', // 40
  'integration/batch', // 40
  'unit/foreign-text/foreign-text', // 40
  'integration/api-kill', // 35
  'integration/privacy', // 35
  'integration/engine', // 30
  'integration/politeness', // 30
  'integration/module-kill',
].map((name) => `/test/${name}.test.ts`);

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(name));
  return rank === -1 ? LONGEST.length : rank;
}

/** The longest files first; what follows stays grouped by project, so that a process can go on with the next file of its project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return (await super.sort(files)).toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b));
  }
}
