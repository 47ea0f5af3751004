import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPLACES_MODULES } from '../../vitest.config.js';
import { PROJECT } from '../../src/embedded/entry.js';

const FILES = ['test/unit', 'test/catalogue'].flatMap((folder) =>
  readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
).filter((file) => file.endsWith('.test.ts') && file !== 'test/unit/unit-files.test.ts');

const holding = (pattern: RegExp) => FILES.filter((file) => pattern.test(readFileSync(path.join(PROJECT, file), 'utf8')));

describe('files of `npm run test:unit`', () => {
  test('one that replaces a module is run in a process of its own, because the others share theirs', () => {
    expect(holding(/\bvi\.(?:mock|doMock)\(/)).toEqual(REPLACES_MODULES);
  });

  test('one that changes clocks, settings or functions puts them back', () => {
    expect(holding(/useFakeTimers\(/).filter((file) => !holding(/useRealTimers\(/).includes(file))).toEqual([]);
    expect(holding(/stubEnv\(/).filter((file) => !holding(/unstubAllEnvs\(/).includes(file))).toEqual([]);
  });

  test('none asks for the Postgres or the Temporal of a whole run', () => {
    expect(holding(/\b(?:stackAddresses|createDatabase|createEmptyDatabase|startService|startBareApi|inject)\(/)).toEqual([]);
  });
});
