import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { startService, type Service } from '../support/service.js';

/** As open as the loader lets a naming rule be: everything but what would leave its place in an address. */
async function withOpenNamingRules(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = JSON.parse(await readFile(join(folder, name), 'utf8')) as { probes: { username?: { pattern?: string } } };
    if (file.probes.username) file.probes.username.pattern = String.raw`^[^\s\p{C}/\\.][^\s\p{C}/\\]{0,63}$`;
    await writeFile(join(folder, name), JSON.stringify(file));
  }
}

const USERNAMES = [
  "o'brien",
  'in"between"',
  '<script>',
  'a&admin=1',
  'a?b=c#d',
  '50%25',
  'a%2fb',
  '%0d%0a',
  'a;b',
  'a+b',
  '{username}',
  '$&',
  '$1',
  'ümlaut',
  '名前',
  '👩‍🚀'.replaceAll('\u200d', ''),
  '*',
  '`id`',
  '${7*7}',
  "'--",
  'a|b',
  'a^b',
  '~ada',
  'x'.repeat(64),
];
const EMAILS = [
  'a+b@example.com',
  'a/b@example.com',
  "o'brien@example.com",
  'a?b&c=d#e%f@example.com',
  '{email}@example.com',
  'ümlaut@example.com',
  'ada@bücher.example',
  '"a b"@example.com',
  '"a@b"@example.com',
  '$&@example.com',
  '`id`|x@example.com',
];

describe("what is put into a platform's request is encoded for its place", () => {
  let service: Service;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let key: string;
  beforeAll(async () => {
    sites = await startGeneratedSites(5, {}, withOpenNamingRules);
    service = await startService({ env: sites.env });
    ({ key } = await service.account());
    // The controls of all five sites are made here, so that below only this test's identities are asked about.
    await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: 'nobody-example' } });
    await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: 'nobody@example.com' } });
  });
  afterAll(async () => {
    await service.close();
    await sites.close();
  });

  const known = (type: 'username' | 'email') =>
    new Set(
      sites.catalogue.platforms.flatMap(({ probes }) =>
        (probes[type]?.positiveControls ?? []).map((each) => identityDigest(type, each) as string | null),
      ),
    );

  async function probed(type: 'username' | 'email', query: string, value: string): Promise<void> {
    sites.simulator.resetRequests();
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query } });
    expect(response.status).toBe(200);
    const body = response.body as LookupBody;
    expectLookupBody(body);
    const { log, unmatched } = sites.simulator.requests();
    const reached = sites.catalogue.platforms.filter(({ probes }) => probes[type]).map(({ slug }) => slug);
    // The simulator decodes what it gets: every site was asked about this very identity, in the rule's own request.
    expect(reached.length).toBeGreaterThan(0);
    expect(unmatched).toBe(0);
    const asked = log.filter(({ identity }) => identity === identityDigest(type, value));
    expect(asked.map(({ slug }) => slug).sort()).toEqual(reached);
    // Beside it each site may be asked about a known account, of which every eleventh "no" needs an answer.
    const rest = log.filter((each) => !asked.includes(each));
    expect(rest.filter(({ identity }) => !known(type).has(identity))).toEqual([]);
    expect(rest.length).toBeLessThanOrEqual(reached.length);
    // Nobody was seen with a username of such a form.
    const isUnproven = type === 'username' && !/^[a-z]{1,30}$/.test(value);
    expect(body.results.map(({ registered }) => registered)).toEqual(isUnproven ? [] : reached.map(() => false));
  }

  it.each(USERNAMES)('the username %s', (name) => probed('username', name, name));

  it('a username in the quotes of a file is that without them', () => probed('username', '"quoted"', 'quoted'));

  it.each(EMAILS)('the e-mail address %s', (address) =>
    probed('email', address, address.replace('bücher.example', 'xn--bcher-kva.example')),
  );

  it.each(['a/b', '../../etc', 'a\\b', '..a', './/'])(
    'the username %s, which no platform can hold, is asked of nobody and denied by nobody',
    async (query) => {
      sites.simulator.resetRequests();
      const body = (await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query } })).body as LookupBody;
      expect(body).toMatchObject({ query, platformsChecked: 0, matches: 0, results: [] });
      const { total, unmatched } = sites.simulator.requests();
      expect(total + unmatched).toBe(0);
    },
  );

  it('a username of two dots, which would leave its place, is refused before anybody is asked', async () => {
    sites.simulator.resetRequests();
    expect((await service.call('POST', '/v1/lookup?wait=true', { key, body: { query: '..' } })).status).toBe(422);
    expect(sites.simulator.requests().total + sites.simulator.requests().unmatched).toBe(0);
  });
});
