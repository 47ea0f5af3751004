import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import type { LookupPlan } from '../../src/features/lookups/lookup.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { startService, type Service } from '../support/service.js';

const SITES = 10;
/** Typed interfaces of the generated sites, by what the test makes of them. */
const [FAST, SLOW, ILL, STEADY] = ['site-0001', 'site-0002', 'site-0006', 'site-0007'] as const;
const MARKED = [FAST, SLOW, ILL, STEADY];
/** Half of it is what a busy machine may take for a fast platform. */
const CEILING_MS = 2_500;
/** The slow one takes the ceiling alone; the rest is for a busy machine. */
const OWN_DEADLINE_MS = 3 * CEILING_MS;
/** Enough checks to speak of a platform's usual behaviour. */
const ROUNDS = 6;

interface Listed {
  platforms: { platform: string; supports: string[]; instant: string[] }[];
}

describe('bands after some lookups', () => {
  let before: Service;
  let after: Service;
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  beforeAll(async () => {
    sites = await startGeneratedSites(SITES, {}, async (folder) => {
      for (const slug of Array.from({ length: SITES }, (_, n) => `site-${String(n + 1).padStart(4, '0')}`)) {
        const file = join(folder, `${slug}.json`);
        const isMarked = (MARKED as readonly string[]).includes(slug);
        const entry = {
          ...(JSON.parse(await readFile(file, 'utf8')) as object),
          strength: 'strong',
          instant: isMarked ? ['username'] : [],
        };
        await writeFile(file, JSON.stringify(entry));
      }
    });
    const env = { ...sites.env, INSTANT_CEILING_MS: String(CEILING_MS) };
    before = await startService({ env });
    const { key } = await before.account();
    const lookUp = () =>
      before.call('POST', '/v1/lookup?wait=true&deep=true', {
        key,
        body: { query: 'ada_example' },
        headers: { 'cache-control': 'no-cache' },
      });
    await lookUp(); // calibrates in health
    sites.simulator.setLatency(SLOW, { medianMs: CEILING_MS });
    sites.simulator.setFault(ILL, 'captcha_200');
    await Promise.all(Array.from({ length: ROUNDS }, lookUp));
    await before.record.platformStats.summarise();
    // Processes that start now read the records at once; those that run do so within seconds.
    after = await startService({ env: { ...env, DATABASE_URL: before.config.DATABASE_URL ?? '' } });
  });
  afterAll(async () => {
    await after.close();
    await before.close();
    await sites.close();
  });

  /** The answer to a lookup, which a busy service may refuse for a moment. */
  const answerTo = async (path: string, body: object): Promise<unknown> => {
    const { key } = await after.account();
    return vi.waitFor(
      async () => {
        const answer = await after.call('POST', path, { key, body, headers: { 'cache-control': 'no-cache' } });
        expect(answer.status).toBe(200);
        return answer.body;
      },
      { timeout: 60_000, interval: 500 },
    );
  };
  const planOf = async (path: string, body: object): Promise<string[]> => {
    const { lookupId } = (await answerTo(path, body)) as { lookupId: string };
    const [row] = await after.sql<{ plan: LookupPlan }[]>`SELECT plan FROM lookups WHERE id = ${lookupId}`;
    return row?.plan.targets.map(({ platform }) => platform) ?? [];
  };

  it('the instant band has those that answer in time, and the list of platforms says so', async () => {
    const { key } = await after.account();
    const { platforms } = (await after.call('GET', '/v1/platforms', { key })).body as Listed;
    expect(platforms.filter(({ instant }) => instant.includes('username')).map(({ platform }) => platform)).toEqual([FAST, STEADY]);
    expect(platforms.filter(({ supports }) => supports.includes('username'))).toHaveLength(SITES);
    expect((await planOf('/v1/lookup?instant=true', { query: 'ada_example' })).sort()).toEqual([FAST, STEADY]);
  });

  it("a caller's own deadline that has room for the slow one has it asked, and answered", async () => {
    const body = { identities: { usernames: ['ada_example'] }, modules: ['footprint'], mode: 'instant' };
    const slugs = async (deadlineMs: number) =>
      ((await answerTo('/v2/lookup', { ...body, deadlineMs })) as LookupBodyV2).results.map(({ platform }) => platform).sort();
    expect(await planOf('/v2/lookup', { ...body, deadlineMs: 2_000 })).not.toContain(SLOW);
    expect(await slugs(2_000)).not.toContain(SLOW);
    expect((await planOf('/v2/lookup', { ...body, deadlineMs: OWN_DEADLINE_MS })).sort()).toEqual([FAST, SLOW, STEADY]);
    expect(await slugs(OWN_DEADLINE_MS)).toEqual([FAST, SLOW, STEADY]);
  });

  it('the default band has all but the one that rarely answers, and deep has all', async () => {
    const everybody = sites.slugs;
    expect((await planOf('/v1/lookup?wait=true', { query: 'ada_example' })).sort()).toEqual(everybody.filter((slug) => slug !== ILL));
    expect((await planOf('/v1/lookup?wait=true&deep=true', { query: 'ada_example' })).sort()).toEqual(everybody);
  });

  it('who is asked for by name is asked, the slowest first', async () => {
    expect(await planOf('/v1/lookup?wait=true', { query: 'ada_example', platforms: [FAST, ILL, SLOW] })).toEqual([
      SLOW,
      expect.any(String),
      expect.any(String),
    ]);
    expect((await planOf('/v1/lookup?wait=true&deep=true', { query: 'ada_example' }))[0]).toBe(SLOW);
  });

  it('the health of platforms tells why', async () => {
    const { key } = await after.account();
    const { platforms } = (await after.call('GET', '/v2/platforms', { key })).body as {
      platforms: {
        platform: string;
        instant: string[];
        health: { queryType: string; medianLatencyMs: number | null; omissionRate: number | null }[];
      }[];
    };
    const of = (slug: string) => platforms.find(({ platform }) => platform === slug);
    const username = (slug: string) => of(slug)?.health.find(({ queryType }) => queryType === 'username');
    expect(username(SLOW)?.medianLatencyMs).toBeGreaterThanOrEqual(CEILING_MS);
    expect(username(ILL)?.omissionRate).toBeCloseTo(ROUNDS / (ROUNDS + 1), 5);
    expect(username(FAST)).toMatchObject({ omissionRate: 0 });
    expect([of(FAST)?.instant, of(SLOW)?.instant]).toEqual([['username'], []]);
    expect(of(FAST)?.health.find(({ queryType }) => queryType === 'email')).toMatchObject({ medianLatencyMs: null, omissionRate: null });
  });
});
