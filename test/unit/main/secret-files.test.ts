import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, SETTINGS } from '../../../src/kernel/config/env.js';
import { SECRET_SETTINGS } from '../../../src/kernel/config/secret-settings.js';
import { fileSettingOf } from '../../../src/kernel/config/file-setting.js';
import { readSecretFiles } from '../../../src/main/secret-files.js';

const folder = mkdtempSync(join(tmpdir(), 'secret-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function fileOf(content: string): string {
  const file = join(folder, `${Math.random()}`);
  writeFileSync(file, content);
  return file;
}
const KEY = 'ab'.repeat(32);
function read(env: Record<string, string>): NodeJS.ProcessEnv {
  readSecretFiles(env);
  return env;
}

describe('a secret in a file', () => {
  it.each(['', '\n', '\r\n'])('is read without the line feed at its end (%j)', (end) => {
    expect(readConfig(read({ SECRETS_KEY_FILE: fileOf(`${KEY}${end}`) })).SECRETS_KEY).toEqual([KEY]);
  });

  it.each(SECRET_SETTINGS)('may be %s; what comes out names the file no more', (name) => {
    expect(read({ [fileSettingOf(name)]: fileOf('a secret\n'), PORT: '1' })).toEqual({ [name]: 'a secret', PORT: '1' });
  });

  it('is every setting whose name or value is one', () => {
    const secret = SETTINGS.filter(({ name }) => /(?:_KEY|_TOKEN|_SECRET|KEYS|KEY_DATA)$|^(?:DATABASE|SMTP|PROBE_PROXY)_URL$/.test(name));
    // Public keys, and the path of a file under a name of OpenTelemetry's.
    const open = ['CATALOGUE_KEYS', 'OTEL_EXPORTER_OTLP_CLIENT_KEY'];
    expect(SECRET_SETTINGS).toEqual(expect.arrayContaining(secret.map(({ name }) => name).filter((name) => !open.includes(name))));
    expect(SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(SECRET_SETTINGS);
  });

  it.each([
    ['a file that is not there', { SECRETS_KEY_FILE: join(folder, 'none') }, 'The file of SECRETS_KEY_FILE cannot be read (ENOENT).'],
    ['an empty file', { SMTP_URL_FILE: fileOf('\n') }, 'The file of SMTP_URL_FILE is empty.'],
    ['both', { SECRETS_KEY: KEY, SECRETS_KEY_FILE: fileOf(KEY) }, 'SECRETS_KEY and SECRETS_KEY_FILE are both set: unset one of them.'],
  ])('is refused in one sentence: %s', (_, env, sentence) => {
    expect(() => read(env)).toThrow(sentence);
  });
});
