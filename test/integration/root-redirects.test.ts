/** Sites that redirect to their root where nobody is: answered beside controls, omitted when they redirect everybody. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT_REDIRECT_KINDS, SITE_KINDS } from '../../tools/simulator/generated-rules.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { type Service, startService } from '../support/service.js';
import { truncate } from '../support/databases.js';

const ADA = 'ada_example';
/** Two sites of each kind. */
const SITES = (SITE_KINDS.length + ROOT_REDIRECT_KINDS.length) * 2;

describe('sites that redirect to their root where nobody is', () => {
  let service: Service;
  let generated: Awaited<ReturnType<typeof startGeneratedSites>>;
  let key: string;
  let redirecting: string[];
  beforeAll(async () => {
    generated = await startGeneratedSites(SITES, {
      kinds: ['root-redirects'],
      accounts: { people: [{ identities: { username: [ADA] }, share: 1 }] },
    });
    redirecting = generated.catalogue.platforms
      .filter(({ tags }) => tags.some((tag) => tag.startsWith('root-redirect')))
      .map(({ slug }) => slug);
    service = await startService({ env: generated.env });
  });
  afterAll(async () => {
    await service?.close();
    await generated?.close();
  });
  beforeEach(async () => {
    generated.simulator.setFault('*', null);
    await truncate(service.sql, 'platform_controls');
    ({ key } = await service.account());
  });

  interface Stated {
    readonly lookupId: string;
    readonly answers: Record<string, boolean>;
  }
  async function lookUp(query: string, platforms: readonly string[] = generated.slugs): Promise<Stated> {
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', {
      key,
      body: { query, platforms },
      headers: { 'cache-control': 'no-cache' },
    });
    expect(response.status).toBe(200);
    const { lookupId, results } = response.body as { lookupId: string; results: { platform: string; registered: boolean }[] };
    return { lookupId, answers: Object.fromEntries(results.map(({ platform, registered }) => [platform, registered])) };
  }
  const everywhere = (registered: boolean) => Object.fromEntries(generated.slugs.map((slug) => [slug, registered]));
  const whyOf = async (lookupId: string) => {
    const rows = await service.sql<
      { platform: string; reason: string }[]
    >`SELECT platform, reason FROM lookup_results WHERE lookup_id = ${lookupId} AND state = 'inconclusive'`;
    return new Map(rows.map(({ platform, reason }) => [platform, reason]));
  };

  it('answer both ways, from the first lookup on', async () => {
    expect(redirecting).toHaveLength(ROOT_REDIRECT_KINDS.length * 2);
    expect((await lookUp('nobody_example')).answers).toEqual(everywhere(false));
    expect((await lookUp(ADA)).answers).toEqual(everywhere(true));
    expect((await lookUp('somebody_else')).answers).toEqual(everywhere(false));
  });

  it('a "no" names the control that came after it, and never where it redirected', async () => {
    await lookUp(ADA);
    const began = Date.now();
    const { lookupId } = await lookUp('nobody_example', redirecting);
    const rows = await service.sql<
      { evidence: { explanation: string; controlAt: string } }[]
    >`SELECT evidence FROM lookup_results WHERE lookup_id = ${lookupId}`;
    expect(rows).toHaveLength(redirecting.length);
    for (const { evidence } of rows) {
      expect(evidence).not.toHaveProperty('rootRedirect');
      expect(evidence.explanation).toBe("absent: status 302, redirected to the site's root");
      expect(Date.parse(evidence.controlAt)).toBeGreaterThanOrEqual(began);
    }
  });

  it('one pair of controls confirms the redirects of several lookups', async () => {
    await lookUp(ADA, redirecting);
    const queries = Array.from({ length: 20 }, (_, n) => `nobody_${n}_example`);
    generated.simulator.resetRequests();
    const batch = await service.call('POST', '/v1/lookup/batch', { key, body: { items: queries.map((query) => ({ query })) } });
    const ids = (batch.body as { results: { lookupId: string }[] }).results.map(({ lookupId }) => lookupId);
    await vi.waitFor(
      async () => {
        const [row] = await service.sql<
          { finished: number }[]
        >`SELECT count(*)::int AS finished FROM lookups WHERE id = ANY(${ids}) AND state = 'finished'`;
        expect(row?.finished).toBe(queries.length);
      },
      { timeout: 60_000, interval: 100 },
    );
    const [row] = await service.sql<{ denied: number }[]>`
      SELECT count(*)::int AS denied FROM lookup_results WHERE lookup_id = ANY(${ids}) AND platform = ANY(${redirecting}) AND state = 'not_registered'`;
    expect(row?.denied).toBe(queries.length * redirecting.length);
    const known = identityDigest('username', 'north-wind_7.x');
    const { log } = generated.simulator.requests();
    for (const slug of redirecting) {
      const controls = log.filter((request) => request.slug === slug && request.identity === known).length;
      expect(controls).toBeGreaterThan(0);
      expect(controls).toBeLessThan(queries.length);
    }
  });

  it('one that begins to redirect everybody is omitted, whoever is asked about, until it answers again', async () => {
    expect((await lookUp('nobody_example')).answers).toEqual(everywhere(false));
    for (const slug of redirecting) generated.simulator.setFault(slug, 'redirect_to_root');
    for (const query of [ADA, 'nobody_example']) {
      const { lookupId, answers } = await lookUp(query);
      expect(Object.keys(answers).toSorted()).toEqual(generated.slugs.filter((slug) => !redirecting.includes(slug)).toSorted());
      expect(new Set((await whyOf(lookupId)).keys())).toEqual(new Set(redirecting));
    }
    for (const slug of redirecting) generated.simulator.setFault(slug, null);
    // A day later: until then a "yes" on weak evidence does not count there.
    await service.sql`UPDATE platform_controls SET checked_at = checked_at - interval '25 hours', outcome = outcome - 'contradictions'`;
    expect((await lookUp(ADA)).answers).toEqual(everywhere(true));
  });

  it.each(
    (['same_page', 'soft_404', 'soft_404_echo', 'edge_404', 'not_found_for_all', 'rule_gone_stale'] as const).flatMap((fault) =>
      [2, 20].map((minutes) => [fault, minutes] as const),
    ),
  )('%s, begun when the control is %i minutes old: no answer is wrong, whoever is asked about', async (fault, minutes) => {
    await lookUp(ADA, redirecting);
    await service.sql`
      UPDATE platform_controls SET checked_at = checked_at - make_interval(mins => ${minutes}), outcome = outcome - 'positiveAt'`;
    for (const slug of redirecting) generated.simulator.setFault(slug, fault);
    expect(Object.values((await lookUp('nobody_example', redirecting)).answers)).not.toContain(true);
    expect(Object.values((await lookUp(ADA, redirecting)).answers)).not.toContain(false);
  });

  it.each(['redirect_to_login', 'redirect_offsite', 'redirect_loop', 'challenge_403', 'maintenance_200'] as const)(
    '%s in place of it is no answer',
    async (fault) => {
      await lookUp(ADA, redirecting);
      for (const slug of redirecting) generated.simulator.setFault(slug, fault);
      expect((await lookUp('nobody_example', redirecting)).answers).toEqual({});
      expect((await lookUp(ADA, redirecting)).answers).toEqual({});
    },
  );
});
