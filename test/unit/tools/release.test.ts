import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROJECT_ROOT, PROJECT_VERSION } from '../../../tools/checks/tool.js';
import { assertRecorded, makeRelease, ReleaseError, VERSION_FILES } from '../../../tools/release/release.js';

const FILES = {
  'package.json': '{\n  "name": "footprint",\n  "version": "0.0.9",\n  "dependencies": { "a": "0.0.9" }\n}\n',
  'package-lock.json':
    '{\n  "name": "footprint",\n  "version": "0.0.9",\n  "packages": {\n    "": {\n      "name": "footprint",\n      "version": "0.0.9"\n    },\n    "node_modules/a": {\n      "version": "0.0.9"\n    }\n  }\n}\n',
  'clients/typescript/package.json': '{\n  "name": "footprint-client",\n  "version": "0.0.9"\n}\n',
  'clients/typescript/version.ts': "export const VERSION = '0.0.9';\n",
  'clients/typescript/README.md': 'npm install footprint-client-0.0.9.tgz\n',
  'deploy/helm/footprint/Chart.yaml': 'apiVersion: v2\nversion: 0.0.9\nappVersion: 0.0.9\nkubeVersion: ">=1.27.0-0"\n',
  'clients/integrations/pyproject.toml': 'requires = ["hatchling>=1.27"]\nversion = "0.0.9"\ndependencies = ["footprint-client==0.0.9"]\n',
  'clients/integrations/cortex/Footprint/Footprint_Accounts.json': '{\n  "name": "Footprint_Accounts",\n  "version": "0.0.9"\n}\n',
  'clients/integrations/misp/expansion/footprint.py': 'moduleinfo = {\n    "version": "0.0.9",\n}\n',
  'deploy/mcp/server.json': '{\n  "$schema": "https://example.com/2025-12-11",\n  "version": "0.0.9"\n}\n',
  'CHANGELOG.md': '# Changelog\n\n## 0.1.0 (unreleased)\n### Added\n- One thing.\n\n## 0.0.9 (2026-01-01)\n- Another.\n',
};

describe('a release', () => {
  let root: string;
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const text = (path: string): string => readFileSync(join(root, path), 'utf8');
  const release = (version = '0.1.0') => makeRelease(root, { version, date: '2026-12-01' });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'release-'));
    for (const [path, content] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    git('init', '--quiet');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.com');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Begin');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is one commit and an annotated tag that says what changed, headings included', () => {
    expect(release()).toBe('v0.1.0');
    expect(git('log', '--format=%s').trim().split('\n')).toEqual(['Release 0.1.0', 'Begin']);
    expect(git('tag', '--list', '--format=%(objecttype) %(contents)', 'v0.1.0').trim()).toBe('tag v0.1.0\n\n### Added\n- One thing.');
    expect(git('status', '--porcelain')).toBe('');
  });

  it('dates the changelog and sets the version of the service and its client, and of no dependency', () => {
    release();
    expect(text('CHANGELOG.md')).toBe(FILES['CHANGELOG.md'].replace('(unreleased)', '(2026-12-01)'));
    expect(text('package.json')).toBe(FILES['package.json'].replace('"version": "0.0.9"', '"version": "0.1.0"'));
    expect(JSON.parse(text('package-lock.json'))).toEqual({
      name: 'footprint',
      version: '0.1.0',
      packages: { '': { name: 'footprint', version: '0.1.0' }, 'node_modules/a': { version: '0.0.9' } },
    });
    expect(text('clients/typescript/package.json')).toContain('"version": "0.1.0"');
    expect(text('clients/typescript/version.ts')).toBe("export const VERSION = '0.1.0';\n");
    expect(text('deploy/helm/footprint/Chart.yaml')).toBe(FILES['deploy/helm/footprint/Chart.yaml'].replaceAll('0.0.9', '0.1.0'));
    expect(text('clients/typescript/README.md')).toBe('npm install footprint-client-0.1.0.tgz\n');
    for (const path of Object.keys(FILES).filter((name): name is keyof typeof FILES => /integrations|mcp/.test(name)))
      expect(text(path)).toBe(FILES[path].replaceAll('0.0.9', '0.1.0'));
  });

  it('sets what each of these files has today', () => {
    for (const { path, pattern } of VERSION_FILES) {
      const found = [...readFileSync(join(PROJECT_ROOT, path), 'utf8').matchAll(new RegExp(pattern, 'gm'))];
      expect(found.length, path).toBeGreaterThan(0);
      for (const [whole = '', before = '', after = ''] of found) expect(whole, path).toBe(`${before}${PROJECT_VERSION}${after}`);
    }
  });

  it('needs a record of the version, made from what is released', () => {
    expect(() => assertRecorded(root, '0.1.0')).toThrow(/0\.1\.0 is not recorded: npx tsx tools\/release\/record-release\.ts 0\.1\.0/);
    const folder = join(root, 'test/releases/v0.1.0');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'release.json'), JSON.stringify({ commit: git('rev-parse', 'HEAD').trim() }));
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Record');
    expect(() => assertRecorded(root, '0.1.0')).not.toThrow();
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src/new.ts'), '');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Change');
    expect(() => assertRecorded(root, '0.1.0')).toThrow(/before src\/new\.ts changed/);
  });

  const nothing = () => undefined;
  it.each([
    ['a version that is none', nothing, 'v0.1', /no version/],
    ['uncommitted changes', () => writeFileSync(join(root, 'new.txt'), 'x'), '0.1.0', /uncommitted/],
    ['a tag that exists', () => git('tag', 'v0.1.0'), '0.1.0', /exists already/],
    ['a version that the changelog does not announce', nothing, '0.2.0', /"0\.1\.0 \(unreleased\)", not "0\.2\.0/],
  ])('%s is refused, and nothing is changed', (_, prepare, version, message) => {
    prepare();
    expect(() => release(version)).toThrow(ReleaseError);
    expect(() => release(version)).toThrow(message);
    expect(git('log', '--format=%s').trim()).toBe('Begin');
    expect(text('package.json')).toBe(FILES['package.json']);
  });

  it('without a change in the changelog is refused', () => {
    writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n\n## 0.1.0 (unreleased)\n\n## 0.0.9 (2026-01-01)\n- Another.\n');
    git('commit', '--quiet', '--all', '--message', 'Empty');
    expect(release).toThrow('does not say what changes');
  });
});
