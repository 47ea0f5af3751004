/** Caddy, in the version that compose starts, with the configuration that compose starts: only ports, names and folders are the test's. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { goProgram } from '../../tools/clients/go.js';
import { CADDY } from '../../tools/deploy/programs.js';

const SHIPPED = fileURLToPath(new URL('../../deploy/compose/', import.meta.url));

export interface CaddyOptions {
  readonly apiPort: number;
  /** What stands in further sites' files, by name; `null`: the shipped one of that name. */
  readonly sites?: Readonly<Record<string, string | null>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Name and name server of the replicas, in place of one at `127.0.0.1`. */
  readonly replicas?: { readonly name: string; readonly server: string };
}

export interface Caddy {
  /** Of the API, with TLS. */
  readonly url: string;
  readonly httpUrl: string;
  /** PEM file of the authority of its certificates, which is its own. */
  readonly caFile: string;
  /** What it has logged. */
  log(): string;
  close(): Promise<void>;
}

/** @returns the proxy when it has its authority and certificate, and listens @throws with its log when it does not start */
export async function startCaddy({ apiPort, sites = {}, env = {}, replicas }: CaddyOptions): Promise<Caddy> {
  const program = await goProgram(CADDY);
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-caddy-'));
  const sitesFolder = path.join(folder, 'sites');
  mkdirSync(sitesFolder);
  for (const [name, text] of Object.entries(sites)) {
    if (text === null) cpSync(path.join(SHIPPED, name), path.join(sitesFolder, name));
    else writeFileSync(path.join(sitesFolder, name), text);
  }
  const shipped = readFileSync(path.join(SHIPPED, 'Caddyfile'), 'utf8');
  const config = path.join(folder, 'Caddyfile');
  writeFileSync(config, replicas ? shipped.replace('refresh 2s', `$&\n\t\t\tresolvers ${replicas.server}`) : shipped);
  const [http, https] = [await getPort(), await getPort()];
  const caFile = path.join(folder, 'caddy/pki/authorities/local/root.crt');
  // The name localhost has no public authority: Caddy makes its certificate itself.
  const settings = {
    PUBLIC_HOST: 'localhost',
    API_HOST: replicas?.name ?? '127.0.0.1',
    API_PORT: `${apiPort}`,
    HTTP_PORT: `${http}`,
    HTTPS_PORT: `${https}`,
  };
  const child = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITES: sitesFolder,
      ...settings,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const listens = () =>
    fetch(`http://localhost:${http}/`, { redirect: 'manual' }).then(
      ({ status }) => status === 308,
      () => false,
    );
  // It listens before it has the certificate, and answers with an alert meanwhile.
  const hasCertificate = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host: 'localhost', port: https, servername: 'localhost', rejectUnauthorized: false }, () => resolve(true));
      socket.once('error', () => resolve(false)).once('secureConnect', () => socket.destroy());
    });
  const isUp = await waitUntil(
    async () => child.exitCode !== null || (existsSync(caFile) && (await listens()) && (await hasCertificate())),
    90_000,
  );
  if (!isUp || child.exitCode !== null) {
    await close();
    throw new Error(`Caddy did not start: ${log}`);
  }
  return { url: `https://localhost:${https}`, httpUrl: `http://localhost:${http}`, caFile, log: () => log, close };
}

/** What a client trusts that knows the proxy. */
export const authorityOf = ({ caFile }: Pick<Caddy, 'caFile'>): string => readFileSync(caFile, 'utf8');
