import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import { loadCatalogue } from '../../src/engine/catalogue/load-catalogue.js';
import { startSimulator, type Simulator } from '../../tools/simulator/start-simulator.js';
import { startService, type Service } from '../support/service.js';
import { CATALOGUE_ROOT } from '../support/simulated.js';

/** A platform as an operator writes it, in one JSON file. */
const LIBRARY: PlatformFile = {
  slug: 'town-library',
  name: 'Town library',
  homepage: 'https://library.example',
  tags: ['books'],
  strength: 'strong',
  instant: ['username'],
  probes: {
    username: {
      method: 'public_api',
      pattern: '^[a-z][a-z0-9_]{2,29}$',
      request: { method: 'GET', url: 'https://library.example/api/readers/{username}' },
      safety: { basis: 'documented_api', reviewed: '2030-01-01', reason: 'Reads a public profile through the documented API.' },
      registered: { status: [200], json: [{ pointer: '/reader', is: 'identity' }] },
      absent: { status: [404], json: [{ pointer: '/error', equals: 'no such reader' }] },
      positiveControls: ['front_desk'],
    },
  },
};
const CARELESS = {
  ...LIBRARY,
  slug: 'careless',
  probes: {
    username: { ...LIBRARY.probes.username, request: { method: 'GET', url: 'https://library.example/password/reset/{username}' } },
  },
};
const VAGUE = {
  ...LIBRARY,
  slug: 'vague',
  probes: {
    username: {
      ...LIBRARY.probes.username,
      request: { method: 'GET', url: 'https://library.example/vague/{username}' },
      absent: { status: [404] },
    },
  },
};
const UNFINISHED = { slug: 'unfinished', name: 'Unfinished' };

interface Body {
  results: { platform: string; registered: boolean; method: string }[];
}

describe('adding a platform', () => {
  let folder: string;
  let simulator: Simulator;
  let service: Service;
  const warnings: Record<string, unknown>[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footprint-platforms-'));
    for (const [name, file] of Object.entries({ LIBRARY, CARELESS, VAGUE, UNFINISHED }))
      await writeFile(join(folder, `${name.toLowerCase()}.json`), JSON.stringify(file));
    await writeFile(join(folder, 'torn.json'), '{ "slug": ');
    const { catalogue } = loadCatalogue({ root: CATALOGUE_ROOT, extra: `only:${folder}` });
    const people = [{ identities: { username: ['ada_example'] }, share: 1 }];
    simulator = await startSimulator({ platforms: catalogue.platforms, accounts: { people } });
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line) as Record<string, unknown>) });
    service = await startService({
      log,
      env: { CATALOGUE_PATH: `only:${folder}`, PROBE_PROXY_URL: simulator.proxyUrl, PROBE_CA_FILE: simulator.caFile },
    });
  });
  afterAll(async () => {
    await service.close();
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  });

  const lookUp = async (query: string, path = '/v1/lookup?wait=true') => {
    const { key } = await service.account();
    const response = await service.call('POST', path, { key, body: { query } });
    expect(response.status).toBe(200);
    return (response.body as Body).results;
  };

  it('a file in the folder that CATALOGUE_PATH names is a platform: listed, calibrated and asked, without code', async () => {
    const { key } = await service.account();
    const listed = await service.call('GET', '/v1/platforms', { key });
    expect(listed.body).toEqual({ total: 1, platforms: [{ platform: 'town-library', supports: ['username'], instant: ['username'] }] });

    const method = { platform: 'town-library', method: 'public_api' };
    expect(await lookUp('ada_example')).toMatchObject([{ ...method, registered: true }]);
    const controls = await service.sql<
      { outcome: { state: string; mayDeny: boolean } }[]
    >`SELECT outcome FROM platform_controls WHERE platform = 'town-library'`;
    expect(controls.map(({ outcome }) => [outcome.state, outcome.mayDeny])).toEqual([['passed', true]]);
    expect(simulator.requests().byPlatform).toEqual({ 'town-library': 3 }); // the question, a known account, an impossible one

    expect(await lookUp('nobody_example')).toMatchObject([{ ...method, registered: false }]);
    expect(await lookUp('grace_example', '/v1/lookup?instant=true')).toMatchObject([{ ...method, registered: false }]);
    const status = (await service.call('GET', '/v2/platforms', { key })).body as { platforms: { health: { status: string }[] }[] };
    expect(status.platforms[0]?.health).toMatchObject([{ queryType: 'username', status: 'healthy', reason: null }]);
  });

  it.each([
    ['careless.json', 'careless', /reset/],
    ['vague.json', 'vague', /rests on a status alone/],
    ['unfinished.json', 'unfinished', /homepage|probes/],
    ['torn.json', '', /JSON/],
  ])('%s is refused with a sentence, costs only itself, and is never asked', (file, slug, reason) => {
    const { refused } = loadCatalogue({ root: CATALOGUE_ROOT, extra: `only:${folder}` });
    const refusal = refused.find((entry) => entry.file.endsWith(file));
    expect(refusal).toMatchObject({ slug });
    expect(refusal?.reason).toMatch(reason);
    expect(warnings.filter((line) => String(line['file']).endsWith(file))[0]).toMatchObject({
      msg: 'a platform file was refused',
      reason: refusal?.reason,
    });
  });

  it('the same slug as another file is refused, and the first one stays', async () => {
    await writeFile(join(folder, 'zz-copy.json'), JSON.stringify({ ...LIBRARY, name: 'Another library' }));
    const { catalogue, refused } = loadCatalogue({ root: CATALOGUE_ROOT, extra: `only:${folder}` });
    expect(refused.find((entry) => entry.file.endsWith('zz-copy.json'))?.reason).toMatch(/slug is taken/);
    expect(catalogue.get('town-library')?.name).toBe('Town library');
  });
});
