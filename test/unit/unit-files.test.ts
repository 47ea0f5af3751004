import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPLACES_MODULES } from '../../vitest.config.js';
import { PROJECT } from '../../tools/embedded/program.js';

const filesOf = (...folders: readonly string[]) =>
  folders
    .flatMap((folder) => readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith('.test.ts') && file !== 'test/unit/unit-files.test.ts');
const UNIT = filesOf('test/unit', 'test/catalogue');

const holding = (pattern: RegExp, files = filesOf('test')) =>
  files.filter((file) => pattern.test(readFileSync(path.join(PROJECT, file), 'utf8')));

describe('files that share a process', () => {
  test('one that replaces a module is run in a process of its own, because the others share theirs', () => {
    expect(holding(/\bvi\.(?:mock|doMock)\(/)).toEqual(REPLACES_MODULES);
  });

  test('one that changes clocks, settings or functions puts them back', () => {
    expect(holding(/useFakeTimers\(/).filter((file) => !holding(/useRealTimers\(/).includes(file))).toEqual([]);
    expect(holding(/stubEnv\(/).filter((file) => !holding(/unstubAllEnvs\(/).includes(file))).toEqual([]);
    expect(holding(/spyOn\(process/).filter((file) => !holding(/mockRestore\(|restoreAllMocks\(/).includes(file))).toEqual([]);
  });
});

describe('files of `npm run test:unit`', () => {
  test('none asks for the Postgres or the Temporal of a whole run', () => {
    expect(holding(/\b(?:stackAddresses|createDatabase|createEmptyDatabase|startService|startBareApi|inject)\(/, UNIT)).toEqual([]);
  });
});
