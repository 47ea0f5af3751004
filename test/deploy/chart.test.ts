/** What can be said of the chart without helm; the rest is `npm run check:deploy`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '../../src/kernel/config/env.js';
import { QUEUES } from '../../workflows/contracts.js';
import { PROJECT_VERSION } from '../../tools/checks/tool.js';

const CHART = fileURLToPath(new URL('../../deploy/helm/footprint/', import.meta.url));
const read = (file: string): string => readFileSync(path.join(CHART, file), 'utf8');
const valuesFiles = readdirSync(path.join(CHART, 'ci')).map((name) => `ci/${name}`);
interface Values {
  readonly env?: Readonly<Record<string, string>>;
  readonly secretEnv?: Readonly<Record<string, string>>;
}
const values = (file: string) => parse(read(file)) as Values;
const accepts = new Ajv({ strict: false }).compile(JSON.parse(read('values.schema.json')) as object);
const isSetting = (name: string): boolean => SETTINGS.some((setting) => setting.name === name);

describe('the chart', () => {
  it('has the version of the release', () => {
    expect(parse(read('Chart.yaml'))).toMatchObject({ version: PROJECT_VERSION, appVersion: PROJECT_VERSION });
  });

  it('takes every setting, secret or not, and nothing that is none', () => {
    const all = Object.fromEntries(SETTINGS.map(({ name }) => [name, 'x']));
    expect(accepts({ image: { repository: 'r' }, env: all, secretEnv: all }), JSON.stringify(accepts.errors)).toBe(true);
    expect(accepts({ image: { repository: 'r' }, env: { lower: 'x' } })).toBe(false);
    expect(accepts({ image: { repository: 'r' }, nothing: 1 })).toBe(false);
  });

  it('has defaults that are complete but for the image, whose repository is the operator’s to name', () => {
    expect(accepts(parse(read('values.yaml')))).toBe(false);
    expect(accepts.errors?.map(({ instancePath }) => instancePath)).toEqual(['/image/repository']);
  });

  it.each(valuesFiles)('%s is accepted, and names settings that exist', (file) => {
    expect(accepts(values(file)), JSON.stringify(accepts.errors)).toBe(true);
    const { env = {}, secretEnv = {} } = values(file);
    expect([...Object.keys(env), ...Object.keys(secretEnv)].filter((name) => !isSetting(name))).toEqual([]);
  });

  it('restarts what stands still for two minutes, not what is slow to answer', () => {
    const [, probe = ''] = /livenessProbe:\n((?: {2}.*\n)+)/.exec(read('templates/_helpers.tpl')) ?? [];
    const { httpGet, periodSeconds, timeoutSeconds, failureThreshold } = parse(probe) as Record<string, number>;
    expect(httpGet).toEqual({ path: '/livez', port: 'admin' });
    expect(timeoutSeconds).toBeGreaterThanOrEqual(30);
    expect((periodSeconds ?? 0) * (failureThreshold ?? 0)).toBe(120);
  });

  it('sets what processes read, and scales workers by the queues that they serve', () => {
    const workers = read('templates/workers.yaml');
    const set = [...read('templates/api.yaml').matchAll(/\{ name: ([A-Z_]+), value/g), ...workers.matchAll(/\{ name: ([A-Z_]+), value/g)];
    expect(set.map(([, name = '']) => name).filter((name) => !isSetting(name))).toEqual([]);
    expect(new Set(workers.match(/footprint-[a-z]+(?=")/g))).toEqual(new Set(Object.values(QUEUES)));
  });
});
