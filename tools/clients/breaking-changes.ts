/** Whether the document breaks clients of released versions, as `oasdiff` (Apache-2.0) sees it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PROJECT_ROOT } from '../checks/tool.js';
import { runProgram } from '../embedded/child.js';
import { goProgram } from './go.js';

const OASDIFF = { package: 'github.com/oasdiff/oasdiff', version: '1.36.0' };
const RELEASES = path.join(PROJECT_ROOT, 'test/releases');

interface Change {
  readonly id: string;
  readonly text: string;
  /** 3: it breaks clients. */
  readonly level: number;
  readonly operation: string;
  readonly path: string;
}

/** Values and events may be added: clients pass those that they do not know on (docs/contract.md, 12). */
const ALLOWED = new Set(['response-property-enum-value-added', 'response-property-any-of-added', 'response-body-one-of-added']);
/**
 * Breaks that were decided, as CHANGELOG.md says. Of `lookup.completed` parts have other names, and the same fields; what may be repeated is
 * called a list, and one value is one as before.
 */
const DECIDED = new Set([
  'POST /v2/lookup/batch api-path-removed-without-deprecation',
  'POST webhook:lookup.completed request-property-any-of-removed',
  'GET /v2/lookup/stream request-parameter-list-of-types-narrowed',
  'GET /v2/lookup/stream request-parameter-max-items-set',
]);

/**
 * @param document a file, the present document by default
 * @returns a line for each change that breaks a client of version 0.1.0
 * @throws Error where `oasdiff` cannot be installed
 */
export async function breakingChanges(document = path.join(PROJECT_ROOT, 'docs/openapi.json')): Promise<readonly string[]> {
  const oasdiff = await goProgram(OASDIFF);
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-breaking-'));
  try {
    const released = path.join(folder, 'released.json');
    writeFileSync(released, gunzipSync(readFileSync(path.join(RELEASES, 'v0.1.0', 'openapi.json.gz'))));
    const ran = await runProgram(oasdiff, ['breaking', '--format', 'json', released, document], { timeoutMs: 120_000 });
    if (!ran.ok) throw new Error(ran.lastLines);
    return (JSON.parse(ran.out) as Change[])
      .filter(({ level, id, operation, path: address }) => level === 3 && !ALLOWED.has(id) && !DECIDED.has(`${operation} ${address} ${id}`))
      .map(({ operation, path: address, text }) => `${operation} ${address}: ${text}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
