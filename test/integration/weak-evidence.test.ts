import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import type { FaultName } from '../../tools/simulator/faults/index.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { startService, type Service } from '../support/service.js';

type Sides = Pick<NonNullable<PlatformFile['probes']['username']>, 'registered' | 'absent'>;

/** The kinds of imported rules of which a side rests on the control (docs/adr, "imported rules"). */
const KINDS: Readonly<Record<string, Sides>> = {
  'bare-status': {
    registered: { status: [200], contains: ['{username}'], weakEvidence: true },
    absent: { status: [404], weakEvidence: true },
  },
  'text-for-absence': {
    registered: { status: [200], contains: ['{username}'], weakEvidence: true },
    absent: { status: [200, 404], contains: ['There is no such member among us'] },
  },
  'common-phrase': {
    registered: { status: [200], contains: ['class="member-card"', '{username}'] },
    absent: { status: [404], contains: ['Page not found'], weakEvidence: true },
  },
  'confirms-only': { registered: { status: [200], contains: ['{username}'], weakEvidence: true } },
};
const SITES_OF_A_KIND = 3;

interface Site {
  readonly kind: string;
  readonly slug: string;
}

/** Each test has sites of its own: a control that one of them left under way says nothing of the next one's. */
const sitesOf = (test: number): Site[] =>
  Object.keys(KINDS).flatMap((kind) => Array.from({ length: SITES_OF_A_KIND }, (_, n) => ({ kind, slug: `${kind}-${n}-of-${test}` })));

function fileOf(slug: string, sides: Sides): PlatformFile {
  return {
    slug,
    name: slug,
    homepage: `https://${slug}.example`,
    probes: {
      username: {
        method: 'public_api',
        pattern: '^[a-z0-9_-]{3,30}$',
        request: { method: 'GET', url: `https://${slug}.example/people/{username}` },
        safety: { basis: 'public_page', reviewed: '2030-01-01', reason: 'Reads a public page, as any visitor does.' },
        positiveControls: ['north_wind', 'contoso'],
        ...sides,
      },
    },
  };
}

/** Faults that look like the platform's own word to a rule with little evidence of its own. */
const FAULTS = [
  'same_page',
  'same_page_echo',
  'soft_404',
  'soft_404_echo',
  'edge_404',
  'redirect_to_root',
  'not_found_for_all',
  'rule_gone_stale',
] as const satisfies readonly FaultName[];
type Fault = (typeof FAULTS)[number];

/**
 * What no single answer shows: the platform says of everybody, in its own words, what it says of one. A side with evidence of
 * its own believes such words until the next control, and a bare "no" for the quarter of an hour that a control is young.
 */
function isInItsOwnWords(fault: Fault, { registered, absent }: Sides, minutes: number): boolean {
  if (fault === 'same_page_echo') return registered?.weakEvidence !== true;
  return fault === 'not_found_for_all' && absent !== undefined && (absent.weakEvidence !== true || minutes < 15);
}

const CASES = FAULTS.flatMap((fault) => [2, 20, 400].map((minutes) => [fault, minutes] as const));
const TESTS = CASES.length + 2;

describe('answers with little evidence of their own', () => {
  let service: Service;
  let generated: Awaited<ReturnType<typeof startGeneratedSites>>;
  let key: string;
  let tests = 0;
  let everywhere: string[];
  let mayDeny: string[];
  beforeAll(async () => {
    const people = [{ identities: { username: ['ada_example'] }, share: 1 }];
    generated = await startGeneratedSites(0, { accounts: { people } }, async (folder) => {
      for (const { slug, kind } of Array.from({ length: TESTS }, (_, test) => sitesOf(test)).flat())
        await writeFile(join(folder, `${slug}.json`), JSON.stringify(fileOf(slug, KINDS[kind] as Sides)));
    });
    service = await startService({ env: generated.env });
    key = (await service.account()).key;
  });
  afterAll(async () => {
    await service.close();
    await generated.close();
  });
  beforeEach(async () => {
    const sites = sitesOf(tests);
    tests += 1;
    everywhere = sites.map(({ slug }) => slug);
    mayDeny = sites.filter(({ kind }) => KINDS[kind]?.absent).map(({ slug }) => slug);
    // In health and freshly calibrated, as any platform was once.
    expect([...(await lookUp('calibrates_example'))].sort()).toEqual(mayDeny.map((slug) => [slug, false]).sort());
    // Who has nothing to deny with is answered before its control has ended; that would make what a test ages young again.
    const controls = () =>
      service.sql<{ platform: string }[]>`SELECT DISTINCT platform FROM platform_controls WHERE platform = ANY(${everywhere})`;
    await expect.poll(async () => (await controls()).length).toBe(everywhere.length);
  });

  async function lookUp(query: string): Promise<Map<string, boolean>> {
    generated.simulator.resetRequests();
    const response = await service.call('POST', '/v1/lookup?wait=true&deep=true', {
      key,
      body: { query, platforms: everywhere },
      headers: { 'cache-control': 'no-cache' },
    });
    expect(response.status).toBe(200);
    return new Map(
      (response.body as { results: { platform: string; registered: boolean }[] }).results.map((result) => [
        result.platform,
        result.registered,
      ]),
    );
  }
  /** Requests that a lookup costs each platform. The worker's own controls are among them: asked for again until none is under way. */
  const requestsFor = (query: string) => lookUp(query).then(() => generated.simulator.requests().byPlatform);
  /** Makes all controls some minutes older. */
  const age = (minutes: number) => service.sql`
    UPDATE platform_controls SET checked_at = checked_at - make_interval(mins => ${minutes}), outcome = outcome - 'positiveAt'
    WHERE platform = ANY(${everywhere})`;

  it('in health every platform answers, rightly, with one request each beside a control of this minute', async () => {
    expect([...(await lookUp('ada_example'))].sort()).toEqual(everywhere.map((slug) => [slug, true]).sort());
    expect([...(await lookUp('nobody_example'))].sort()).toEqual(mayDeny.map((slug) => [slug, false]).sort());
    await expect.poll(() => requestsFor('nobody_example')).toEqual(Object.fromEntries(everywhere.map((slug) => [slug, 1])));
  });

  it('and beside an older one, with a known account more for a bare "no", once', async () => {
    await age(20);
    expect([...(await lookUp('nobody_example'))].sort()).toEqual(mayDeny.map((slug) => [slug, false]).sort());
    const bareNo = mayDeny.filter((slug) => !slug.startsWith('text-for-absence'));
    const counts = Object.fromEntries(everywhere.map((slug) => [slug, bareNo.includes(slug) ? 2 : 1]));
    await expect.poll(() => age(20).then(() => requestsFor('nobody_example'))).toEqual(counts);
    await expect.poll(() => requestsFor('nobody_example')).toEqual(Object.fromEntries(everywhere.map((slug) => [slug, 1])));
  });

  it.each(CASES)('%s, begun when the control is %i minutes old: no answer is wrong, whoever is asked about', async (fault, minutes) => {
    const hasLapsed = minutes > 360;
    // One site of each kind falls ill; its neighbours show that health goes on answering.
    const illKinds = Object.entries(KINDS)
      .filter(([, sides]) => hasLapsed || !isInItsOwnWords(fault, sides, minutes))
      .map(([kind]) => kind);
    const ill = everywhere.filter((slug) => illKinds.some((kind) => slug.startsWith(`${kind}-0-`)));
    expect(ill.length).toBeGreaterThan(0);
    await age(minutes);
    for (const slug of ill) generated.simulator.setFault(slug, fault);
    for (const [query, registered] of [
      ['nobody_example', false],
      ['ada_example', true],
    ] as const) {
      const answers = await lookUp(query);
      expect([...answers].filter(([, output]) => output !== registered)).toEqual([]);
      const healthy = (registered ? everywhere : mayDeny).filter((slug) => !ill.includes(slug));
      expect(healthy.filter((slug) => !answers.has(slug))).toEqual([]);
    }
  });
});
