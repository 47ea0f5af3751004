/** Records of released versions (test/releases/README.md), as tools/release/record-release.ts writes them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

export const RELEASES = fileURLToPath(new URL('../releases', import.meta.url));

/** Simulated sites that lookups of a record probe, and who is registered at half of them. */
export const RELEASE_SITES = 8;
export const RELEASE_PEOPLE = [{ identities: { email: ['ada@example.com'], username: ['ada_example'] }, share: 0.5 }];
/** Settings of the processes that make a record and of those that go on with it: facts and controls belong to the egress. */
export const RELEASE_SETTINGS = { PROBE_EGRESS: 'simulator', PUBLIC_URL: 'https://footprint.example.com' } as const;

export interface ReleaseNote {
  readonly version: string;
  /** YYYY-MM-DD */
  readonly date: string;
  /** From which it was made: a tag may not travel with a clone. */
  readonly commit: string;
  /** Names of the migrations that there were. */
  readonly migrations: readonly string[];
}

export interface Release extends ReleaseNote {
  /** SQL for a superuser. */
  readonly data: string;
  /** Responses of that version's API to reads of finished lookups, by path. */
  readonly bodies: Readonly<Record<string, unknown>>;
  readonly openapi: () => unknown;
  readonly histories: () => Readonly<Record<string, { readonly workflowId: string }>>;
}

/** Every record, the oldest version first. */
export function releases(): Release[] {
  const folders = existsSync(RELEASES) ? readdirSync(RELEASES).filter((name) => /^v\d/.test(name)) : [];
  return folders
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => {
      const read = (file: string): Buffer => readFileSync(join(RELEASES, name, file));
      const unpacked = (file: string): unknown => JSON.parse(gunzipSync(read(file)).toString());
      return {
        ...(JSON.parse(read('release.json').toString()) as ReleaseNote),
        data: read('data.sql').toString(),
        bodies: unpacked('bodies.json.gz') as Release['bodies'],
        openapi: () => unpacked('openapi.json.gz'),
        histories: () => unpacked('histories.json.gz') as ReturnType<Release['histories']>,
      };
    });
}
