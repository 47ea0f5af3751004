import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeEmail } from '../../../../src/facts/email/email-details.js';
import type { Observation } from '../../../../src/facts/email/observations.js';
import type { MailRoute } from '../../../../src/facts/email/route.js';
import { evaluateRecipientReplies, RECIPIENT_STATES } from '../../../../src/facts/email/smtp.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const UNLISTED = { agreed: null, mentioned: false, asOf: null };
const mx = (host: string): Observation => ({
  source: 'mail-dns',
  route: { kind: 'exchangers', implicit: false, exchangers: [{ host, preference: 10, hasAddress: true }] },
});
const lists = (more: Partial<Extract<Observation, { source: 'disposable-lists' }>> = {}): Observation => ({
  source: 'disposable-lists',
  listing: UNLISTED,
  routedToListed: false,
  listedAsWebmail: false,
  ...more,
});
const registered = (at: string, name = 'example.com'): Observation => ({
  source: 'rdap',
  name,
  registration: { state: 'registered', at: new Date(at) },
});
const listed = (agreed: string): Observation => lists({ listing: { agreed, mentioned: true, asOf: '2026-11-21T00:00:00.000Z' } });
const about = (domain: string, ...observations: readonly Observation[]) =>
  mergeEmail({ address: { local: 'ada', domain }, now: NOW }, observations);

describe('disposable', () => {
  it('yes: lists agree on the domain or one above it', () => {
    expect(about('example.com', listed('example.com')).facts?.disposable).toBe(true);
    expect(about('a.example.com', listed('example.com')).facts?.disposable).toBe(true);
  });

  it('unknown: lists contradict what is known of the domain', () => {
    expect(about('duck.com', listed('duck.com')).facts?.disposable).toBeNull();
    expect(about('sky.com', listed('sky.com')).facts?.disposable).toBeNull();
    expect(about('ada.uk.to', listed('uk.to')).facts?.disposable ?? null).toBeNull();
    expect(about('sify.com', listed('sify.com')).facts?.disposable ?? null).toBeNull();
  });

  it('unknown: the domain was registered again after it had been listed', () => {
    const facts = about('example.com', listed('example.com'), registered('2026-11-21T01:00:00Z')).facts;
    expect(facts?.disposable).toBeNull();
  });

  it('no: consumer and alias providers, and old domains that take mail and that no list mentions', () => {
    expect(about('gmail.com', lists()).facts?.disposable).toBe(false);
    expect(about('duck.com', lists({ listing: { ...UNLISTED, mentioned: true } })).facts?.disposable).toBe(false);
    expect(about('example.com', lists(), mx('mx.example.com'), registered('2020-01-01T00:00:00Z')).facts?.disposable).toBe(false);
  });

  it.each<[string, readonly Observation[]]>([
    ['young', [lists(), mx('mx.example.com'), registered('2026-01-01T00:00:00Z')]],
    ['of unknown age', [lists(), mx('mx.example.com')]],
    ['without mail', [lists(), registered('2020-01-01T00:00:00Z')]],
    [
      'named by one weak list',
      [lists({ listing: { ...UNLISTED, mentioned: true } }), mx('mx.example.com'), registered('2020-01-01T00:00:00Z')],
    ],
    ['with the exchanger of a listed service', [lists({ routedToListed: true }), mx('mx.example.com'), registered('2020-01-01T00:00:00Z')]],
  ])('unknown: a domain %s', (_what, observations) => {
    expect(about('example.com', ...observations).facts?.disposable ?? null).toBeNull();
  });
});

describe('free provider', () => {
  it('no: mail is kept where organisations have it kept, and no list calls it webmail', () => {
    expect(about('example.com', mx('aspmx.l.google.com'), lists()).facts?.freeProvider).toBe(false);
    expect(about('example.com', mx('example-com.mail.protection.outlook.com'), lists()).facts?.freeProvider).toBe(false);
    expect(about('example.com', mx('eu-smtp-inbound-1.mimecast.com'), lists()).facts?.freeProvider).toBe(false);
  });

  it('unknown otherwise', () => {
    expect(about('example.com', mx('mx.example.com'), lists()).facts?.freeProvider).toBeNull();
    expect(about('example.com', mx('aspmx.l.google.com'), lists({ listedAsWebmail: true })).facts?.freeProvider).toBeNull();
    expect(about('example.com', mx('aspmx.l.google.com'), listed('example.com')).facts?.freeProvider).toBeNull();
    expect(about('example.com', mx('aspmx.l.google.com')).facts?.freeProvider).toBeNull();
  });
});

describe('provider and existence', () => {
  it('a gateway or forwarder keeps no mailbox', () => {
    expect(about('example.com', mx('eu-smtp-inbound-1.mimecast.com')).provider).toBeNull();
    expect(about('example.com', mx('route1.mx.cloudflare.net')).provider).toBeNull();
    expect(about('example.com', mx('mail.protonmail.ch')).provider).toBe('proton');
    expect(about('gmail.com', mx('gmail-smtp-in.l.google.com')).provider).toBe('gmail');
    expect(about('gmail.com').provider).toBe('gmail');
  });

  it('a name that the provider excludes is not there', () => {
    const found = mergeEmail({ address: { local: 'ada_lovelace', domain: 'gmail.com' }, now: NOW }, []);
    expect(found).toMatchObject({ exists: false, facts: { deliverable: false, freeProvider: true } });
  });

  it('sources that contradict each other cancel out', () => {
    const verdict = evaluateRecipientReplies(
      { random: 'no_such_mailbox', real: 'accepted', postmaster: null },
      { bouncesLater: false, trusted: true },
    );
    const found = mergeEmail({ address: { local: 'ada_lovelace', domain: 'gmail.com' }, now: NOW }, [{ source: 'smtp-dialogue', verdict }]);
    expect(found).toMatchObject({ exists: null, facts: { deliverable: null, acceptAll: false } });
    expect(found.contributions.get('smtp-dialogue')?.decidedFields).toEqual(['acceptAll']);
  });
});

describe('domains', () => {
  it('a name server denies a domain that the registry has: nobody knows', () => {
    const denied: Observation = { source: 'mail-dns', route: { kind: 'no_such_domain' } };
    expect(about('example.com', denied).facts?.deliverable).toBe(false);
    expect(about('example.com', denied, registered('2020-01-01T00:00:00Z')).facts?.deliverable).toBeNull();
    // The registry knows nothing of a subdomain.
    expect(about('mail.example.com', denied, registered('2020-01-01T00:00:00Z')).facts?.deliverable).toBe(false);
    expect(
      about('example.com', denied, { source: 'rdap', name: 'example.com', registration: { state: 'not_registered' } }).facts?.deliverable,
    ).toBe(false);
  });

  it('a name server that denies a consumer provider is not believed', () => {
    for (const kind of ['no_such_domain', 'null_mx', 'no_mail_host'] as const) {
      const found = about('gmail.com', { source: 'mail-dns', route: { kind } });
      expect([found.facts?.deliverable, found.exists, found.provider]).toEqual([null, null, 'gmail']);
    }
  });

  it('the age of a consumer provider is nobody’s', () => {
    expect(about('gmail.com', registered('1995-08-13T04:00:00Z', 'gmail.com')).facts).toMatchObject({
      domainAgeDays: null,
      domainRegisteredAt: null,
    });
    expect(about('example.com', registered('2026-11-20T12:00:00Z')).facts).toMatchObject({
      domainAgeDays: 1,
      domainRegisteredAt: '2026-11-20T12:00:00.000Z',
    });
  });

  it('nothing that anybody said: not checked', () => {
    expect(about('example.com').facts).toBeNull();
    expect(about('example.com', lists()).facts).toBeNull();
    expect(about('example.com', { source: 'rdap', name: 'example.com', registration: { state: 'undated' } }).facts).toEqual({
      deliverable: null,
      disposable: null,
      freeProvider: null,
      acceptAll: null,
      domainAgeDays: null,
      domainRegisteredAt: null,
    });
  });
});

describe('whatever was observed', () => {
  const host = fc.constantFrom(
    'mx.example.com',
    'aspmx.l.google.com',
    'eu-smtp-inbound-1.mimecast.com',
    'mta7.am0.yahoodns.net',
    'mx1.improvmx.com',
  );
  const route: fc.Arbitrary<MailRoute> = fc.oneof(
    fc.record({
      kind: fc.constant('exchangers' as const),
      implicit: fc.boolean(),
      exchangers: fc.array(fc.record({ host, preference: fc.nat(20), hasAddress: fc.constantFrom(true, false, null) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    fc.constantFrom<MailRoute>({ kind: 'null_mx' }, { kind: 'no_such_domain' }, { kind: 'no_mail_host' }),
  );
  const recipient = fc.constantFrom(...RECIPIENT_STATES);
  const domain = fc.constantFrom('example.com', 'mail.example.com', 'gmail.com', 'duck.com', 'ada.mozmail.com', 'web.id', 'sify.com');
  const observation: fc.Arbitrary<Observation> = fc.oneof(
    fc.record({ source: fc.constant('mail-dns' as const), route }),
    fc.record({
      source: fc.constant('disposable-lists' as const),
      routedToListed: fc.boolean(),
      listedAsWebmail: fc.boolean(),
      listing: fc.record({
        agreed: fc.option(fc.constantFrom('example.com', 'duck.com', 'mozmail.com', 'gmail.com'), { nil: null }),
        mentioned: fc.boolean(),
        asOf: fc.constant(null),
      }),
    }),
    fc
      .record({
        random: recipient,
        real: recipient,
        postmaster: fc.option(recipient, { nil: null }),
        bouncesLater: fc.boolean(),
        trusted: fc.boolean(),
      })
      .map(({ random, real, postmaster, ...traits }) => ({
        source: 'smtp-dialogue' as const,
        verdict: evaluateRecipientReplies({ random, real, postmaster }, traits),
      })),
    fc
      .date({ min: new Date('1985-06-01'), max: NOW, noInvalidDate: true })
      .map((at) => ({ source: 'rdap' as const, name: 'example.com', registration: { state: 'registered' as const, at } })),
  );
  const observations = fc.uniqueArray(observation, { selector: ({ source }) => source, maxLength: 4 });

  it('the order of sources does not matter', () => {
    fc.assert(
      fc.property(
        domain,
        observations.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        (name, [one, other]) => {
          expect(about(name, ...other)).toEqual(about(name, ...one));
        },
      ),
    );
  });

  it('an alias service is never disposable, and what accepts everything is never deliverable', () => {
    fc.assert(
      fc.property(domain, observations, (name, all) => {
        const { facts, exists } = about(name, ...all);
        if (name === 'duck.com' || name === 'ada.mozmail.com') expect(facts?.disposable ?? null).not.toBe(true);
        if (facts?.acceptAll === true) expect(facts.deliverable).not.toBe(true);
        if (facts?.deliverable === true) expect(exists).toBe(true);
        if (name === 'gmail.com') expect(facts).toMatchObject({ domainAgeDays: null, freeProvider: true });
      }),
    );
  });

  it('without a source, what it alone knows stays unknown', () => {
    fc.assert(
      fc.property(observations, (all) => {
        const has = (source: string) => all.some((each) => each.source === source);
        const { facts } = about('example.com', ...all);
        if (!has('rdap')) expect(facts?.domainAgeDays ?? null).toBeNull();
        if (!has('smtp-dialogue')) expect(facts?.deliverable ?? null).not.toBe(true);
        if (!has('smtp-dialogue')) expect(facts?.acceptAll ?? null).not.toBe(true);
        if (!has('disposable-lists')) expect([facts?.disposable ?? null, facts?.freeProvider ?? null]).toEqual([null, null]);
      }),
    );
  });
});
