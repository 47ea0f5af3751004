/** Reads the sources' data files from their wheels, pinned by hash. Downloads with pip, which uses the operator's mirrors and proxies. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourcePackage } from '../../src/catalogue/importers/build-imported.js';

interface Pin {
  readonly name: string;
  readonly version: string;
  readonly wheel: string;
  readonly data: string;
}

/** The packages, with the SHA-256 of their wheels and the path of their data. */
export const PINS = {
  maigret: {
    name: 'maigret',
    version: '0.6.6',
    wheel: 'f382e7174d202a8002b2ac3ce3cde7c11900c506399dd6110f57b9256c4181c7',
    data: 'maigret/resources/data.json',
  },
  sherlock: {
    name: 'sherlock-project',
    version: '0.16.2',
    wheel: '7f1341dcd554a39d529bcfff14b133410e8773e3e1083fc5bdd0cd0a579fb46f',
    data: 'sherlock_project/resources/data.json',
  },
} as const satisfies Record<string, Pin>;

/** A source's data with the text of its licence. */
export interface Fetched {
  readonly pack: SourcePackage;
  readonly licenceText: string;
}

/** Prints two members of a wheel as a JSON object; nothing is unpacked to the disk. */
const READ_WHEEL = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    licence = next(name for name in wheel.namelist() if name.endswith('dist-info/licenses/LICENSE'))
    print(json.dumps({'data': wheel.read(sys.argv[2]).decode(), 'licence': wheel.read(licence).decode()}))
`;

/**
 * Downloads both wheels and reads what is needed.
 * @throws when Python, pip or the network are not there, or a hash is not the pinned one; the message says which
 */
export function fetchSources(): { readonly maigret: Fetched; readonly sherlock: Fetched } {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-build-'));
  try {
    return { maigret: fetchOne(PINS.maigret, join(folder, 'maigret')), sherlock: fetchOne(PINS.sherlock, join(folder, 'sherlock')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fetchOne(pin: Pin, folder: string): Fetched {
  const requirement = `${folder}.txt`;
  writeFileSync(requirement, `${pin.name}==${pin.version} --hash=sha256:${pin.wheel}\n`);
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:', '--require-hashes'];
  python(['-m', 'pip', 'download', ...options, '--dest', folder, '--requirement', requirement]);
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip brought no wheel of ${pin.name}`);
  const bytes = readFileSync(join(folder, wheel));
  if (sha256(bytes) !== pin.wheel) throw new Error(`the wheel of ${pin.name} is not the pinned one`);
  const read = JSON.parse(python(['-c', READ_WHEEL, join(folder, wheel), pin.data])) as { data: string; licence: string };
  return {
    pack: { name: pin.name, version: pin.version, licence: 'MIT', sha256: sha256(read.data), json: JSON.parse(read.data) as unknown },
    licenceText: read.licence.replaceAll('\r\n', '\n'),
  };
}

function python(args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('python3', args, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20, timeout: 300_000 });
  if (error !== undefined) throw new Error(`python3 could not be run: ${error.message}`);
  if (status !== 0) throw new Error(`python3 ${args.slice(0, 3).join(' ')} failed: ${stderr.trim().split('\n').at(-1) ?? ''}`);
  return stdout;
}

/** SHA-256 in hexadecimal. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
