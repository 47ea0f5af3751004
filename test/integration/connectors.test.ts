/** The connectors of MISP and Cortex, run by the platform's own program against the service with the simulator. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PYTHON_TOOLS } from '../../tools/clients/python.js';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';
import {
  CONNECTORS,
  type Connected,
  INSTALL,
  LIMITED,
  OMITTED,
  OPTED_OUT,
  platformOf,
  type Program,
  runIn,
  startConnected,
  startServer,
  SUPPRESSED,
  untilUp,
  vainSettings,
  WRONG_SETTINGS,
} from '../support/connectors.js';
import { ADA } from '../support/http/working-service.js';

let at: Connected;
beforeAll(async () => {
  at = await startConnected();
}, INSTALL);
afterAll(() => at?.close());

it(
  'each is at most 250 lines, without a fault of lint',
  async () => {
    const files = readdirSync(CONNECTORS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.py'));
    expect(files.length).toBe(5);
    for (const file of files) expect(readFileSync(join(CONNECTORS, file), 'utf8').split('\n').length, file).toBeLessThanOrEqual(250);
    const ruff = join(await pythonEnvironment(PYTHON_TOOLS), 'ruff');
    for (const args of [['check'], ['format', '--check']]) {
      const run = await runIn(ruff, [...args, '--no-cache', CONNECTORS], { PATH: process.env['PATH'] ?? '' });
      expect(run.ok, `${run.out}${run.lastLines}`).toBe(true);
    }
  },
  INSTALL,
);

describe('MISP', () => {
  let server: Program;
  let url: string;
  beforeAll(async () => {
    const { bin, env } = await platformOf('misp-modules-3.1.1', ['misp-modules==3.1.1']);
    const port = await getPort({ host: '127.0.0.1' });
    url = `http://127.0.0.1:${port}`;
    server = startServer(join(bin, 'misp-modules'), ['-l', '127.0.0.1', '-p', String(port), '-c', join(CONNECTORS, 'misp')], env);
    await untilUp(server, `${url}/healthcheck`);
  }, INSTALL);
  afterAll(() => server?.stop());

  type Attribute = { type: string; object_relation?: string; value: string; uuid: string };
  interface Answer {
    readonly error?: string;
    readonly results?: {
      readonly Attribute?: readonly Attribute[];
      readonly Object?: readonly {
        name: string;
        Attribute: readonly Attribute[];
        ObjectReference: readonly { referenced_uuid: string }[];
      }[];
    };
  }
  const attribute = { type: 'email', value: ADA.email, uuid: randomUUID() };
  async function query(more: object = {}, config: object = {}): Promise<Answer> {
    const body = { module: 'footprint', attribute: { ...attribute, ...more }, config: { url: at.service.url, api_key: at.key, ...config } };
    return (await (await fetch(`${url}/query`, { method: 'POST', body: JSON.stringify(body) })).json()) as Answer;
  }
  const platforms = ({ results }: Answer): string[] =>
    (results?.Object ?? []).map(({ Attribute }) => Attribute.find((each) => each.object_relation === 'account-type')?.value ?? '').sort();

  it('lists the module with what it takes', async () => {
    const modules = (await (await fetch(`${url}/modules`)).json()) as { name: string; type: string; mispattributes: { input: string[] } }[];
    const listed = modules.find(({ name }) => name === 'footprint');
    expect(listed).toMatchObject({ type: 'expansion', meta: { config: ['url', 'api_key', 'active', 'timeout'] } });
    expect(listed?.mispattributes.input).toEqual(expect.arrayContaining(['email', 'phone-number', 'target-user']));
  });

  it('gets an object for each account, related to the attribute, and the omissions as a comment', async () => {
    const answer = await query();
    expect(platforms(answer)).toEqual([...at.quiet.hits].sort());
    for (const object of answer.results?.Object ?? []) {
      expect(object.name).toBe('user-account');
      expect(object.Attribute.find((each) => each.object_relation === 'username')?.value).toBe(ADA.email);
      expect(object.ObjectReference.map((each) => each.referenced_uuid)).toEqual([attribute.uuid]);
    }
    expect(answer.results?.Attribute?.find(({ type }) => type === 'comment')?.value).toMatch(OMITTED);
    expect(platforms(await query({}, { active: '1', api_key: at.loudKey }))).toEqual([...at.loud.hits].sort());
  });

  it('says what is wrong: an opted-out identity, a limit, a key, an address, a type', async () => {
    const answer = await query({ value: OPTED_OUT });
    expect(answer.results?.Object).toBeUndefined();
    expect(answer.results?.Attribute?.map(({ value }) => value)).toContain(SUPPRESSED);
    expect(await query({}, { url: at.limited.url })).toEqual({ error: LIMITED });
    expect((await query({ type: 'ip-dst' })).error).toMatch(/^Send an attribute of one of these types/);
  });

  it('says of each setting that is wrong what to set', async () => {
    for (const [{ key, ...settings }, sentence] of [...WRONG_SETTINGS, ...vainSettings(at.elsewhere.url)]) {
      const answer = await query({}, { ...settings, ...(key !== undefined && { api_key: key }) });
      expect(answer, JSON.stringify(settings)).toEqual({ error: expect.stringMatching(sentence) });
    }
  });
});

describe('Cortex', () => {
  let env: Readonly<Record<string, string>>;
  const folder = mkdtempSync(join(tmpdir(), 'cortex-'));
  const analyzers = join(CONNECTORS, 'cortex');
  const manifest = JSON.parse(readFileSync(join(analyzers, 'Footprint/Footprint_Accounts.json'), 'utf8')) as {
    command: string;
    config: object;
    configurationItems: { name: string; defaultValue?: unknown }[];
  };
  beforeAll(async () => {
    const platform = await platformOf('cortexutils-2.2.1', ['cortexutils==2.2.1']);
    env = { ...platform.env, PATH: `${platform.bin}:${platform.env.PATH}` };
  }, INSTALL);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  interface Output {
    readonly success: boolean;
    readonly errorMessage?: string;
    readonly input?: { config: { key: string } };
    readonly artifacts?: readonly { dataType: string; data: string }[];
    readonly summary?: { taxonomies: readonly { value: string }[] };
    readonly full?: { accounts: readonly { platform: string; url: string | null }[]; notes: readonly string[]; passive: boolean };
  }
  /** A job as Cortex makes it: the manifest's own settings beside those of its items; the command is a program, not a script of one. */
  async function run(job: object, settings: object = {}): Promise<Output> {
    const home = join(folder, randomUUID());
    mkdirSync(join(home, 'input'), { recursive: true });
    const defaults = Object.fromEntries(manifest.configurationItems.map(({ name, defaultValue }) => [name, defaultValue]));
    const config = { ...manifest.config, ...defaults, url: at.service.url, key: at.key, ...settings };
    const input = { dataType: 'mail', data: ADA.email, tlp: 2, pap: 2, config, ...job };
    writeFileSync(join(home, 'input/input.json'), JSON.stringify(input));
    await runIn(join(analyzers, manifest.command), [home], env);
    return JSON.parse(readFileSync(join(home, 'output/output.json'), 'utf8')) as Output;
  }
  const platforms = ({ full }: Output) => full?.accounts.map(({ platform }) => platform).sort();

  it('gets a report, its pages as artifacts, and a summary', async () => {
    const output = await run({});
    expect(output).toMatchObject({ success: true, full: { passive: true } });
    expect(platforms(output)).toEqual([...at.quiet.hits].sort());
    expect(output.full?.notes.join('\n')).toMatch(OMITTED);
    expect(output.artifacts?.map(({ data }) => data)).toEqual(output.full?.accounts.flatMap(({ url }) => url ?? []));
    expect(output.summary?.taxonomies[0]?.value).toBe(String(at.quiet.hits.length));
  });

  it('asks everybody only where it is set and the PAP allows it, and nobody at PAP:RED', async () => {
    expect(platforms(await run({ pap: 1 }, { active: true, key: at.loudKey }))).toEqual([...at.loud.hits].sort());
    expect(await run({ pap: 2 }, { active: true })).toMatchObject({ success: true, full: { passive: true } });
    expect(await run({ pap: 1 })).toMatchObject({ success: true, full: { passive: true } });
    expect(await run({ pap: 3 }, { active: true })).toMatchObject({ success: false, errorMessage: 'PAP is higher than allowed.' });
    expect(await run({ tlp: 3 })).toMatchObject({ success: false, errorMessage: 'TLP is higher than allowed.' });
  });

  it('says what is wrong: an opted-out identity, a limit, a key, a type; and shows no key', async () => {
    const opted = await run({ data: OPTED_OUT });
    expect(opted).toMatchObject({ success: true, full: { accounts: [] } });
    expect(opted.full?.notes).toContain(SUPPRESSED);
    const refused = await run({}, { url: at.limited.url });
    expect(refused).toMatchObject({ success: false, errorMessage: LIMITED, input: { config: { key: 'REMOVED' } } });
    expect((await run({ dataType: 'domain' })).errorMessage).toBe('Footprint looks up mail, phone, username.');
  });

  it('says of each setting that is wrong what to set', async () => {
    for (const [settings, sentence] of [...WRONG_SETTINGS, ...vainSettings(at.elsewhere.url)])
      expect(await run({}, settings)).toMatchObject({ success: false, errorMessage: expect.stringMatching(sentence) });
  });
});
