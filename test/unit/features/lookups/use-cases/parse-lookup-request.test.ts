import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../../../src/kernel/identity/identity-parser.js';
import { modulesToRun } from '../../../../../src/facts/checks.js';
import { FACT_MODULES } from '../../../../../src/facts/fact-modules.js';
import { ERRORS, ServiceError } from '../../../../../src/kernel/values/errors.js';
import type { Platform } from '../../../../../src/engine/catalogue/rules/platform.js';
import {
  parseCheckRequest,
  parseLookupRequest,
  parsePlatforms,
  type RequestBody,
  parseEach,
} from '../../../../../src/features/lookups/use-cases/parse-lookup-request.js';
import { parseIdentitiesRequest } from '../../../../../src/features/lookups/use-cases/parse-identities-request.js';

const KNOWN = ['github', 'gitlab'];
const ctx = {
  identities: new LibraryIdentityParser({ defaultRegion: 'US' }),
  catalogue: {
    platforms: KNOWN.map((slug) => ({ slug }) as Platform),
    get: (slug: string) => (KNOWN.includes(slug) ? ({ slug } as Platform) : undefined),
  },
  available: () => FACT_MODULES,
};
const read = (body: RequestBody) => parseLookupRequest(ctx, body, { mode: 'async', band: 'deep', bypassCache: false });
const placeOf = (_: unknown, index: number) => `items.${index}`;
function refusalOf(act: () => unknown): ServiceError {
  try {
    act();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('reading a lookup request', () => {
  it.each<[string, RequestBody, object]>([
    ['a username', { query: ' ada ' }, { query: 'ada', queryType: 'username', subjects: { username: 'ada' } }],
    [
      'an e-mail address, shown as sent',
      { query: 'Ada@BÜCHER.example' },
      { query: 'Ada@BÜCHER.example', queryType: 'email', subjects: { email: 'Ada@xn--bcher-kva.example' } },
    ],
    [
      'a phone number without +',
      { query: '(202) 555-0143' },
      { query: '(202) 555-0143', queryType: 'phone', subjects: { phone: '+12025550143' } },
    ],
    [
      'e-mail and phone together',
      { email: 'ada@example.com', phone: '+12025550143' },
      { query: 'ada@example.com', queryType: 'email', subjects: { email: 'ada@example.com', phone: '+12025550143' } },
    ],
    [
      'a query beside an e-mail field',
      { query: 'ada', email: 'ada@example.com' },
      { query: 'ada', queryType: 'username', subjects: { username: 'ada', email: 'ada@example.com' } },
    ],
    [
      'the same address twice, spelt differently',
      { query: 'ada@EXAMPLE.com', email: 'ada@example.com' },
      { queryType: 'email', subjects: { email: 'ada@example.com' } },
    ],
    [
      'an address alone, which asks for its check',
      { ip: '192.0.2.1' },
      { queryType: null, subjects: { ip: '192.0.2.1' }, checks: { ip: true } },
    ],
    [
      'an address alone, to be checked',
      { ip: '192.0.2.1', checks: { ip: true } },
      { query: '192.0.2.1', queryType: null, subjects: { ip: '192.0.2.1' } },
    ],
    ['platforms, each once', { query: 'ada', platforms: ['gitlab', 'github', 'gitlab'] }, { platforms: ['gitlab', 'github'] }],
    ['an empty list, which is none', { query: 'ada', platforms: [] }, { platforms: null }],
  ])('%s', (_, body, expected) => {
    expect(read(body)).toMatchObject(expected);
  });

  it('an address beside a name does not ask for its check', () => {
    expect(read({ query: 'ada', ip: '192.0.2.1' }).checks.ip).toBeUndefined();
  });

  it.each<[string, RequestBody, string]>([
    ['nothing', {}, 'missing_subject'],
    ['an address alone that is not to be checked', { ip: '192.0.2.1', checks: { ip: false } }, 'missing_subject'],
    ['checks that leave nothing', { query: 'ada', checks: { footprint: false, breaches: false, webMentions: false } }, 'invalid_parameter'],
    ['a broken e-mail field', { email: 'ada@' }, 'invalid_email'],
    ['a query that tries to be an address', { query: 'ada@example' }, 'invalid_email'],
    ['a broken phone field', { phone: '12' }, 'invalid_phone'],
    ['a query that tries to be a number', { query: '+12' }, 'invalid_phone'],
    ['a broken address', { query: 'ada', ip: '192.0.2' }, 'invalid_ip'],
    ['two words', { query: 'ada lovelace' }, 'invalid_parameter'],
    ['a query and a field that contradict each other', { query: 'ada@example.com', email: 'bob@example.com' }, 'invalid_parameter'],
    ['an unknown platform', { query: 'ada', platforms: ['github', 'nosuch'] }, 'unknown_platform'],
    ['an empty query', { query: ' ' }, 'invalid_parameter'],
  ])('%s is refused', (_, body, code) => {
    expect(refusalOf(() => read(body)).code).toBe(code);
  });

  it('no refusal repeats what identifies a person', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9@.+ ]{8,30}$/), fc.constantFrom('query', 'email', 'phone', 'ip'), (text, field) => {
        try {
          read({ [field]: text });
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          if (text.trim() !== '') expect((error as ServiceError).message).not.toContain(text.trim());
        }
      }),
    ));

  it('an unknown platform is named when it looks like a slug, and not otherwise', () => {
    expect(refusalOf(() => read({ query: 'ada', platforms: ['nosuch'] })).message).toContain('"nosuch"');
    for (const hostile of ['<script>', 'a'.repeat(61), 'a\r\nb', '__proto__']) {
      expect(refusalOf(() => read({ query: 'ada', platforms: [hostile] })).message).not.toContain(hostile);
    }
  });

  it('whatever is accepted has something to run and something to show', () =>
    fc.assert(
      fc.property(
        fc.record(
          {
            query: fc.string(),
            email: fc.emailAddress(),
            ip: fc.ipV4(),
            checks: fc.dictionary(fc.constantFrom('ip', 'email', 'footprint', 'breaches'), fc.boolean()),
          },
          { requiredKeys: [] },
        ),
        (body) => {
          try {
            const request = read(body);
            expect(modulesToRun(request.checks, request.subjects).length).toBeGreaterThan(0);
            expect(request.query.trim()).toBe(request.query);
            expect(request.query).not.toBe('');
          } catch (error) {
            expect(error).toBeInstanceOf(ServiceError);
          }
        },
      ),
    ));
});

describe('a platform that does not exist', () => {
  it.each([
    ['GitHub', 'platforms: "GitHub" is not a platform slug. Did you mean "github"?'],
    [
      'Git Hub',
      'platforms: send slugs, not names: lower-case letters, digits and hyphens. GET /v2/platforms lists them. Did you mean "github"?',
    ],
    ['githb', 'platforms: "githb" is not a platform slug. Did you mean "github"?'],
    ['nosuchplatform', 'platforms: "nosuchplatform" is not a platform slug.'],
    ['two words', 'platforms: send slugs, not names: lower-case letters, digits and hyphens. GET /v2/platforms lists them.'],
  ])('%s', (slug, message) => {
    expect(refusalOf(() => parsePlatforms(ctx.catalogue, [slug]))).toMatchObject({ code: 'unknown_platform', message });
  });
});

describe('a phone number without +', () => {
  const noRegion = { ...ctx, identities: new LibraryIdentityParser() };
  const options = { mode: 'async', band: 'deep', bypassCache: false } as const;
  const HINT = /E\.164.*\+.*DEFAULT_REGION/;

  it.each(['202 555 0143', '02025550143', ''])('%j is refused with what it lacks and the setting that would read it', (phone) => {
    expect(refusalOf(() => parseLookupRequest(noRegion, { phone }, options))).toMatchObject({
      code: 'invalid_phone',
      message: expect.stringMatching(HINT) as string,
    });
    expect(refusalOf(() => parseCheckRequest(noRegion, { kind: 'phone', query: phone, bypassCache: false })).message).toMatch(HINT);
    expect(refusalOf(() => parseIdentitiesRequest(noRegion, { identities: { phones: ['+12025550143', phone] } }, options)).message).toMatch(
      /^identities\.phones\.1: .*DEFAULT_REGION/,
    );
  });

  it('one with + that is wrong otherwise is not told about it', () => {
    expect(refusalOf(() => parseLookupRequest(noRegion, { phone: '+1' }, options)).message).toBe(ERRORS.invalid_phone.message);
  });
});

describe('a dotted quad where DEFAULT_REGION makes a number of it', () => {
  const inGermany = { ...ctx, identities: new LibraryIdentityParser({ defaultRegion: 'DE' }) };
  const options = { mode: 'async', band: 'deep', bypassCache: false } as const;
  const query = '12.34.56.78';

  it('is refused with both readings when nothing names its kind, alone and in a batch, and without repeating it', () => {
    const refusal = refusalOf(() => parseLookupRequest(inGermany, { query }, options));
    expect(refusal).toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(/^query: .*IP address.*phone number/) as string,
    });
    expect(refusal.message).not.toContain(query);
    expect(
      refusalOf(() => parseEach([{ query }], (item) => parseLookupRequest(inGermany, item, options), placeOf, 'invalid_batch')),
    ).toMatchObject({ code: 'invalid_batch', message: expect.stringMatching(/^items\.0: query: .*IP address/) as string });
  });

  it('is what its field says, and no username where there is no region', () => {
    expect(parseLookupRequest(inGermany, { ip: query, checks: { ip: true } }, options).subjects).toMatchObject({ ip: query });
    expect(parseLookupRequest(inGermany, { phone: query }, options).subjects).toMatchObject({ phone: '+4912345678' });
    expect(parseIdentitiesRequest(inGermany, { identities: { ips: [query] } }, options).subjects).toMatchObject({ ip: query });
    const noRegion = { ...ctx, identities: new LibraryIdentityParser() };
    const refusal = refusalOf(() => parseLookupRequest(noRegion, { query }, options));
    expect(refusal).toMatchObject({ code: 'invalid_parameter', message: 'query: this is an IP address. Send it in `ip`.' });
    expect(parseIdentitiesRequest(noRegion, { identities: { usernames: [query] } }, options).subjects).toMatchObject({ username: query });
  });
});

describe('reading a batch', () => {
  it('refuses all of it for one malformed item, naming the first five by their indexes', () => {
    const readAll = (items: readonly RequestBody[]) => refusalOf(() => parseEach(items, read, placeOf, 'invalid_batch'));
    expect(readAll([{ query: 'ada' }, { email: 'broken' }, {}])).toMatchObject({
      code: 'invalid_batch',
      message: `items.1: ${ERRORS.invalid_email.message} items.2: ${ERRORS.missing_subject.message}`,
    });
    expect(readAll(Array.from({ length: 9 }, () => ({}))).message.match(/items\.\d/g)).toHaveLength(5);
  });
});

describe('reading a single check', () => {
  it.each([
    ['email', 'Ada@Example.com', 'Ada@example.com'],
    ['phone', '+1 202 555 0143', '+12025550143'],
    ['ip', '::ffff:192.0.2.1', '192.0.2.1'],
  ] as const)('%s runs its own module and nothing else', (kind, query, normal) => {
    const request = parseCheckRequest(ctx, { kind, query, bypassCache: false });
    expect(request).toMatchObject({ kind, query, subjects: { [kind]: normal }, mode: 'check' });
    expect(modulesToRun(request.checks, request.subjects)).toEqual([kind]);
  });

  it.each(['email', 'phone', 'ip'] as const)('what is no %s is refused as such', (kind) => {
    expect(refusalOf(() => parseCheckRequest(ctx, { kind, query: 'no', bypassCache: false })).code).toBe(`invalid_${kind}`);
  });
});
