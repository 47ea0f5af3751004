import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Part {
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
}
interface CliBundle {
  bundleFile(root: string): string;
  makeBundle(root: string, file: string): Promise<{ outputs: Readonly<Record<string, Part>> }>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const { bundleFile, makeBundle } = (await import(path.join(ROOT, 'scripts', 'launch', 'cli-bundle.mjs'))) as CliBundle;

function footprint(args: readonly string[], cwd = ROOT): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(ROOT, 'bin', 'footprint.mjs'), ...args], { cwd }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }));
  });
}

describe('the bundle of the command line', () => {
  let outputs: Readonly<Record<string, Part>>;
  beforeAll(async () => {
    ({ outputs } = await makeBundle(ROOT, bundleFile(ROOT)));
  });
  afterAll(() => rmSync(path.dirname(bundleFile(ROOT)), { recursive: true, force: true }));

  /** Packages that are loaded with a part, before anything of it runs. */
  function packagesOf(source: string): string[] {
    const found = new Set<string>();
    const seen = new Set<string>();
    const visit = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const { path: imported, kind, external } of outputs[name]?.imports ?? []) {
        if (kind !== 'import-statement' && kind !== 'require-call') continue;
        if (external === true) found.add(imported);
        else visit(imported);
      }
    };
    const part = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === source);
    if (part === undefined) throw new Error(`no part begins with ${source}`);
    visit(part);
    return [...found].filter((name) => !name.startsWith('node:')).sort();
  }

  it('help loads one package; a lookup loads no database driver, no tables of phone numbers and no schemas', () => {
    expect(packagesOf('src/bin/cli.ts')).toEqual(['commander']);
    expect(packagesOf('src/cli/lookup-command.ts')).toEqual(['cli-progress', 'cli-table3', 'commander', 'picocolors']);
  });

  it('works without a build and without the bundle, which it makes once, and finds the files beside the sources', async () => {
    rmSync(path.dirname(bundleFile(ROOT)), { recursive: true, force: true });
    expect(await footprint(['--help'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: footprint/) as string, stderr: '' });
    expect(existsSync(bundleFile(ROOT))).toBe(true);
    const { code, stdout } = await footprint(['catalogue', 'check', '--json'], path.join(ROOT, 'docs'));
    expect([code, (JSON.parse(stdout) as { platforms: number }).platforms > 1_000]).toEqual([0, true]);
  });
});
