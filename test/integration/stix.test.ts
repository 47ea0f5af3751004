/** Lookups as STIX 2.1, as the OASIS validator reads them with every recommendation as a rule, and as the OASIS library makes ids. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LookupSnapshot } from '../../src/features/lookups/lookup-snapshot.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { presentV2 } from '../../src/features/lookups/routes/shared/v2/lookup-body.js';
import { STIX_TYPE, stixBundle, TLP_LEVELS } from '../../src/features/lookups/routes/shared/stix/stix-bundle.js';
import { runProgram } from '../../tools/embedded/child.js';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';
import { recordedOutcomes } from '../support/arbitraries.js';
import { expectRefusal } from '../support/http/answers.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

const STIX_TOOLS = { name: 'stix-3.3.2', packages: ['stix2==3.0.2', 'stix2-validator==3.3.2'] };
const SEED = 64;
const DRAWN = 50;
/** Reads each bundle, and makes each observable once more without its id. */
const SCRIPT = `
import json, sys, stix2
for file in sys.argv[1:]:
    for each in stix2.parse(open(file).read()).objects:
        said = json.loads(each.serialize())
        if "created" not in said:
            del said["id"]
            assert stix2.parse(said).id == each.id, (file, each.id)
`;

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '"}]}',
    '</script><script>alert(1)</script>',
    '\u202etxt.exe',
    "'; DROP TABLE lookups;--",
    '${jndi:ldap://x}',
    '=1+1',
    '\\u0000',
  ),
);
const subjects = fc
  .record(
    {
      email: fc.constantFrom('ada@example.com', '"a b"@example.com', 'łódź@example.com', "o'brien@example.com"),
      phone: fc.constant('+12025550123'),
      username: fc.oneof(
        fc.constantFrom('ada-example', 'Ada_Example', 'a'),
        hostile.map((name) => name.replaceAll(/\s/g, '') || 'x'),
      ),
      ip: fc.constantFrom('192.0.2.17', '2001:db8::1'),
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0);
const drawnLookup: fc.Arbitrary<LookupBodyV2> = fc
  .record({
    id: fc.stringMatching(/^lkp_[a-z0-9]{26}$/),
    subjects,
    recorded: recordedOutcomes,
    names: fc.array(hostile, { minLength: 5, maxLength: 5 }),
    state: fc.constantFrom('accepted' as const, 'running' as const, 'finished' as const),
    isTest: fc.boolean(),
    suppresses: fc.boolean(),
  })
  .map(({ id, subjects: drawn, recorded, names, state, isTest, suppresses }) => {
    const suppressed = suppresses ? (Object.keys(drawn) as ('email' | 'ip')[]).slice(0, 1) : [];
    const outcomes = recorded
      .filter(({ subject }) => subject in drawn && !suppressed.some((each) => each === subject))
      .map((each, index) => ({ ...each, ...(each.profile && { profile: { ...each.profile, displayName: names[index % 5] } }) }));
    const acceptedAt = new Date('2030-05-01T12:00:00.000Z');
    const lookup = { id, kind: 'lookup', state, isTest, subjects: drawn, suppressed, query: '', queryType: null, checks: {}, acceptedAt };
    const known = { outcomes, modules: [], derived: [], linkedAccounts: [] };
    const row = { ...lookup, plan: { targets: [], modules: ['footprint'] }, finishedAt: state === 'finished' ? acceptedAt : null };
    return presentV2({ ...known, lookup: row } as unknown as LookupSnapshot, { get: () => undefined });
  });

describe('lookups as STIX', () => {
  let bin: string;
  const folder = mkdtempSync(join(tmpdir(), 'stix-'));
  beforeAll(async () => {
    bin = await pythonEnvironment(STIX_TOOLS);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Has every bundle of a folder checked. */
  async function expectValid(bundles: Readonly<Record<string, string>>, name: string): Promise<void> {
    const home = join(folder, name);
    mkdirSync(home);
    for (const [file, text] of Object.entries(bundles)) writeFileSync(join(home, `${file}.json`), text);
    const files = readdirSync(home).map((file) => join(home, file));
    expect(files).toHaveLength(Object.keys(bundles).length);
    const validated = await runProgram(join(bin, 'stix2_validator'), ['--strict', '--version', '2.1', ...files], { timeoutMs: 120_000 });
    expect(validated.ok, `${validated.out}\n${validated.lastLines}`).toBe(true);
    expect(validated.out.match(/STIX JSON: Valid/g)).toHaveLength(files.length);
    const remade = await runProgram(join(bin, 'python'), ['-c', SCRIPT, ...files], { timeoutMs: 120_000 });
    expect(remade.ok, remade.lastLines).toBe(true);
  }

  it(`of ${DRAWN} that are drawn all are valid, with the ids of the specification`, async () => {
    const drawn = fc.sample(drawnLookup, { seed: SEED, numRuns: DRAWN });
    expect(drawn.some(({ results }) => results.some(({ registered }) => registered))).toBe(true);
    const bundles = drawn.map((body, index) => [String(index), stixBundle(body, TLP_LEVELS[index % TLP_LEVELS.length] ?? 'red')]);
    await expectValid(Object.fromEntries(bundles), 'drawn');
  });

  describe('that are read from the service', () => {
    let service: WorkingService;
    beforeAll(async () => {
      service = await startWorkingService({ sites: 25 });
    });
    afterAll(() => service.close());
    const read = (key: string, id: string, query = '', accept = STIX_TYPE) =>
      service.call('GET', `/v2/lookup/${id}${query}`, { key, headers: { accept } });

    it('are valid, and the same bytes each time; another type is answered as JSON', async () => {
      const { key } = await service.account();
      const asked = [
        { emails: [ADA.email], usernames: [ADA.username, 'nobody-example'], ips: ['192.0.2.17'] },
        { phones: [ADA.phone] },
        { emails: ['nobody@example.com'] },
      ];
      const bundles: Record<string, string> = {};
      for (const identities of asked) {
        const { lookupId } = (await service.call('POST', '/v2/lookup', { key, body: { identities, mode: 'wait' } })).body as LookupBodyV2;
        const [first, second] = [await read(key, lookupId), await read(key, lookupId)];
        expect(first.headers.get('content-type')).toBe(STIX_TYPE);
        expect(first.headers.get('vary')).toContain('Accept');
        expect(second.text).toBe(first.text);
        bundles[lookupId] = first.text;
        for (const level of TLP_LEVELS)
          bundles[`${lookupId}-${level}`] = (await read(key, lookupId, `?tlp=${encodeURIComponent(level)}`)).text;
        expect(bundles[`${lookupId}-amber+strict`]).toBe(first.text);
        const json = (await read(key, lookupId, '', '*/*')).body as LookupBodyV2;
        const confirmed = json.results.filter(({ registered, basis }) => registered && basis !== 'domain');
        const accounts = JSON.parse(first.text).objects.filter((each: { user_id?: string }) => each.user_id !== undefined);
        expect(accounts).toHaveLength(confirmed.length);
        for (const accept of ['application/json', 'application/stix+json;version=2.0', `application/json, ${STIX_TYPE};q=0.5`])
          expect(((await read(key, lookupId, '', accept)).body as LookupBodyV2).lookupId, accept).toBe(lookupId);
      }
      expect((await read(key, Object.keys(bundles)[0] ?? '', '?tlp=white')).status).toBe(422);
      await expectValid(bundles, 'read');
    });

    it('tells an identity that opted out as the JSON does, and has none of an erased one', async () => {
      const { accountId } = await service.account();
      const { key } = await service.keyOf(accountId, ['lookups', 'account', 'account:data']);
      const call = async (method: string, path: string, body?: object) =>
        (await service.call(method, path, { key, ...(body && { body }) })).body;
      await call('POST', '/v2/account/suppressions', { type: 'username', value: 'grace-example', proof: 'letter 1' });
      const identities = { emails: [ADA.email], usernames: ['grace-example'] };
      const { lookupId } = (await call('POST', '/v2/lookup', { identities, mode: 'wait' })) as LookupBodyV2;
      const before = await read(key, lookupId);
      expect(before.text).toContain('grace-example opted out, and was not looked up.');
      const erasure = (await call('POST', '/v2/account/erasures', { identity: { email: ADA.email }, dryRun: false })) as { id: string };
      await expect.poll(() => call('GET', `/v2/account/erasures/${erasure.id}`)).toMatchObject({ state: 'done' });
      for (const accept of [STIX_TYPE, 'application/json']) expectRefusal(await read(key, lookupId, '', accept), 'not_found');
      await expectValid({ suppressed: before.text }, 'suppressed');
    });
  });
});
