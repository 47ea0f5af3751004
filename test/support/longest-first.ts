import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest, the longest first: what one process is left with at the end should be short. Without this list a fresh
 * clone runs files by their size. Seconds beside them; they need not be exact.
 */
const LONGEST: readonly string[] = [
  'integration/embedded/simulator-home', // 200
  'integration/embedded/dev', // 170
  'integration/embedded/documented-commands', // 135
  'integration/fleet-limits', // 110
  'integration/stalled-streams', // 95
  'integration/webhook-kill', // 75
  'integration/temporal-kill', // 65
  'integration/chaos', // 60
  'integration/erasure-kill', // 55
  'integration/egress', // 50
  'integration/schemathesis',
  'integration/scale-out',
  'integration/instant',
  'integration/secured-servers', // 35
  'integration/embedded/demo',
  'integration/embedded/postgres',
  'integration/truth',
  'deploy/image', // 25
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
