import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonEnvironment } from '../../embedded/python-packages.js';
import type { Harness } from '../harness.js';
import { measure } from './measure.js';
import type { Peer, PeerRun } from './peer.js';
import { maigret } from './peer-maigret.js';
import { naminter } from './peer-naminter.js';
import { sherlock } from './peer-sherlock.js';
import { HANDLE, type Fixture } from './fixture.js';
import type { Answers } from './tally.js';

export const PEERS: readonly Peer[] = [sherlock, maigret, naminter];

/** Each tool in an environment of its own, so that their libraries do not conflict. @returns the program's path */
export async function peerProgram(peer: Peer): Promise<string> {
  const name = peer.package.replace('==', '-');
  return join(await pythonEnvironment({ name, packages: [peer.package] }), peer.program);
}

/** Runs one tool over the fixture's sites. The simulator is its only egress, and the only authority that it trusts. */
export async function runPeer(
  peer: Peer,
  harness: Harness,
  fixture: Fixture,
  parent: string,
): Promise<{ answers: Answers; seconds: number; cpuSeconds: number }> {
  const program = await peerProgram(peer);
  const folder = join(parent, peer.name);
  const run: PeerRun = { handle: HANDLE, siteFile: join(parent, `${peer.name}.json`), folder, proxyUrl: harness.proxyUrl };
  mkdirSync(folder, { recursive: true });
  writeFileSync(run.siteFile, JSON.stringify(peer.siteFile(fixture.platforms)));
  const env = {
    HOME: folder,
    SSL_CERT_FILE: harness.caFile,
    REQUESTS_CA_BUNDLE: harness.caFile,
    CURL_CA_BUNDLE: harness.caFile,
    ...(peer.looksForUpdates ? { HTTPS_PROXY: harness.proxyUrl } : {}),
  };
  const { seconds, cpuSeconds } = await measure(program, peer.arguments(run), { env, cwd: folder, timeoutMs: 600_000 });
  return { answers: await peer.answers(run), seconds, cpuSeconds };
}
