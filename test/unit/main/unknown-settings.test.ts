import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { unknownSettings } from '../../../src/main/unknown-settings.js';
import { SETTINGS } from '../../../src/kernel/config/env.js';

const ROOT = path.join(import.meta.dirname, '../../..');

describe('names in the file with settings that no program reads', () => {
  it.each([
    ['INSTANT_CEILNG_MS', 'INSTANT_CEILING_MS'],
    ['TEMPORAL_ADRESS', 'TEMPORAL_ADDRESS'],
    ['WEBHOOK_CONCURENCY', 'WEBHOOK_CONCURRENCY'],
    ['SMTP_ULR', 'SMTP_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['SECRETS_KEYS', 'SECRETS_KEY'],
    ['SECRET_KEY_FILE', 'SECRETS_KEY_FILE'],
  ])('%s is named with what was meant, %s', (name, meant) => {
    expect(unknownSettings([name])).toEqual([`${name} is not a setting: did you mean ${meant}?`]);
  });

  it.each(['MY_OWN_VARIABLE', 'X', 'DB'])('%s, which is near to none, is said to have no effect', (name) => {
    expect(unknownSettings([name])).toEqual([`${name} is not a setting: it has no effect (docs/env.md lists them all).`]);
  });

  it('no setting is among them, nor what else belongs in the file of a compose project or of Node', () => {
    const example = readFileSync(path.join(ROOT, '.env.example'), 'utf8').replaceAll(/^# (?=[A-Z_]+=)/gm, '');
    const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8').matchAll(/\$\{([A-Z_]+)/g);
    const others = ['NODE_OPTIONS', 'COMPOSE_PROJECT_NAME', 'TZ', 'SIMULATOR_PEOPLE', 'SECRETS_KEY_FILE'];
    const names = [
      ...SETTINGS.map(({ name }) => name),
      ...Object.keys(parseEnv(example)),
      ...[...compose].map(([, name]) => name as string),
    ];
    expect(unknownSettings([...names, ...others])).toEqual([]);
  });
});
