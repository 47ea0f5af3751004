import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const workflows = readdirSync(path.join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);
interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<
    Record<string, { readonly permissions: object; readonly strategy?: { readonly matrix: { readonly node: readonly string[] } } }>
  >;
}

describe('workflows', () => {
  it.each(workflows)('%s runs actions by their commit, and each job has the rights that it names', (file) => {
    for (const [, uses = ''] of read(file).matchAll(/uses: (.*)$/gm))
      expect(uses).toMatch(/^(?:\.\/\.github\/workflows\/[a-z]+\.yml # zizmor: .*|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
    const { permissions, jobs } = parse(read(file)) as Workflow;
    expect(permissions).toEqual({});
    for (const [name, job] of Object.entries(jobs)) expect(job.permissions, name).toBeDefined();
  });

  it('tests run on the oldest Node that is allowed and on the image’s', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow;
    expect(jobs['test']?.strategy?.matrix.node).toEqual([/\d+/.exec(engines.node)?.[0], /node:(\d+)/.exec(read('deploy/Dockerfile'))?.[1]]);
  });
});
