/** What changes the catalogue without a release, on a database that two processes follow. */
import { describe, expect, it } from 'vitest';
import { rollBackCatalogue, updateCatalogue } from '../../src/wiring/catalogue-changes.js';
import { LiveCatalogue } from '../../src/wiring/live-catalogue.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { ruleDigest } from '../../src/engine/catalogue/rules/revision.js';
import { requestedOtherwise, bundleOf, shippedFile, signingKey, withRule } from '../support/bundles.js';
import { openChangedCatalogue, slugs } from './support/changed-catalogue.js';

const unauthenticated = signingKey();
const { NOW, signer, record, ctx, log, warnings, follow, update, here, there } = await openChangedCatalogue();
const [github, gitlab, keybase] = [shippedFile('github'), shippedFile('gitlab'), shippedFile('keybase')];
const changedGithub = withRule(github, requestedOtherwise);
type Requested = { readonly probes: { readonly username?: { readonly request: { readonly headers?: object | undefined } } | undefined } };
const digestOf = (platform: Platform | undefined) => ruleDigest(platform?.probes.username);
const headersOf = (platform: Requested | undefined) => platform?.probes.username?.request.headers;

describe('an update', () => {
  it('is taken over by every process, which had the files of the release before', async () => {
    expect(here.revision).toBe(0);
    expect(here.get('keybase')).toBeDefined();
    const accepted = await update([github, gitlab], 5);
    expect(accepted).toMatchObject({ version: 5, revision: 1, platforms: 2 });
    await Promise.all([here.refresh(), there.refresh()]);
    for (const catalogue of [here, there]) {
      expect(slugs(catalogue)).toEqual(['github', 'gitlab']);
      expect(catalogue.state).toMatchObject({ revision: 1, bundle: 5, isExpired: false });
    }
  });

  const refused: readonly (readonly [string, () => Promise<unknown>, RegExp])[] = [
    [
      'with a bad signature',
      () => updateCatalogue(ctx, spoilt(bundleOf([gitlab], { key: signer.pem, version: 9 })), NOW),
      /signature does not hold/,
    ],
    ['of a key that is not trusted', () => update([gitlab], 9, { key: unauthenticated.pem }), /CATALOGUE_KEYS does not name/],
    ['of the same version', () => update([gitlab], 5), /version 5 is not newer than 5/],
    ['of an older version', () => update([gitlab], 4), /version 4 is not newer than 5/],
    ['that has expired', () => update([gitlab], 9, { expiresAt: NOW }), /it has expired on 2030-06-01/],
    ['that was cut off', () => updateCatalogue(ctx, bundleOf([gitlab], { key: signer.pem, version: 9 }).subarray(0, -1), NOW), /cut off/],
    ['of 50 MB', () => updateCatalogue(ctx, Buffer.alloc(50 * 1_048_576), NOW), /more than \d+ bytes/],
    ['with a harmful entry', () => update([gitlab, harmful], 9), /curated\/github\.json \(github\): username: .*/],
    ['with an entry whose samples it reads wrongly', () => update([gitlab, misread], 9), /a sample of github/],
    [
      'with an entry in another form',
      () => update([gitlab, { slug: 'github', probes: 1 } as { slug: string }], 9),
      /curated\/github\.json \(github\): /,
    ],
    ['that rests a "no" on a status alone', () => update([gitlab, guessing], 9), /rests on a status alone/],
    ['with the same platform twice', () => update([gitlab, gitlab], 9), /the slug is taken/],
  ];
  const harmful = withRule(github, (rule) => ({
    ...rule,
    request: { ...rule.request, url: 'https://github.com/password_reset?login={username}' },
  }));
  const misread = withRule(github, (rule) => ({
    ...rule,
    registered: {
      status: [200],
      contentType: 'json',
      json: [
        { pointer: '/login', is: 'identity' },
        { pointer: '/no-such-field', is: 'number' },
      ],
    },
  }));
  const guessing = withRule(github, (rule) => ({ ...rule, absent: { status: [404] } }));

  it.each(refused)('%s is refused in one sentence, and the catalogue in use stays', async (_, attempt, sentence) => {
    await update([github], 5);
    await here.refresh();
    const before = [here.platforms, await record.catalogueStore.revisions(9), await record.catalogueStore.bundles()];
    const message = await attempt().then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^The bundle is refused: [^\n]+\.$/);
    await here.refresh();
    expect([here.platforms, await record.catalogueStore.revisions(9), await record.catalogueStore.bundles()]).toEqual(before);
    expect(here.platforms).toBe(before[0]);
  });

  it('of two at the same time both are accepted or the older one is refused, and one is in use everywhere', async () => {
    const ended = await Promise.allSettled([update([github], 5), update([gitlab], 6), update([keybase], 7)]);
    expect(ended.some(({ status }) => status === 'fulfilled')).toBe(true);
    await Promise.all([here.refresh(), there.refresh()]);
    expect(here.state.bundle).toBe((await record.catalogueStore.bundles())[0]?.version);
    expect(slugs(there)).toEqual(slugs(here));
  });

  it('whose bundle expires while it is in use stays, and every process warns of it', async () => {
    await update([github], 5, { expiresAt: new Date('2020-01-02T00:00:00Z'), now: new Date('2020-01-01T00:00:00Z') });
    const late = await follow();
    expect(late.state).toMatchObject({ bundle: 5, isExpired: true });
    expect(slugs(late)).toEqual(['github']);
    await late.refresh();
    expect(warnings).toEqual([{ bundle: 5, expiresAt: new Date('2020-01-02T00:00:00Z') }]);
  });

  it('that a process cannot load is reported once, and the revision before stays in use', async () => {
    await update([github], 5);
    await here.refresh();
    await record.database.sql`
      INSERT INTO catalogue_revisions (revision, cause, bundle, replacements, held) VALUES (2, 'update', 77, '{}', '{}')`;
    await here.refresh();
    await here.refresh();
    expect([here.revision, warnings.length]).toEqual([1, 1]);
  });

  it('that cannot be read at the moment is waited for, and nothing is half taken over', async () => {
    await update([github], 5);
    await here.refresh();
    await update([gitlab], 6);
    let faults = 2;
    const { catalogueStore: store } = record;
    const failing = <T>(value: T): T => {
      if (faults > 0 && (faults -= 1) >= 0) throw new Error('the database is away');
      return value;
    };
    const reader = {
      newest: () => store.newest(),
      read: (revision: number) => store.read(revision),
      bundle: async (version: number) => failing(await store.bundle(version)),
    };
    const started = await new LiveCatalogue(ctx.config, log).follow(reader, { poll: false });
    expect(started.state).toMatchObject({ revision: 0, bundle: null });
    await started.refresh();
    expect(started.state).toMatchObject({ revision: 0, bundle: null });
    await started.refresh();
    expect([started.state.bundle, slugs(started)]).toEqual([6, ['gitlab']]);
    await started.close();
  });

  it.each([
    ['was written into the database by somebody else', /its signature does not hold/, () => resigned(spoilt), [signer.publicKey]],
    ['is signed with a key that is trusted no more', /which CATALOGUE_KEYS does not name/, () => Promise.resolve(), []],
    ['stands in the place of another version', /it is version 6 and stored as 5/, () => resigned(() => newer), [signer.publicKey]],
  ])('that %s is not loaded: a process that starts has the files of the release, and says why', async (_, reason, damage, keys) => {
    await update([github], 5);
    await damage();
    const trusting = keys.length > 0 ? keys : [unauthenticated.publicKey];
    const started = await new LiveCatalogue({ ...ctx.config, CATALOGUE_KEYS: trusting }, log).follow(record.catalogueStore, {
      poll: false,
    });
    expect([started.revision, slugs(started).length > 1_000]).toEqual([0, true]);
    expect(warnings).toEqual([expect.objectContaining({ revision: 1, reason: expect.stringMatching(reason) as string })]);
    await started.close();
  });
  const newer = bundleOf([gitlab], { key: signer.pem, version: 6 });
  const resigned = async (change: (bytes: Buffer) => Buffer) => {
    const stored = await record.catalogueStore.bundle(5);
    await record.database.sql`UPDATE catalogue_bundles SET content = ${change(Buffer.from(stored?.content ?? []))} WHERE version = 5`;
  };
});

describe('changed rules', () => {
  it('are in use at once, as new platforms and names are, and count as other rules', async () => {
    await update([github, { ...gitlab, name: 'Before' }], 5);
    await here.refresh();
    const [before, same] = [here.get('github'), here.get('gitlab')];
    await update([changedGithub, { ...gitlab, name: 'After' }, keybase], 6);
    await here.refresh();
    expect(headersOf(here.get('github'))).toEqual(headersOf(changedGithub));
    expect(slugs(here)).toEqual(['github', 'gitlab', 'keybase']);
    expect(here.get('gitlab')?.name).toBe('After');
    expect(digestOf(here.get('github'))).not.toBe(digestOf(before));
    expect(digestOf(here.get('gitlab'))).toBe(digestOf(same));
  });
});

describe('going back', () => {
  it('brings the bundle before back in every process, then the files of the release, and then nothing is left to go back to', async () => {
    await update([github, gitlab], 5);
    await update([changedGithub, keybase], 6);
    expect(await rollBackCatalogue(ctx, undefined)).toEqual({ revision: 3, bundle: 5 });
    await Promise.all([here.refresh(), there.refresh()]);
    for (const catalogue of [here, there]) {
      expect([slugs(catalogue), headersOf(catalogue.get('github'))]).toEqual([['github', 'gitlab'], headersOf(github)]);
    }
    expect(await rollBackCatalogue(ctx, undefined)).toEqual({ revision: 4, bundle: null });
    await here.refresh();
    expect(slugs(here).length).toBeGreaterThan(1_000);
    await expect(rollBackCatalogue(ctx, undefined)).rejects.toThrow(/No bundle is in use/);
  });

  it('to a named bundle goes forward as well; the version that was left is not accepted again', async () => {
    await update([github], 5);
    await update([gitlab], 6);
    await rollBackCatalogue(ctx, 'shipped');
    expect(await rollBackCatalogue(ctx, 6)).toMatchObject({ bundle: 6 });
    await expect(rollBackCatalogue(ctx, 6)).rejects.toThrow(/already/);
    await expect(rollBackCatalogue(ctx, 4)).rejects.toThrow(/was not in use/);
    const distrusting = { ...ctx, config: { ...ctx.config, CATALOGUE_KEYS: [unauthenticated.publicKey] } };
    await expect(rollBackCatalogue(distrusting, 5)).rejects.toThrow(/which CATALOGUE_KEYS does not name/);
    await expect(update([gitlab], 6)).rejects.toThrow(/not newer/);
  });
});

describe('a replacement that an earlier release stored', () => {
  const own = { ...changedGithub, name: 'Our GitHub' };

  it('is refused with a sentence, the catalogue answers in its place, and the next change forgets it', async () => {
    await update([github, gitlab], 5);
    await record.database.sql`
      INSERT INTO catalogue_revisions (revision, cause, bundle, replacements, held)
      VALUES (2, 'replace', 5, ${JSON.stringify({ github: own })}::jsonb, '{"gitlab:username": null}')`;
    await here.refresh();
    expect(here.state).toMatchObject({ revision: 2, bundle: 5 });
    expect([here.get('github')?.name, headersOf(here.get('github'))]).toEqual([github.name, headersOf(github)]);
    // Nothing is held in the place of its rule either.
    expect(headersOf(here.get('gitlab'))).toEqual(headersOf(gitlab));
    expect(warnings).toEqual([{ file: 'replacements/github.json', slug: 'github', reason: expect.stringMatching(/no longer used; sign/) }]);
    expect((await record.catalogueStore.revisions(1))[0]).toMatchObject({ cause: 'replace', replaced: ['github'] });
    await update([changedGithub], 6);
    expect((await record.catalogueStore.revisions(1))[0]).toMatchObject({ cause: 'update', replaced: [] });
  });
});

/** The same bytes but the last one. */
function spoilt(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
  return copy;
}
