import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { SCOPES } from '../../src/features/accounts/api-keys.js';
import { runProgram } from '../../tools/embedded/child.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { type OpenApi, schemathesisPython, withNulls } from '../support/schemathesis.js';
import { startService, type Service } from '../support/service.js';
import { asOwner } from '../support/databases.js';

/** Test cases an operation and phase. 2,000 by hand: `SCHEMATHESIS_EXAMPLES=2000 npx vitest run test/integration/schemathesis.test.ts`. */
const EXAMPLES = Number(process.env['SCHEMATHESIS_EXAMPLES'] ?? 10);
const TIMEOUT_MS = 300_000 + EXAMPLES * 4_000;

describe('the service, held against its own document', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let service: Service;
  let python: string;
  let folder: string;

  beforeAll(async () => {
    python = await schemathesisPython();
    folder = await mkdtemp(path.join(tmpdir(), 'footprint-schemathesis-'));
    sites = await startGeneratedSites(4);
    service = await startService({ env: sites.env });
    // Minute windows that never fill, in this test's own database: the limits have tests of their own.
    await asOwner(service.sql, (sql) =>
      sql.unsafe(`
        CREATE FUNCTION keep_open() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.hits := 1; RETURN NEW; END';
        CREATE TRIGGER keep_open BEFORE INSERT OR UPDATE ON rate_windows FOR EACH ROW EXECUTE FUNCTION keep_open()`),
    );
  }, 900_000);
  afterAll(async () => {
    await service?.close();
    await sites?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it(
    'keeps every promise of the document, whatever is sent',
    async () => {
      const { accountId } = await service.account('higher_volume');
      const { key } = await service.keyOf(accountId, SCOPES);
      // A caller who lists the keys may roll or revoke the one that it calls with: every answer after that would be 401.
      await asOwner(service.sql, (sql) =>
        sql.unsafe(`
          CREATE FUNCTION keep_keys() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN IF OLD.account_id = ''${accountId}'' THEN NEW.revoked_at := NULL; NEW.expires_at := OLD.expires_at; END IF; RETURN NEW; END';
          CREATE TRIGGER keep_keys BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION keep_keys()`),
      );
      const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi;
      const file = path.join(folder, 'openapi.json');
      await writeFile(file, JSON.stringify(withNulls(document)));
      const run = await runProgram(
        python,
        [
          '-m',
          'schemathesis.cli',
          '--config-file',
          path.join(PROJECT_ROOT, 'test', 'integration', 'schemathesis.toml'),
          'run',
          file,
          '--url',
          service.url,
          '--header',
          `Authorization: Bearer ${key}`,
          '--checks',
          'all',
          '--phases',
          'examples,coverage,fuzzing,stateful',
          '--max-examples',
          String(EXAMPLES),
          '--generation-database',
          'none',
          '--request-timeout',
          '60',
          '--workers',
          '1',
          '--continue-on-failure',
          '--no-color',
          '--report',
          'ndjson',
          '--report-dir',
          folder,
        ],
        { timeoutMs: TIMEOUT_MS, cwd: folder },
      );
      expect(run.ok, run.out).toBe(true);
    },
    TIMEOUT_MS + 60_000,
  );
});
