import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { secretKeys } from '../../../../src/kernel/config/setting-types.js';
import { fileOfDatabase, findKeptSettings, keptSettings } from '../../../../tools/embedded/kept-settings.js';
import { openStateDir, type StateDir } from '../../../../tools/embedded/state-dir.js';

function home(): StateDir {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footprint-kept-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return openStateDir(dir);
}

const EMBEDDED = { databaseUrl: null, needsKey: false };
const OWN_URL = 'postgres://somebody:secret@db.example.com:5432/footprint';
const OWN_KEY = 'ab'.repeat(32);

describe('what `npm start` keeps for a database', () => {
  test('a key that the settings accept is made once, for its owner alone, and every later start and command reads the same', () => {
    const position = home();
    const first = keptSettings(position, {}, EMBEDDED);
    expect(secretKeys.parse(first.SECRETS_KEY)).toHaveLength(1);
    const file = path.join(position.dir, 'secrets-key');
    expect(readFileSync(file, 'utf8')).toBe(first.SECRETS_KEY);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(position.dir).filter((name) => name.startsWith('secrets-key'))).toEqual(['secrets-key']);
    expect(keptSettings(position, {}, { databaseUrl: null, needsKey: true })).toEqual(first);
    expect(findKeptSettings(position.dir, null, {})).toEqual(first);
    expect(first.ERASURE_LEDGER).toBe(path.join(position.dir, 'erasures'));
  });

  test.each(['absent', 'empty'])('a key file that is %s is never replaced while the database holds what was sealed with it', (how) => {
    const position = home();
    const file = path.join(position.dir, 'secrets-key');
    if (how === 'empty') writeFileSync(file, '');
    const before = readdirSync(position.dir);
    expect(() => keptSettings(position, {}, { databaseUrl: null, needsKey: true })).toThrow(
      `made with a key that is not there: put ${file} back`,
    );
    expect(readdirSync(position.dir)).toEqual(before);
    expect(keptSettings(position, { SECRETS_KEY: OWN_KEY }, { databaseUrl: null, needsKey: true }).SECRETS_KEY).toBe(OWN_KEY);
  });

  test("an operator's own settings come first, and what the kept key sealed stays readable", () => {
    const position = home();
    const { SECRETS_KEY: kept } = keptSettings(position, {}, EMBEDDED);
    const env = { SECRETS_KEY: OWN_KEY, ERASURE_LEDGER: '/ledger/own' };
    expect(keptSettings(position, env, EMBEDDED)).toEqual({ SECRETS_KEY: `${OWN_KEY},${kept}`, ERASURE_LEDGER: '/ledger/own' });
    expect(findKeptSettings(position.dir, null, env)).toEqual({ SECRETS_KEY: `${OWN_KEY},${kept}`, ERASURE_LEDGER: '/ledger/own' });
    const both = { SECRETS_KEY: `${OWN_KEY},${kept}` };
    expect(keptSettings(position, both, EMBEDDED).SECRETS_KEY).toBe(both.SECRETS_KEY);
  });

  test('each database has a key and a ledger of its own, and a command for another database gets neither', () => {
    const position = home();
    const embedded = keptSettings(position, {}, EMBEDDED);
    expect(findKeptSettings(position.dir, OWN_URL, {})).toEqual({});
    const own = keptSettings(position, {}, { databaseUrl: OWN_URL, needsKey: false });
    expect(own.SECRETS_KEY).not.toBe(embedded.SECRETS_KEY);
    expect(own.ERASURE_LEDGER).not.toBe(embedded.ERASURE_LEDGER);
    expect(findKeptSettings(position.dir, OWN_URL, {})).toEqual(own);
    expect(fileOfDatabase('secrets-key', OWN_URL)).not.toMatch(/secret@|somebody|example/);
  });
});
