/** The shipped rules of Matrix against Synapse itself. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../tools/embedded/ports.js';
import { shippedRule, startEngineAt } from '../support/real-software.js';
import { answers, softwareHome, type SoftwareHome } from '../support/software-home.js';

const VERSION = '1.163.2';
const platform = shippedRule(/\/_matrix\/client\/v3\/profile\//);
const rule = platform.probes.username;
const SERVER = /:([a-z0-9.-]+)$/.exec(rule?.request.url ?? '')?.[1] ?? '';
const [KNOWN = ''] = rule?.positiveControls ?? [];
/** Local parts, which have no capitals. */
const ACCOUNTS = ['ada', 'ada2007', 'jane.sample', 'jane-sample', 'jane_sample'];

let home: SoftwareHome | undefined;
let engine: Awaited<ReturnType<typeof startEngineAt>> | undefined;
beforeAll(async () => {
  const synapse = softwareHome('synapse');
  home = synapse;
  const run = (program: string, ...args: readonly string[]) => synapse.run(program, args);
  run('python3', '-m', 'venv', '.');
  run('bin/pip', 'install', '--quiet', `matrix-synapse==${VERSION}`);
  const config = join(synapse.folder, 'homeserver.yaml');
  const server = ['-m', 'synapse.app.homeserver', '--config-path', config];
  run('bin/python', ...server, '--server-name', SERVER, '--generate-config', '--report-stats=no');
  const port = await freePort();
  appendFileSync(config, `\nlisteners: [{port: ${port}, type: http, bind_addresses: ['127.0.0.1'], resources: [{names: [client]}]}]\n`);
  appendFileSync(config, "registration_shared_secret: 'for this test'\nrc_registration: {per_second: 1000, burst_count: 1000}\n");
  const url = `http://127.0.0.1:${port}`;
  await synapse.start('bin/python', server, { isReady: () => answers(`${url}/_matrix/client/versions`) });
  for (const name of [...ACCOUNTS, KNOWN, 'countess'])
    run('bin/register_new_matrix_user', '-u', name, '-p', 'long-enough-1', '--no-admin', '-k', 'for this test', url);
  const post = async (path: string, body: object, token = '', method = 'POST') =>
    (await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) })).json() as Promise<
      Record<string, string>
    >;
  const { access_token: token = '' } = await post('/_matrix/client/v3/login', {
    type: 'm.login.password',
    identifier: { type: 'm.id.user', user: 'countess' },
    password: 'long-enough-1',
  });
  await post(`/_matrix/client/v3/profile/@countess:${SERVER}/displayname`, { displayname: 'A. L.' }, token, 'PUT');
  engine = await startEngineAt(port, [platform]);
});
afterAll(async () => {
  await engine?.close();
  await home?.close();
});

describe('Synapse', () => {
  it.each([...ACCOUNTS, 'Ada', 'countess'])('%s has an account, by whatever name it is shown', async (name) => {
    expect(await engine?.says(platform, name)).toBe('registered');
  });

  it.each(['quixoticzephyr', 'qz48151623', '48151624', 'no-body', 'no.body', 'no_body'])('%s has none', async (name) => {
    expect(['not_registered', 'unproven_form']).toContain(await engine?.says(platform, name));
  });
});
