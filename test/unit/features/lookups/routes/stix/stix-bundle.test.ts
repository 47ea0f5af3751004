/** A lookup as a STIX bundle: what becomes an object, and what stays text. test/integration/stix.test.ts asks the official validator. */
import { describe, expect, it } from 'vitest';
import type { LookupBodyV2, ShownResult } from '../../../../../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { FINISHED_V2 } from '../../../../../../src/features/lookups/routes/shared/v2/examples.js';
import { stixBundle, TLP_LEVELS, type TlpLevel } from '../../../../../../src/features/lookups/routes/shared/stix/stix-bundle.js';

type StixObject = Readonly<Record<string, unknown>> & { readonly type: string; readonly id: string; readonly content?: string };
const EMAIL = { type: 'email', value: 'Ada@example.com' } as const;
const [example] = FINISHED_V2.results;
if (!example) throw new Error('the example of a body has no result');
const result = (platform: string, more: Partial<ShownResult> = {}): ShownResult => ({
  ...example,
  identity: EMAIL,
  platform,
  name: `The ${platform}`,
  method: 'public_api',
  basis: null,
  mailboxProvider: false,
  profile: null,
  ...more,
});
const lookup = (more: Partial<LookupBodyV2> = {}): LookupBodyV2 => ({
  ...FINISHED_V2,
  identities: [{ ...EMAIL, normalized: 'ada@example.com', suppressed: false }],
  results: [],
  derived: [],
  linkedAccounts: [],
  ...more,
});
const objectsOf = (body: LookupBodyV2, level: TlpLevel = 'amber'): StixObject[] => JSON.parse(stixBundle(body, level)).objects;
const accountsOf = (body: LookupBodyV2) => objectsOf(body).filter(({ type, user_id: on }) => type === 'user-account' && on !== undefined);
const noteOf = (body: LookupBodyV2): string => objectsOf(body).findLast(({ type }) => type === 'note')?.content ?? '';

describe('a STIX bundle', () => {
  it('is the same, to the byte, for the same lookup, and another for another lookup, answer or marking', () => {
    const body = lookup({ results: [result('forum')] });
    expect(stixBundle(structuredClone(body), 'amber')).toBe(stixBundle(body, 'amber'));
    const others = [lookup({ ...body, lookupId: 'lkp_another' }), lookup({ results: [result('forum', { fromCache: true })] })];
    const ids = [body, ...others].map((each) => JSON.parse(stixBundle(each, 'amber')).id);
    expect(new Set([...ids, JSON.parse(stixBundle(body, 'red')).id]).size).toBe(4);
  });

  it('does not change with what is told of the account that asks', () => {
    const [identity] = lookup().identities;
    if (!identity) throw new Error('no identity');
    const seen = { first: null, last: null, count: 7, complete: true };
    expect(stixBundle(lookup({ identities: [{ ...identity, seen }], billed: null }), 'amber')).toBe(stixBundle(lookup(), 'amber'));
  });

  it('has a confirmed account as its observable, with when it was seen, how, and what it is related to', () => {
    const profile = { url: 'https://forum.example/ada', displayName: 'Ada', pictureUrl: null, createdAt: '2016-03-01T10:00:00.000Z' };
    const shown = { ...profile, createdYear: 2016, lastActiveAt: null, counts: null, state: null };
    const objects = objectsOf(lookup({ results: [result('forum', { profile: shown })] }));
    const [address, account] = ['email-addr', 'user-account'].map((type) => objects.find((each) => each.type === type));
    expect(address).toMatchObject({ value: 'ada@example.com' });
    expect(account).toMatchObject({ user_id: 'forum:ada@example.com', account_login: 'ada@example.com', display_name: 'Ada' });
    expect(account).toMatchObject({ account_created: profile.createdAt });
    expect(objects).toContainEqual(
      expect.objectContaining({
        type: 'observed-data',
        first_observed: example.checkedAt,
        last_observed: example.checkedAt,
        number_observed: 1,
        object_refs: [address?.id, account?.id],
      }),
    );
    expect(objects).toContainEqual(
      expect.objectContaining({ type: 'relationship', relationship_type: 'related-to', source_ref: address?.id, target_ref: account?.id }),
    );
    const evidence = objects.find(({ type, abstract }) => type === 'note' && abstract === 'The forum')?.content;
    expect(evidence).toContain(`Known from its public API, checked at ${example.checkedAt}.`);
    expect(evidence).toContain(profile.url);
  });

  it('has no object of what was not confirmed: it is named in a note', () => {
    const [derived, linked] = [FINISHED_V2.derived[0], FINISHED_V2.linkedAccounts[0]];
    const body = lookup({
      results: [
        result('absent', { registered: false }),
        result('leaked', { method: 'breach_record' }),
        result('mail', { method: 'domain_derived', basis: 'domain' }),
      ],
      derived: [{ ...result('guess'), handle: 'ada', ...derived, name: 'The guess', registered: true }],
      linkedAccounts: [
        {
          identity: EMAIL,
          platform: 'linked',
          name: 'The linked',
          icon: null,
          handle: 'ada-linked',
          url: null,
          checkedAt: example.checkedAt,
          ...linked,
          source: { platform: 'forum', name: 'The forum', url: null },
        },
      ],
    });
    expect(objectsOf(body).map(({ type }) => type)).toEqual(['marking-definition', 'identity', 'email-addr', 'note']);
    for (const named of ['The leaked (a breach record)', 'The mail (the mail domain)', 'The guess: ', 'named by The forum'])
      expect(noteOf(body)).toContain(named);
    expect(noteOf(body)).not.toContain('The absent');
    const known = result('mail', { method: 'domain_derived', basis: 'mailbox', mailboxProvider: true });
    expect(accountsOf(lookup({ results: [known] }))).toHaveLength(1);
  });

  it('tells omissions as a note, each reason with its number', () => {
    const body = lookup({ omissions: { total: 3, byReason: { challenge: 2, not_passive: 1 } }, omitted: 3 });
    expect(noteOf(body)).toMatch(/3 checks have no confident answer.*- 2: A bot check.*\(challenge\)\n- 1: .*\(not_passive\)/s);
  });

  it('keeps a hostile name as text', () => {
    const hostile = '"},{"type":"malware","id":"malware--1"}\n</script><img src=x onerror=alert(1)> ${jndi:ldap://x} \u202e';
    const profile = { url: null, displayName: hostile, pictureUrl: null, createdAt: null, createdYear: null, lastActiveAt: null };
    const body = lookup({ results: [result('forum', { profile: { ...profile, counts: null, state: null } })] });
    expect(objectsOf(body).map(({ type }) => type)).toEqual(objectsOf(lookup({ results: [result('forum')] })).map(({ type }) => type));
    expect(accountsOf(body)).toEqual([expect.objectContaining({ display_name: hostile })]);
  });

  it('has each identity as what STIX has for it, and ids as the specification makes them', () => {
    const named = { value: 'x', suppressed: false };
    const body = lookup({
      identities: [
        { ...named, type: 'email', normalized: 'ada@example.com' },
        { ...named, type: 'phone', normalized: '+12025550123' },
        { ...named, type: 'username', normalized: 'ada-example' },
        { ...named, type: 'ip', normalized: '192.0.2.17' },
        { ...named, type: 'ip', normalized: '2001:db8::1' },
      ],
    });
    const [, , email, phone, username, v4, v6, note] = objectsOf(body);
    // By stix2 3.0.2, the OASIS library.
    expect(email).toMatchObject({ type: 'email-addr', value: 'ada@example.com' });
    expect(phone).toMatchObject({ type: 'identity', contact_information: '+12025550123', identity_class: 'unknown' });
    expect(username).toMatchObject({ type: 'user-account', account_login: 'ada-example' });
    expect([v4?.type, v6?.type]).toEqual(['ipv4-addr', 'ipv6-addr']);
    for (const each of [email, username, v4, v6])
      expect(each?.id).toMatch(/--[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const each of [phone, note]) expect(each?.id).toMatch(/--[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(note?.['object_refs']).toEqual([email, phone, username, v4, v6].map((each) => each?.id));
  });

  it.each(['"a b"@example.com', 'łódź@example.com'])(
    'has the address %s, which an email-addr may not hold, as contact information',
    (normalized) => {
      const [, , subject] = objectsOf(lookup({ identities: [{ ...EMAIL, normalized, suppressed: false }] }));
      expect(subject).toMatchObject({ type: 'identity', contact_information: normalized });
    },
  );

  it('says that an identity opted out, and has nobody where the identity was erased', () => {
    const opted = lookup({ identities: [{ ...EMAIL, normalized: 'ada@example.com', suppressed: true }] });
    expect(noteOf(opted)).toContain('Ada@example.com opted out, and was not looked up.');
    const erased = objectsOf(lookup({ identities: [] }));
    expect(erased.map(({ type }) => type)).toEqual(['marking-definition', 'identity', 'note']);
    expect(JSON.stringify(erased).toLowerCase()).not.toContain('ada@example.com');
  });

  it.each(TLP_LEVELS)('marks everything that is said as TLP:%s', (level) => {
    const [marking, producer, ...said] = objectsOf(lookup({ results: [result('forum')] }), level);
    expect(marking).toMatchObject({ type: 'marking-definition', name: `TLP:${level.toUpperCase()}` });
    expect(producer).toMatchObject({ type: 'identity', name: 'Footprint' });
    for (const each of said) expect(each['object_marking_refs']).toEqual([marking?.id]);
  });

  it('says what it is made of: a test, the simulator, a lookup that still runs', () => {
    expect(noteOf(lookup({ test: true }))).toContain('Test: ');
    expect(noteOf(lookup({ simulated: true }))).toContain('Simulated: ');
    expect(noteOf(lookup({ status: 'processing', finishedAt: null }))).toContain('not finished');
  });
});
