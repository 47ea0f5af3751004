import fc from 'fast-check';
import { parse } from 'tldts';
import { describe, expect, it } from 'vitest';
import {
  combineLists,
  disposableDomains,
  domainLists,
  NameDigests,
  readDomainTable,
} from '../../../../../src/facts/email/sources/disposable-lists.js';
import { evaluateDisposable } from '../../../../../src/facts/email/disposable.js';
import { isAliasService, MAILBOX_PROVIDERS } from '../../../../../src/kernel/identity/mail-providers.js';

const lists = domainLists();
const table = readDomainTable(disposableDomains.content);
const { curated, sighted, broad, checker } = table;
const now = new Date('2026-11-21T12:00:00Z');
/** The verdict from lists alone: no route, no registry. */
const verdict = (domain: string) =>
  evaluateDisposable(lists.listingOf(domain), { domain, routed: false, routedToListed: false, registeredAt: null, now }).disposable;

describe('what the shipped lists say', () => {
  it.each<[string, boolean | null]>([
    ['mailinator.com', true],
    ['inbox.mailinator.com', true],
    ['a.b.mailinator.com', true],
    ['yopmail.com', true],
    ['guerrillamail.com', true],
    ['10minutemail.com', true],
    ['temp-mail.org', true],
    ['maildrop.cc', true],
    // One broad list names them; they are nobody's throw-away mail.
    ['nus.edu.sg', null],
    ['example.com', null],
    ['test.com', null],
    ['sdf.org', null],
    ['vfemail.net', true],
    // Public suffixes, and names that lend subdomains to anybody.
    ['web.id', null],
    ['ddns.net', null],
    ['ada.ddns.net', null],
    ['uk.to', null],
    ['ada.uk.to', null],
    ['mooo.com', null],
    ['ada.mooo.com', null],
    // Webmail of private customers that lists dispute.
    ['sify.com', null],
    ['hongkong.com', null],
    ['99.com', null],
    // Aliases and consumer webmail.
    ['duck.com', false],
    ['mozmail.com', false],
    ['ada.mozmail.com', false],
    ['simplelogin.com', false],
    ['anonaddy.me', false],
    ['passmail.net', false],
    ['addy.io', false],
    ['gmail.com', false],
    ['proton.me', false],
    ['tutanota.com', false],
    ['footprint.example', null],
    ['notmailinator.com.example', null],
  ])('%s: %s', (domain, disposable) => {
    expect(verdict(domain)).toBe(disposable);
  });

  it('no consumer or alias domain is ever disposable', () => {
    const wrong = MAILBOX_PROVIDERS.flatMap(({ domains }) => domains).filter((domain) => verdict(domain) === true);
    expect(wrong).toEqual([]);
  });

  it('no public suffix is ever disposable, nor is anything below one because of it', () => {
    const suffixes = [curated, sighted, broad, checker]
      .flatMap(({ domains }) => domains)
      .filter((domain) => parse(domain, { allowPrivateDomains: true }).publicSuffix === domain);
    expect(suffixes.length).toBeGreaterThan(10);
    for (const suffix of suffixes) {
      expect([suffix, verdict(suffix)]).toEqual([suffix, null]);
      expect([suffix, lists.listingOf(`somebody-of-note.${suffix}`).agreed]).toEqual([suffix, null]);
    }
  });

  it('alias services stay so however deep the name', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    fc.assert(
      fc.property(
        fc.array(label, { maxLength: 3 }),
        fc.constantFrom('duck.com', 'mozmail.com', 'anonaddy.com', 'simplelogin.com', 'addy.io'),
        (labels, service) => {
          const domain = [...labels, service].join('.');
          expect([isAliasService(domain), verdict(domain)]).toEqual([true, false]);
        },
      ),
    );
  });

  it('a domain of no list is unknown', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{12,20}$/), (label) => {
        expect(verdict(`${label}.example`)).toBeNull();
      }),
    );
  });

  it('agreement is what a good list names or two broad ones do', () => {
    expect([
      curated.domains.length > 10_000,
      sighted.domains.length > 4_000,
      broad.domains.length > 100_000,
      checker.domains.length > 50_000,
    ]).toEqual([true, true, true, true]);
    const good = new Set([...curated.domains, ...sighted.domains]);
    const inChecker = new Set(checker.domains);
    const onlyBroad = broad.domains.filter((domain) => !good.has(domain) && !inChecker.has(domain)).slice(0, 2_000);
    expect(onlyBroad.filter((domain) => lists.listingOf(domain).agreed === domain)).toEqual([]);
    expect(
      onlyBroad.every(
        (domain) => lists.listingOf(domain).mentioned || parse(domain, { allowPrivateDomains: true }).publicSuffix === domain,
      ),
    ).toBe(true);
  });

  it('what only sightings name was listed until it was last seen; whoever holds the name since then is somebody else', () => {
    const [byHand, inBroad, inChecker] = [curated, broad, checker].map(({ domains }) => new Set(domains)) as [
      Set<string>,
      Set<string>,
      Set<string>,
    ];
    const only = sighted.domains.flatMap((name, index) =>
      byHand.has(name) || (inBroad.has(name) && inChecker.has(name))
        ? []
        : [[name, new Date((sighted.lastSeen[index] ?? 0) * 1_000).toISOString()] as const],
    );
    expect(only.length).toBeGreaterThan(1_000);
    for (const [name, seen] of only.slice(0, 500)) {
      const listing = lists.listingOf(name);
      if (listing.agreed !== name) continue;
      expect(listing.asOf).toBe(seen);
      const evaluated = (registeredAt: string) =>
        evaluateDisposable(listing, {
          domain: name,
          routed: true,
          routedToListed: false,
          registeredAt: new Date(registeredAt),
          now: new Date('2030-01-01'),
        }).code;
      expect([evaluated('2001-01-01'), evaluated('2027-01-01')].filter((code) => code !== 'lists_contradict')).toEqual([
        'listed',
        'registered_after_listing',
      ]);
    }
  });

  it('what a list names is as old as the list was published, and agreement of two as the older of them', () => {
    expect(curated.asOf).toBe(disposableDomains.about.asOf);
    const asOf = (name: string) => lists.listingOf(name).asOf;
    expect(asOf(curated.domains[0] ?? '')).toBe(curated.asOf);
    const own = combineLists({
      ...table,
      broad: { asOf: '2026-02-01', domains: ['both.example.com'] },
      checker: { asOf: '2025-12-01', domains: ['both.example.com'] },
    });
    expect(own.listingOf('both.example.com').asOf).toBe('2025-12-01');
  });

  it('the newest curated list brings more than 1,280 names that no other list has', () => {
    const known = new Set([sighted, broad, table.wild, checker, table.webmail].flatMap(({ domains }) => domains));
    const only = curated.domains.filter((name) => !known.has(name));
    expect(only.length).toBeGreaterThanOrEqual(1_280);
    expect(
      only.filter((name) => lists.listingOf(name).agreed === null && parse(name, { allowPrivateDomains: true }).publicSuffix !== name),
    ).toEqual([]);
  });
});

describe('names kept as digests', () => {
  it('never deny a name that was put in', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.domain(), { minLength: 1, maxLength: 200 }), (names) => {
        const digests = new NameDigests(names);
        expect(names.every((name) => digests.has(name))).toBe(true);
        expect(new NameDigests([]).has(names[0] ?? '')).toBe(false);
      }),
    );
  });
});
