/** What changes the catalogue without a release, on a database that two processes follow. */
import { describe, expect, it } from 'vitest';
import { replacePlatform, restorePlatform, rollBackCatalogue, updateCatalogue } from '../../src/main/wiring/catalogue-changes.js';
import { LiveCatalogue } from '../../src/main/wiring/live-catalogue.js';
import type { PlatformFile } from '../../src/engine/catalogue/entry-schema.js';
import type { Json } from '../../src/kernel/values/json.js';
import { heldRules } from '../../src/engine/catalogue/rules/revision.js';
import { requestedOtherwise, bundleOf, shippedFile, signingKey, withRule } from '../support/bundles.js';
import { openChangedCatalogue, slugs } from './support/changed-catalogue.js';

const unauthenticated = signingKey();
const { NOW, signer, record, ctx, log, warnings, follow, update, here, there } = await openChangedCatalogue();
const [github, gitlab, keybase] = [shippedFile('github'), shippedFile('gitlab'), shippedFile('keybase')];
const changedGithub = withRule(github, requestedOtherwise);
type Requested = { readonly probes: { readonly username?: { readonly request: { readonly headers?: object | undefined } } | undefined } };
const headersOf = (platform: Requested | undefined) => platform?.probes.username?.request.headers;

describe('an update', () => {
  it('is taken over by every process, which had the files of the release before', async () => {
    expect(here.revision).toBe(0);
    expect(here.get('keybase')).toBeDefined();
    const accepted = await update([github, gitlab], 5);
    expect(accepted).toMatchObject({ version: 5, revision: 1, platforms: 2, shadow: 0 });
    await Promise.all([here.refresh(), there.refresh()]);
    for (const catalogue of [here, there]) {
      expect(slugs(catalogue)).toEqual(['github', 'gitlab']);
      expect(catalogue.state).toMatchObject({ revision: 1, bundle: 5, isExpired: false });
    }
  });

  it('leaves a plan the revision that it began with, in every process, until it is no longer kept', async () => {
    await update([github, gitlab], 5);
    await update([github, keybase], 6);
    await there.refresh();
    const planned = await there.at(1);
    expect([planned.get('gitlab')?.slug, planned.get('keybase')]).toEqual(['gitlab', undefined]);
    expect((await there.at(undefined)).platforms.length).toBeGreaterThan(1_000);
    expect((await there.at(99)).revision).toBe(2);
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
    const before = [here.now(), await record.catalogueStore.revisions(9), await record.catalogueStore.bundles()];
    const message = await attempt().then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^The bundle is refused: [^\n]+\.$/);
    await here.refresh();
    expect([here.now(), await record.catalogueStore.revisions(9), await record.catalogueStore.bundles()]).toEqual(before);
    expect(here.now()).toBe(before[0]);
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

  it('that cannot be read at the moment is waited for: a plan gets no other rules, and nothing is half taken over', async () => {
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
      bundle: (version: number) => store.bundle(version),
      read: async (revision: number) => failing(await store.read(revision)),
    };
    const started = await new LiveCatalogue(ctx.config, log).follow(reader, { poll: false });
    expect(started.state).toMatchObject({ revision: 0, bundle: null });
    await expect(started.at(1)).rejects.toThrow('the database is away');
    expect(slugs(await started.at(1))).toEqual(['github']);
    // The newest is read twice: for its content, and for its bundle.
    faults = 0;
    let reads = 0;
    reader.read = async (revision) => {
      if (++reads === 2) throw new Error('the database is away');
      return store.read(revision);
    };
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
  it('wait in shadow while the rule before goes on, a new platform answers nothing yet, and what is only remarked changes at once', async () => {
    await update([github, { ...gitlab, name: 'Before' }], 5);
    await update([changedGithub, { ...gitlab, name: 'After' }, keybase], 6);
    await here.refresh();
    expect(here.now().shadow?.map(({ platform, queryType }) => [platform.slug, queryType])).toEqual([
      ['github', 'username'],
      ['keybase', 'username'],
    ]);
    expect(headersOf(here.get('github'))).toEqual(headersOf(github));
    expect(headersOf(here.now().shadow?.[0]?.platform)).toEqual(headersOf(changedGithub));
    expect(here.get('keybase')).toMatchObject({ probes: {}, instant: [] });
    expect(here.get('gitlab')?.name).toBe('After');
  });

  it('that are changed once more are compared with what answers, not with what waited', async () => {
    await update([github], 5);
    await update([changedGithub], 6);
    await update([github], 7);
    await here.refresh();
    expect(here.now().shadow).toEqual([]);
    expect(heldRules(here.platforms, here.platforms)).toEqual({});
  });
});

describe('going back', () => {
  it('brings the bundle before back in every process, then the files of the release, and then nothing is left to go back to', async () => {
    await update([github, gitlab], 5);
    await update([changedGithub, keybase], 6);
    expect(await rollBackCatalogue(ctx, undefined)).toEqual({ revision: 3, bundle: 5 });
    await Promise.all([here.refresh(), there.refresh()]);
    for (const catalogue of [here, there]) {
      expect([slugs(catalogue), headersOf(catalogue.get('github')), catalogue.now().shadow]).toEqual([
        ['github', 'gitlab'],
        headersOf(github),
        [],
      ]);
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

describe('a replacement', () => {
  const own: PlatformFile = { ...changedGithub, name: 'Our GitHub' };

  it('answers in place of the shipped platform at once, outlives updates, and gives the shipped one back', async () => {
    await replacePlatform(ctx, own as unknown as Json);
    await Promise.all([here.refresh(), there.refresh()]);
    expect([here.get('github')?.name, there.get('github')?.name]).toEqual(['Our GitHub', 'Our GitHub']);
    expect([headersOf(here.get('github')), here.now().shadow]).toEqual([headersOf(own), []]);
    await update([github, gitlab], 5);
    await here.refresh();
    expect([here.get('github')?.name, slugs(here)]).toEqual(['Our GitHub', ['github', 'gitlab']]);
    await restorePlatform(ctx, 'github');
    await here.refresh();
    expect([here.get('github')?.name, headersOf(here.get('github'))]).toEqual([github.name, headersOf(github)]);
    await expect(restorePlatform(ctx, 'github')).rejects.toThrow(/is not replaced/);
  });

  it('does not let a changed rule of a bundle pass unseen: restored, that one waits in shadow', async () => {
    await update([github], 5);
    await replacePlatform(ctx, own as unknown as Json);
    await update([changedGithub], 6);
    await restorePlatform(ctx, 'github');
    await here.refresh();
    expect([headersOf(here.get('github')), here.now().shadow?.length]).toEqual([headersOf(github), 1]);
  });

  it.each([
    ['of no platform', { ...own, slug: 'no-such-platform' }, /has no platform no-such-platform/],
    [
      'that harms',
      withRule(own, (rule) => ({
        ...rule,
        request: { ...rule.request, method: 'POST', url: 'https://github.com/session/send?to={username}' },
      })),
      /The file is refused: username: /,
    ],
    [
      'that asks what another platform asks',
      { ...own, homepage: gitlab.homepage, probes: gitlab.probes },
      /asks the same as another platform/,
    ],
    ['that is no platform', [own, gitlab], /is refused|has no platform/],
  ])('%s is refused in one sentence, and nothing changes', async (_, file, sentence) => {
    await update([github, gitlab], 5);
    await expect(replacePlatform(ctx, file as unknown as Json)).rejects.toThrow(sentence);
    expect(await record.catalogueStore.newest()).toBe(1);
  });
});

/** The same bytes but the last one. */
function spoilt(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
  return copy;
}
