import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/kernel/config/env.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Service {
  readonly image: string;
  readonly build: { readonly context: string; readonly dockerfile: string; readonly args: Readonly<Record<string, string>> };
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly [key: string]: unknown;
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const { backup } = (parse(read('deploy/compose/backup.yml')) as { services: { backup: Service } }).services;
const recipe = read(path.join(backup.build.context, backup.build.dockerfile));

describe('deploy/compose/backup.yml', () => {
  it("has Postgres' programs of the server's version, and the service's own image for the rest", () => {
    expect(recipe).toContain(`\nARG POSTGRES=${compose.services['postgres']?.image}\n`);
    expect(backup.build.args['FOOTPRINT']).toBe(`\${FOOTPRINT_IMAGE:-${compose.services['api']?.image}}`);
    expect(recipe.split('\n').filter((line) => line.startsWith('ENTRYPOINT'))).toEqual(['ENTRYPOINT ["node", "dist/src/main/cli.js"]']);
  });

  it('gains no rights, runs when it is called only, and has the ledger and the key of the processes', () => {
    expect(backup).toMatchObject({
      profiles: ['backup'],
      restart: 'no',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      read_only: true,
      networks: ['back'],
    });
    const api = compose.services['api'];
    expect(backup.environment['ERASURE_LEDGER']).toBe(api?.environment['ERASURE_LEDGER']);
    expect(backup.volumes[0]).toBe(api?.volumes[0]);
    expect(Object.keys(compose.volumes)).toContain('ledger');
  });

  it('is given settings that exist, the owner of the tables among them', () => {
    const known = new Set([...SETTINGS.map(({ name }) => name), 'SECRETS_KEY_FILE']);
    expect(Object.keys(backup.environment).filter((name) => !known.has(name))).toEqual([]);
    expect(backup.environment['DATABASE_OWNER_URL']).toContain('//footprint_owner:${POSTGRES_PASSWORD:?');
    expect(backup.environment['DATABASE_URL']).toContain('//footprint_service:${POSTGRES_SERVICE_PASSWORD:?');
  });
});
