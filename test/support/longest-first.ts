import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, the longest first: what one process is left with at the end should be short. Without this list a fresh
 * clone runs files by their size. Seconds beside them; they need not be exact.
 */
const LONGEST: readonly string[] = [
  'integration/clients', // 260, most of it waiting for batches
  'integration/stalled-streams', // 145
  'integration/embedded/documented-commands', // 140
  'deploy/tls-proxy', // 105, nearly all of it waiting
  'integration/fleet-limits', // 100
  'integration/embedded/dev', // 90
  'integration/embedded/simulator-home', // 90
  'integration/lookup', // 85
  'integration/webhook-kill', // 80
  'integration/side-by-side', // 75
  'integration/worker-versions', // 70
  'integration/backup-commands', // 70
  'integration/erasure-kill', // 70
  'integration/truth', // 70
  'browser/dashboard/accessible', // 65
  'integration/chaos', // 60
  'clients/go', // 60
  'clients/python', // 60
  'deploy/image', // 60
  'integration/mcp', // 60
  'integration/restored-backup', // 60
  'integration/temporal-kill', // 50
  'integration/control-accounts',
  'integration/root-redirects',
  'integration/schemathesis',
  'integration/catalogue-refresh', // 40
  'integration/instant',
  'integration/scale-out',
  'integration/test-keys',
  'integration/embedded/demo',
  'integration/weak-evidence',
  'integration/catalogue-updates',
  'integration/live-check',
  'integration/embedded/postgres',
  'integration/egress', // 25
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
