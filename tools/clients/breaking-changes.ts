/** Whether the document breaks clients of released versions, as `oasdiff` (Apache-2.0) sees it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PROJECT_ROOT } from '../checks/tool.js';
import { runProgram } from '../embedded/child.js';
import { installGoProgram } from './go.js';

const OASDIFF = { package: 'github.com/oasdiff/oasdiff', version: '1.36.0' };
const RELEASES = path.join(PROJECT_ROOT, 'test/releases');

/** Breaks that were decided, as CHANGELOG.md says, by what `oasdiff` says of them. */
const DECIDED = [/POST \/v2\/lookup\/batch/];

/**
 * @param document a file, the present document by default
 * @returns a line for each change that breaks a client of version 0.1.0
 */
export async function breakingChanges(document = path.join(PROJECT_ROOT, 'docs/openapi.json')): Promise<readonly string[]> {
  const installed = await installGoProgram(OASDIFF);
  if (!installed.ok) return [installed.output];
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-breaking-'));
  try {
    const released = path.join(folder, 'released.json');
    writeFileSync(released, gunzipSync(readFileSync(path.join(RELEASES, 'v0.1.0', 'openapi.json.gz'))));
    const ran = await runProgram(installed.output, ['breaking', '--format', 'singleline', '--color', 'never', released, document], {
      timeoutMs: 120_000,
    });
    if (!ran.ok) return [ran.lastLines];
    return ran.out.split('\n').filter((line) => line.includes('error') && !DECIDED.some((decided) => decided.test(line)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
