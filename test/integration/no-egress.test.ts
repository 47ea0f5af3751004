/** No answer is visible as no answer: what a service shows whose proxy cannot be reached. */
import { stripVTControlCharacters } from 'node:util';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { lookupCommand } from '../../src/cli/lookup-command.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { expectLookupBody, type LookupBody } from '../support/http/lookup-body.js';
import { expectBodyV2 } from '../support/http/lookup-body-v2.js';
import { startService, type Service } from '../support/service.js';

const SITES = 20;
const SUBJECT = 'ada-example';
/** A port on which nobody listens. */
const NOWHERE = 'http://127.0.0.1:9';
const WARNING = /hardly any platform can be reached/;

describe('a service without egress', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let service: Service;
  let key: string;
  const warnings: { readonly msg: string; readonly time: number }[] = [];
  beforeAll(async () => {
    // Everybody is everywhere: an answer, were there one, would be a match.
    sites = await startGeneratedSites(SITES, { accounts: { people: [{ identities: { username: [SUBJECT] }, share: 1 }] } });
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line) as (typeof warnings)[number]) });
    service = await startService({ env: { ...sites.env, PROBE_PROXY_URL: NOWHERE, QUEUE_LIMIT_WAIT_MS: '2000' }, log });
    ({ key } = await service.account());
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    await service?.close();
    await sites?.close();
  });
  const warned = () => warnings.filter(({ msg }) => WARNING.test(msg));

  it('v1 says that nothing was checked and nothing found, and so does the history', async () => {
    const answer = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: SUBJECT } });
    expect(answer.status).toBe(200);
    const body: LookupBody = answer.body;
    expectLookupBody(body);
    expect(body).toMatchObject({ platformsChecked: 0, matches: 0, socialMatches: 0, hits: [], results: [], servedFromCache: false });
    const history = await service.call('GET', '/v1/lookup', { key });
    expect(history.body).toMatchObject([{ id: body.lookupId, platformsChecked: 0, matches: 0, socialMatches: 0 }]);
  });

  it('v2 omits all that was planned, and scores a risk without a level', async () => {
    const body = { identities: { usernames: [SUBJECT] }, modules: ['footprint'], mode: 'wait', deep: true };
    const answer = await service.call('POST', '/v2/lookup', { key, body });
    expect(answer.status).toBe(200);
    const shown: LookupBodyV2 = answer.body;
    expectBodyV2(shown);
    expect(shown).toMatchObject({ status: 'finished', planned: SITES, answered: 0, omitted: SITES, results: [], platformsChecked: 0 });
    expect(shown.egress).toBe('unreachable');
    const { unreachable = 0, proxy_failed: failed = 0 } = shown.omissions.byReason;
    expect(unreachable + failed, 'but for the request that tries whether it works again').toBe(SITES);
    expect(unreachable).toBeGreaterThan(SITES / 2);
    const [counted] = await service.sql<{ count: number }[]>`
      SELECT count(*)::int FROM lookup_results WHERE lookup_id = ${shown.lookupId} AND egress IS NOT NULL`;
    expect(counted?.count, 'they count against no platform').toBe(0);
    expect(shown.risk).toMatchObject({ score: null, level: 'insufficient' });
  });

  it('the worker warns once a minute, however many lookups there are, and names the setting', async () => {
    await vi.waitFor(() => expect(warned()).not.toEqual([]), { timeout: 60_000 });
    for (let n = 0; n < 2; n += 1)
      await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: `${SUBJECT}-${n}` } });
    for (const each of warned()) expect(each).toMatchObject({ answered: 0, msg: expect.stringContaining('PROBE_PROXY_URL') as string });
    const times = warned().map(({ time }) => time);
    // The clock of log lines may be set meanwhile, by less than a second.
    times.slice(1).forEach((time, index) => expect(time - (times[index] ?? 0)).toBeGreaterThan(59_000));
  });

  it('/readyz shows it and stays ready: another process would reach no more', async () => {
    await vi.waitFor(
      async () => {
        const { status, body } = await service.call('GET', '/readyz');
        expect(status).toBe(200);
        expect(body).toMatchObject({ status: 'ok', egress: { status: 'unreachable', answered: 0 } });
      },
      { timeout: 90_000 },
    );
  });

  it('the command line says that nothing could be reached', async () => {
    const received: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => received.push(String(text)) > 0);
    await lookupCommand().parseAsync([SUBJECT, '--deep', '--url', service.url, '--key', key], { from: 'user' });
    vi.restoreAllMocks();
    const text = stripVTControlCharacters(received.join(''));
    expect(text).toContain('No platform could be reached');
    expect(text).toContain(`0 of ${SITES} platforms answered`);
  });
});
