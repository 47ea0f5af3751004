import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { secretKeys } from '../../../../src/config/setting-types.js';
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
    const place = home();
    const first = keptSettings(place, {}, EMBEDDED);
    expect(secretKeys.parse(first.SECRETS_KEY)).toHaveLength(1);
    const file = path.join(place.dir, 'secrets-key');
    expect(readFileSync(file, 'utf8')).toBe(first.SECRETS_KEY);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(place.dir).filter((name) => name.startsWith('secrets-key'))).toEqual(['secrets-key']);
    expect(keptSettings(place, {}, { databaseUrl: null, needsKey: true })).toEqual(first);
    expect(findKeptSettings(place.dir, null, {})).toEqual(first);
    expect(first.ERASURE_LEDGER).toBe(path.join(place.dir, 'erasures'));
  });

  test.each(['absent', 'empty'])('a key file that is %s is never replaced while the database holds what was sealed with it', (how) => {
    const place = home();
    const file = path.join(place.dir, 'secrets-key');
    if (how === 'empty') writeFileSync(file, '');
    const before = readdirSync(place.dir);
    expect(() => keptSettings(place, {}, { databaseUrl: null, needsKey: true })).toThrow(
      `made with a key that is not there: put ${file} back`,
    );
    expect(readdirSync(place.dir)).toEqual(before);
    expect(keptSettings(place, { SECRETS_KEY: OWN_KEY }, { databaseUrl: null, needsKey: true }).SECRETS_KEY).toBe(OWN_KEY);
  });

  test("an operator's own settings come first, and what the kept key sealed stays readable", () => {
    const place = home();
    const { SECRETS_KEY: kept } = keptSettings(place, {}, EMBEDDED);
    const env = { SECRETS_KEY: OWN_KEY, ERASURE_LEDGER: '/ledger/own' };
    expect(keptSettings(place, env, EMBEDDED)).toEqual({ SECRETS_KEY: `${OWN_KEY},${kept}`, ERASURE_LEDGER: '/ledger/own' });
    expect(findKeptSettings(place.dir, null, env)).toEqual({ SECRETS_KEY: `${OWN_KEY},${kept}`, ERASURE_LEDGER: '/ledger/own' });
    const both = { SECRETS_KEY: `${OWN_KEY},${kept}` };
    expect(keptSettings(place, both, EMBEDDED).SECRETS_KEY).toBe(both.SECRETS_KEY);
  });

  test('each database has a key and a ledger of its own, and a command for another database gets neither', () => {
    const place = home();
    const embedded = keptSettings(place, {}, EMBEDDED);
    expect(findKeptSettings(place.dir, OWN_URL, {})).toEqual({});
    const own = keptSettings(place, {}, { databaseUrl: OWN_URL, needsKey: false });
    expect(own.SECRETS_KEY).not.toBe(embedded.SECRETS_KEY);
    expect(own.ERASURE_LEDGER).not.toBe(embedded.ERASURE_LEDGER);
    expect(findKeptSettings(place.dir, OWN_URL, {})).toEqual(own);
    expect(fileOfDatabase('secrets-key', OWN_URL)).not.toMatch(/secret@|somebody|example/);
  });
});
