import { describe, expect, it } from 'vitest';
import { databaseTarget, ownerSetting, sessionSetting, targetOf, unreachableFault } from '../../../src/wiring/database.js';
import { temporalSettings } from '../../../src/wiring/temporal.js';
import { ConfigError, readConfig } from '../../../src/kernel/config/env.js';

const URL_OF = 'postgres://footprint:secret@db.example.com:5432/footprint';
const target = (query: string, more: Record<string, string> = {}) =>
  databaseTarget(readConfig({ DATABASE_URL: `${URL_OF}${query}`, ...more }));

describe('how a database is reached', () => {
  it.each([
    ['?sslmode=prefer', {}, /sslmode=prefer .*verify-full/],
    ['?sslmode=allow', {}, /sslmode=allow .*verify-full/],
    ['?sslmode=verify-ca', {}, /verify-ca needs .*DATABASE_CA_FILE/],
    ['?sslmode=verify-full&sslcert=client.pem', {}, /sslcert and sslkey go together/],
    ['?sslmode=verify-full&sslpassword=secret', {}, /sslpassword is not known/],
    ['?sslrootcert=ca.pem', {}, /does not use TLS/],
    ['', { DATABASE_CA_FILE: 'ca.pem' }, /does not use TLS/],
    ['?sslmode=verify-full', { DATABASE_CA_FILE: 'nowhere.pem' }, /nowhere\.pem .*cannot be read \(ENOENT\)/],
  ])('%s %j is refused in one sentence', (query, more, why) => {
    expect(() => target(query, more)).toThrow(ConfigError);
    expect(() => target(query, more)).toThrow(why);
    expect(() => target(query, more)).not.toThrow(/secret/);
  });

  it.each(['require', 'verify-full'])('sslmode=%s verifies the certificate and its name', (mode) => {
    expect(target(`?sslmode=${mode}&application_name=x`)).toMatchObject({
      url: `${URL_OF}?application_name=x`,
      ssl: { rejectUnauthorized: true, host: 'db.example.com' },
      warning: null,
    });
    expect(target(`?sslmode=${mode}`).ssl).not.toHaveProperty('checkServerIdentity');
  });

  it('only no-verify does without, and says so', () => {
    expect(target('?sslmode=no-verify')).toMatchObject({
      ssl: { rejectUnauthorized: false },
      warning: expect.stringContaining('the server is not verified'),
    });
  });

  it.each(['', '?sslmode=disable'])('"%s": no TLS', (query) => {
    expect(target(query)).toEqual({ url: URL_OF, ssl: false, warning: null, isPooled: false });
  });

  it('DATABASE_DIRECT_URL says that DATABASE_URL is a pooler, and is named when it is at fault', () => {
    const settings = readConfig({
      DATABASE_URL: 'postgres://pooler.example.com:6432/footprint',
      DATABASE_DIRECT_URL: `${URL_OF}?sslmode=no-verify`,
    });
    expect(databaseTarget(settings).isPooled).toBe(true);
    expect([sessionSetting(settings), ownerSetting(settings)]).toEqual(['DATABASE_DIRECT_URL', 'DATABASE_DIRECT_URL']);
    expect(ownerSetting({ ...settings, DATABASE_OWNER_URL: URL_OF })).toBe('DATABASE_OWNER_URL');
    expect(targetOf('DATABASE_DIRECT_URL', settings)).toMatchObject({
      url: URL_OF,
      isPooled: false,
      warning: expect.stringMatching(/^DATABASE_DIRECT_URL says/) as string,
    });
    expect(() => targetOf('DATABASE_DIRECT_URL', { ...settings, DATABASE_DIRECT_URL: `${URL_OF}?sslmode=prefer` })).toThrow(
      /^DATABASE_DIRECT_URL: sslmode=prefer/,
    );
    expect(sessionSetting(readConfig({ DATABASE_URL: URL_OF }))).toBe('DATABASE_URL');
  });
});

describe('how Temporal is reached', () => {
  const settings = (env: Record<string, string>) => temporalSettings(readConfig({ TEMPORAL_ADDRESS: 'temporal.example.com:7233', ...env }));

  it('an API key turns TLS on, TEMPORAL_TLS decides', () => {
    expect(settings({})).toMatchObject({ namespace: 'default', tls: undefined });
    expect(settings({ TEMPORAL_API_KEY: 'key' })).toMatchObject({ apiKey: 'key', tls: true });
    expect(settings({ TEMPORAL_API_KEY: 'key', TEMPORAL_TLS: 'false' })).toMatchObject({ apiKey: 'key', tls: false });
    expect(settings({ TEMPORAL_TLS: 'true', TEMPORAL_NAMESPACE: 'own' })).toMatchObject({ namespace: 'own', tls: {} });
  });

  it('what the SDK could not obey is refused', () => {
    expect(() => settings({ TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: 'true' })).toThrow(
      /TEMPORAL_TLS_DISABLE_HOST_VERIFICATION: a certificate is always verified/,
    );
    expect(() => settings({ TEMPORAL_CONFIG_FILE: 'nowhere.toml' })).toThrow(/nowhere\.toml .*cannot be read \(ENOENT\)/);
  });
});

it.each([
  [
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    'No server answers at the host and port that DATABASE_URL names (ECONNREFUSED).',
  ],
  [new Error('query', { cause: Object.assign(new Error('x'), { code: 'ENOTFOUND' }) }), /\(ENOTFOUND\)/],
  [Object.assign(new Error('syntax'), { code: '42601' }), null],
  [new Error('anything'), null],
])('a server that does not answer is named in one sentence, and nothing else is (%#)', (error, sentence) => {
  const fault = unreachableFault(error);
  if (sentence === null) expect(fault).toBeNull();
  else expect(fault).toMatch(sentence);
});
