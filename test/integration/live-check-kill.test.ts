/** A live check of 300 platforms that is killed twice: what it asks again, what it keeps, and how its report merges with another one. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import type { LiveCheck, LiveReport, MergedControl } from '../../src/engine/controls/live-report.js';
import type { Json } from '../../src/kernel/values/json.js';
import { QUERY_TYPES } from '../../src/kernel/identity/identity.js';
import { entryArguments } from '../../tools/embedded/program.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { alterPlatforms } from '../support/alter-platforms.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';

const PLATFORMS = 300;
/** Platforms that a check asks at once. */
const AT_ONCE = 16;
const SECRETS = {
  mail: 'casey@mail.example.com',
  phone: '+1 202 555 0142',
  address: '192.0.2.77',
  session: 'Q7xZk2Lm9Pw4Rt8Vb1Nc',
  jwt: 'eyJhbGciOiJub25l.eyJzdWIiOiIxMjM0.c2lnbmF0dXJl',
  cookie: 'sid-of-the-operator',
  csrf: 'short1',
};
const PROFILE_PAGE = `<input type="hidden" name="csrf" value="${SECRETS.csrf}"><p data-s="${SECRETS.session}">${SECRETS.mail} ${SECRETS.phone} ${SECRETS.address}</p><script>t="${SECRETS.jwt}"</script>`;

/** Every platform sends personal data and tokens, and repeats the identity. Most take usernames only, which is faster. */
function planted(file: PlatformFile, index: number): PlatformFile {
  const types = index < 20 ? QUERY_TYPES : (['username'] as const);
  const only = <T extends object>(given: T): T =>
    Object.fromEntries(types.flatMap((type) => (type in given ? [[type, given[type as never]]] : []))) as T;
  const samples = structuredClone(only(file.samples ?? {}));
  for (const type of types)
    for (const side of ['registered', 'absent'] as const) {
      const sample = samples[type]?.[side];
      if (sample === undefined) continue;
      const headers = { ...sample.headers, 'set-cookie': `sid=${SECRETS.cookie}`, 'x-client-ip': SECRETS.address, server: 'example' };
      Object.assign(sample, { headers });
      const more = {
        about: `${SECRETS.mail} ${SECRETS.phone}`,
        csrfToken: SECRETS.csrf,
        id_token: SECRETS.jwt,
        ip: SECRETS.address,
        s: SECRETS.session,
      };
      if (sample.json !== null && typeof sample.json === 'object' && !Array.isArray(sample.json))
        Object.assign(sample, { json: { ...(sample.json as Record<string, Json>), more, requested: `{${type}}` } });
      else if (typeof sample.text === 'string')
        Object.assign(sample, { text: sample.text.replace('</body>', `${PROFILE_PAGE}{${type}}</body>`) });
    }
  return { ...file, samples, probes: only(file.probes), instant: [] };
}

interface JournalLine {
  readonly basis: string;
  readonly checks: readonly LiveCheck[];
}

describe('footprint catalogue check --live, killed', { timeout: 120_000 }, () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  const folder = mkdtempSync(join(tmpdir(), 'footprint-live-'));
  const report = join(folder, 'home.json');
  const recordings = join(folder, 'recordings');
  /** Digests of all identities that were probed. */
  const digests = new Set<string>();
  beforeAll(async () => {
    sites = await startGeneratedSites(PLATFORMS, {}, alterPlatforms(planted));
  });
  afterAll(() => sites.close());

  function start(...args: readonly string[]) {
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], FOOTPRINT_HOME: sites.env.PROBE_CA_FILE, ...sites.env };
    const child = spawn(process.execPath, entryArguments('cli', ['catalogue', ...args]), { env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, stdout, stderr })),
    );
    return { kill: () => child.kill('SIGKILL'), ended };
  }
  const checkAll = () => start('check', '--live', '--all', '--json', '--report', report, '--record', recordings);
  const probedPlatforms = () => Object.keys(sites.simulator.requests().byPlatform);
  const noteIdentities = (): void => {
    for (const digest of Object.keys(sites.simulator.requests().byIdentity)) digests.add(digest);
  };
  const finished = () =>
    readFileSync(`${report}.part`, 'utf8')
      .split('\n')
      .flatMap((line) => (line.endsWith('}') ? [(JSON.parse(line) as JournalLine).checks[0]?.platform ?? ''] : []));

  /** Kills a check as soon as it has finished so many platforms. @returns the platforms that it asked */
  async function killAfter(count: number): Promise<string[]> {
    const check = checkAll();
    const isDue = () => probedPlatforms().length >= count && finished().length >= count;
    expect(await waitUntil(isDue, 60_000, 5)).toBe(true);
    check.kill();
    await check.ended;
    const requested = probedPlatforms();
    noteIdentities();
    sites.simulator.resetRequests();
    return requested;
  }

  it('continues, and asks no platform again but those that were in flight', async () => {
    const first = await killAfter(80);
    const afterFirst = new Set(finished());
    expect(first.filter((slug) => !afterFirst.has(slug)).length).toBeLessThanOrEqual(AT_ONCE);

    const second = await killAfter(160);
    expect(second.filter((slug) => afterFirst.has(slug))).toEqual([]);
    // The last line as a power failure would leave it.
    const text = readFileSync(`${report}.part`, 'utf8').trimEnd();
    const torn = finished().at(-1);
    writeFileSync(`${report}.part`, text.slice(0, -10));
    const afterSecond = new Set(finished());
    expect(afterSecond.has(torn ?? '')).toBe(false);
    expect(second.filter((slug) => !afterSecond.has(slug)).length).toBeLessThanOrEqual(AT_ONCE + 1);

    const { code, stdout, stderr } = await checkAll().ended;
    expect(code).toBe(0);
    expect(stderr).toContain(`${afterSecond.size} platforms are already finished. ${PLATFORMS - afterSecond.size} platforms to check: `);
    expect(probedPlatforms().sort()).toEqual(sites.slugs.filter((slug) => !afterSecond.has(slug)));
    const checks = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LiveCheck);
    expect(new Set(checks.map(({ platform }) => platform))).toEqual(new Set(sites.slugs));
    expect(new Set(checks.map(({ state }) => state))).toEqual(new Set(['healthy']));
    const { controls } = JSON.parse(readFileSync(report, 'utf8')) as LiveReport;
    expect(controls).toHaveLength(checks.length);
    expect(readdirSync(folder).sort()).toEqual(['home.json', 'recordings']);
    noteIdentities();
    const { maxInFlightByHost, maxPerSecondByHost } = sites.simulator.requests();
    expect(Math.max(...Object.values(maxInFlightByHost))).toBeLessThanOrEqual(2);
    // Two a second are sent; those of two seconds may arrive within one.
    expect(Math.max(...Object.values(maxPerSecondByHost))).toBeLessThanOrEqual(4);
    expect(digests.size).toBeGreaterThan(PLATFORMS);

    // Both controls of every rule, and in none of them who was asked about, what was planted, or a cookie.
    const names = readdirSync(recordings);
    expect(names.sort()).toEqual(
      controls.flatMap(({ platform, queryType }) => ['negative', 'positive'].map((side) => `${platform}.${queryType}.${side}.json`)).sort(),
    );
    const texts = names.map((name) => readFileSync(join(recordings, name), 'utf8'));
    for (const text of texts) {
      for (const [kind, secret] of Object.entries(SECRETS)) expect(text, kind).not.toContain(secret);
      expect(text).not.toMatch(/set-cookie|x-client-ip/i);
      expect(text.length).toBeLessThan(100_000);
      const { sample } = JSON.parse(text) as { sample: { status: number; headers: object } };
      expect(sample.headers).toMatchObject({ server: 'example' });
    }
    expect(
      texts.filter((text) => /\{(?:username|email|phone)\}/.test((JSON.parse(text) as { sample: { text: string } }).sample.text)).length,
    ).toBeGreaterThan(PLATFORMS);
    const words = new Set(texts.flatMap((text) => text.match(/[\w.+@-]+/g) ?? []));
    const shown = [...words].filter((word) => QUERY_TYPES.some((type) => digests.has(identityDigest(type, word))));
    expect(shown).toEqual([]);
  });

  it('reports merge, and a platform that is blocked from one egress and fine from another is told apart', async () => {
    const other = join(folder, 'cloud.json');
    sites.simulator.setFault('site-0001', 'captcha_200');
    const chosen = ['site-0001', 'site-0002'];
    expect((await start('check', '--live', '--json', '--report', other, '--platform', ...chosen).ended).code).toBe(0);
    const { code, stdout } = await start('merge-reports', report, other, '--json').ended;
    expect(code).toBe(0);
    const merged = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as MergedControl);
    const of = (slug: string) => merged.filter(({ platform }) => platform === slug);
    for (const control of of('site-0001'))
      expect(control).toMatchObject({ result: 'live_checked', passedFrom: ['home'], failedFrom: [], blockedFrom: ['cloud'] });
    for (const control of of('site-0002'))
      expect(control).toMatchObject({ result: 'live_checked', passedFrom: ['cloud', 'home'], blockedFrom: [] });
    for (const control of of('site-0003')) expect(control).toMatchObject({ result: 'live_checked', passedFrom: ['home'] });
    expect([of('site-0001'), of('site-0002'), of('site-0003')].map(({ length }) => length > 0)).toEqual([true, true, true]);
  });

  it('says in one sentence what is no report, and counts nobody twice', async () => {
    const odd = join(folder, 'odd.json');
    writeFileSync(odd, '{"controls":[{"platform":"\\u001b[31m","queryType":"email","state":"healthy","checkedOn":"2030-01-01"}]}');
    const refused = await start('merge-reports', odd).ended;
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/odd\.json is not a report of .*\n$/)]);
    const twice = await start('merge-reports', report, report).ended;
    expect([twice.code, twice.stderr]).toEqual([2, 'Two reports are called home. Use one file per operator, named after the operator.\n']);
  });
});
