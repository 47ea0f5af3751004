/** What platforms see of us, and under which spelling they are asked. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { alterPlatforms } from '../support/alter-platforms.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { startService } from '../support/service.js';

const [FOLDS, DISTINGUISHES] = ['site-0001', 'site-0006'];
const CONTACT = 'https://operator.example.com/footprint';
const SPELLING = 'Ada-EXAMPLE';

/** Two sites of the same kind: one takes names in lower case only and is asked for them, the other is asked as the caller writes. */
const foldOne = alterPlatforms((file) => {
  const { username: rule } = file.probes;
  if (file.slug !== FOLDS || !rule) return file;
  const url = rule.request.url.replace('{username}', '{username:lower}');
  return {
    ...file,
    probes: { ...file.probes, username: { ...rule, pattern: '^[a-z0-9][a-z0-9._-]{2,30}$', request: { ...rule.request, url } } },
  };
});

describe('platforms are asked as they expect it', () => {
  let service: WorkingService;
  beforeAll(async () => {
    service = await startWorkingService({ sites: 10, alter: foldOne, env: { PROBE_CONTACT: CONTACT } });
  });
  afterAll(() => service.close());

  const both = { platforms: [FOLDS, DISTINGUISHES] };
  async function lookUp(key: string, query: string): Promise<LookupBody> {
    const response = await service.call('POST', '/v1/lookup?wait=true', { key, body: { query, ...both } });
    expect(response.status).toBe(200);
    return response.body;
  }
  const resultsOf = ({ results }: LookupBody) => Object.fromEntries(results.map(({ platform, ...result }) => [platform, result]));
  const requestsAbout = (name: string) =>
    service.sites.simulator
      .requests()
      .log.filter(({ identity }) => identity === identityDigest('username', name))
      .map(({ slug }) => slug);

  it('by one name of our own with the contact of the operator, also in controls', async () => {
    const { key } = await service.account();
    await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: ADA.username } });
    const { agents, total } = service.sites.simulator.requests();
    expect(total).toBeGreaterThan(10);
    expect(Object.keys(agents)).toEqual([`Footprint/${manifest.version} (+${CONTACT})`]);
  });

  it('a worker without a contact says so at its start, and one with a contact does not', async () => {
    const warnings = async (env: Record<string, string>) => {
      const lines: string[] = [];
      const log = pino({ level: 'warn', base: null }, { write: (line) => void lines.push(line) });
      await (await startService({ api: false, log, env: { ...service.sites.env, ...env } })).close();
      return lines.filter((line) => line.includes('PROBE_CONTACT')).length;
    };
    expect([await warnings({}), await warnings({ PROBE_CONTACT: CONTACT })]).toEqual([1, 0]);
  });

  it('where the platform folds case, two spellings are answered alike and are one fact', async () => {
    const { key } = await service.account();
    service.sites.simulator.resetRequests();
    const first = await lookUp(key, SPELLING);
    const second = await lookUp(key, ADA.username);
    for (const body of [first, second]) expect(body.hits.toSorted()).toEqual([FOLDS, DISTINGUISHES]);
    expect(resultsOf(second)[FOLDS as string]).toEqual(resultsOf(first)[FOLDS as string]);
    expect(requestsAbout(ADA.username).toSorted()).toEqual([FOLDS, DISTINGUISHES, DISTINGUISHES]);
  });

  it('both spellings of one lookup are answered, each as itself', async () => {
    const { key } = await service.account();
    const identities = { usernames: [SPELLING, ADA.username] };
    const body = (await service.call('POST', '/v2/lookup', { key, body: { identities, ...both, mode: 'wait' } })).body as LookupBodyV2;
    const received = body.results.map(({ identity, platform, registered }) => [platform, identity.value, registered]);
    expect(received.toSorted()).toEqual(
      [FOLDS, DISTINGUISHES].flatMap((platform) => [SPELLING, ADA.username].map((name) => [platform, name, true])).toSorted(),
    );
  });

  it.each(['ADA-EXAMP\u0130', 'ada-e\u0131ample', 'ada-example\u017f'])(
    '%s is not made another name: it is not asked about',
    async (name) => {
      const { key } = await service.account();
      service.sites.simulator.resetRequests();
      const { body } = await service.call('POST', '/v2/lookup', {
        key,
        body: { identities: { usernames: [name] }, platforms: [FOLDS], mode: 'wait' },
      });
      expect(body as LookupBodyV2).toMatchObject({ results: [], omissions: { byReason: { not_applicable: 1 } } });
      expect(service.sites.simulator.requests().total).toBe(0);
    },
  );

  it('a suppression of one spelling holds for the other', async () => {
    const { accountId, key } = await service.account();
    const manager = await service.keyOf(accountId, ['account']);
    const listed = { type: 'username', value: ADA.username, proof: 'letter 1' };
    expect((await service.call('POST', '/v2/account/suppressions', { key: manager.key, body: listed })).status).toBe(200);
    service.sites.simulator.resetRequests();
    expect((await lookUp(key, SPELLING)).results).toEqual([]);
    expect(requestsAbout(ADA.username)).toEqual([]);
  });
});
