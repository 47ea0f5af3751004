/** Two other programs for e-mail addresses, as installed: each asks its platforms through a proxy, as its users would have it do. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Answers } from './truth/tally.js';

export interface PeerProgram {
  readonly name: string;
  /** By its name of a site: the text of what it requests there and how it reads the answer. */
  readonly checks: ReadonlyMap<string, string>;
  /** What it says of an address, by its names of sites. */
  ask(email: string): Promise<Answers>;
}

export interface PeerOptions {
  /** Folder with a virtual environment for each program, of its name. */
  readonly installed: string;
  /** Folder for what they write. */
  readonly folder: string;
  readonly proxy: { readonly url: string; readonly caFile: string };
}

const run = promisify(execFile);
const MAX_OUTPUT = 64 * 1_048_576;

/** An environment of its own, which trusts the simulator's authority whichever library asks. */
function environment({ folder, proxy: { caFile } }: PeerOptions, more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const trust = { SSL_CERT_FILE: caFile, CURL_CA_BUNDLE: caFile, REQUESTS_CA_BUNDLE: caFile };
  return { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', NO_COLOR: '1', ...trust, ...more };
}

const USER_SCANNER_CHECKS = `
import json, pathlib, user_scanner
files = pathlib.Path(user_scanner.__file__).parent.glob('email_scan/*/*.py')
print(json.dumps({f.stem.replace('_', '.').lower(): f.read_text() for f in files if f.stem != '__init__'}))`;

/** It writes `X (Twitter)`. */
const siteOf = (written: string): string => written.toLowerCase().replace(/ \(.*$/, '');

/** user-scanner: one run for each address; a file of proxies, a report as JSON. */
export async function openUserScanner(options: PeerOptions): Promise<PeerProgram> {
  const folder = join(options.folder, 'user-scanner');
  mkdirSync(folder, { recursive: true });
  const [proxies, config, report] = ['proxies.txt', 'config.json', 'report.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(proxies, options.proxy.url);
  writeFileSync(config, JSON.stringify({ auto_update_status: false, auto_hudson_prompt: false, auto_loud_single_module_prompt: false }));
  const env = environment({ ...options, folder }, { USER_SCANNER_CONFIG: config });
  const bin = (name: string): string => join(options.installed, 'user-scanner', 'bin', name);
  const { stdout } = await run(bin('python'), ['-c', USER_SCANNER_CHECKS], { env, cwd: folder, maxBuffer: MAX_OUTPUT });
  return {
    name: 'user-scanner',
    checks: new Map(Object.entries(JSON.parse(stdout) as Record<string, string>)),
    async ask(email) {
      rmSync(report, { force: true }); // it would add to it
      await run(bin('user-scanner'), ['-e', email, '--all', '-P', proxies, '-o', report], { env, cwd: folder, maxBuffer: MAX_OUTPUT });
      const rows = JSON.parse(readFileSync(report, 'utf8')) as { site_name: string; status: string }[];
      return new Map(
        rows.flatMap(({ site_name: site, status }) =>
          status === 'Registered' || status === 'Not Registered' ? [[siteOf(site), status === 'Registered'] as const] : [],
        ),
      );
    },
  };
}

const MAILACCESS_CHECKS = `
import json
from backend.core.account_probe import default_health_key
from backend.core.mailaccess_sites_loader import load_mailaccess_sites
sites = [d for d in load_mailaccess_sites()[0].values() if d.get('check_type') == 'email-existence']
print(json.dumps({default_health_key(d): json.dumps(d) for d in sites if not d.get('disabled') and not d.get('intrusive')}))`;
const MAILACCESS_ASK = `
import asyncio, json, os, sqlite3, sys
from backend.modules.account_discovery import AccountDiscoveryModule
asyncio.run(AccountDiscoveryModule().run(sys.argv[1], force=True))
log = sqlite3.connect(os.path.expanduser('~/.mailaccess/platform_health.db'))
print(json.dumps(log.execute('SELECT id, platform, outcome FROM probe_log WHERE id > ?', (int(sys.argv[2]),)).fetchall()))`;

/**
 * MailAccess: its module for accounts alone, because its command first wants the mail domain to resolve. The report only counts the sites
 * that deny; its own log of probes names them.
 */
export async function openMailAccess(options: PeerOptions): Promise<PeerProgram> {
  const folder = join(options.folder, 'mailaccess');
  mkdirSync(folder, { recursive: true });
  const env = environment({ ...options, folder }, { PROXY_ENABLED: 'true', PROXY_URL: options.proxy.url });
  const program = join(options.installed, 'mailaccess', 'bin', 'python');
  const python = async (text: string, ...args: string[]): Promise<unknown> =>
    JSON.parse((await run(program, ['-c', text, ...args], { env, cwd: folder, maxBuffer: MAX_OUTPUT })).stdout);
  const checks = (await python(MAILACCESS_CHECKS)) as Record<string, string>;
  let last = 0;
  return {
    name: 'MailAccess',
    checks: new Map(Object.entries(checks)),
    async ask(email) {
      const rows = (await python(MAILACCESS_ASK, email, String(last))) as [number, string, string][];
      last = Math.max(last, ...rows.map(([id]) => id));
      return new Map(rows.flatMap(([, site, outcome]) => (outcome === 'inconclusive' ? [] : [[site, outcome === 'hit'] as const])));
    },
  };
}
