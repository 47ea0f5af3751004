import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { variablesFor } from '../../../src/engine/http/probe-variables.js';
import { buildRequest } from '../../../src/engine/http/probe-request.js';
import type { Harness } from '../harness.js';
import type { BareRequest, BareRun } from './bare-undici.js';
import { measure } from './measure.js';
import { HANDLE, type Fixture } from './fixture.js';

const PROGRAM = fileURLToPath(new URL('bare-undici.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Time and CPU time of the fixture's requests alone. @param folder an empty one, for the list of requests */
export async function runBaseline(harness: Harness, fixture: Fixture, folder: string): Promise<BareRun> {
  const requests = fixture.platforms.map((platform): BareRequest => {
    const rule = platform.probes.username;
    const built = rule && buildRequest(rule, variablesFor({ type: 'username', value: HANDLE }), { userAgent: 'bare' });
    if (!built) throw new Error(`${platform.slug} cannot be asked`);
    return { method: built.method, url: built.url.href, ...(built.body === undefined ? {} : { body: built.body }) };
  });
  const file = join(folder, 'requests.json');
  writeFileSync(file, JSON.stringify(requests));
  const { out } = await measure(process.execPath, ['--import', 'tsx', PROGRAM, harness.proxyUrl, harness.caFile, file], {
    env: {},
    cwd: ROOT,
    timeoutMs: 120_000,
  });
  return JSON.parse(out) as BareRun;
}
