import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LibraryIdentityParser } from '../../../../../src/kernel/identity/identity-parser.js';
import { MODULES, modulesToRun } from '../../../../../src/facts/checks.js';
import { FACT_MODULES } from '../../../../../src/facts/fact-modules.js';
import { ServiceError } from '../../../../../src/kernel/values/errors.js';
import { MAX_PER_KIND } from '../../../../../src/kernel/identity/subjects.js';
import { parseIdentitiesRequest, type RequestBodyV2 } from '../../../../../src/features/lookups/use-cases/parse-identities-request.js';

const ctx = {
  identities: new LibraryIdentityParser({ defaultRegion: undefined }),
  catalogue: { platforms: [], get: () => undefined },
  available: () => FACT_MODULES,
};
const options = { mode: 'async', band: 'deep', bypassCache: false } as const;
const read = (body: RequestBodyV2) => parseIdentitiesRequest(ctx, body, options);

describe('reading a v2 request', () => {
  it('numbers the identities of a kind, keeps their spellings, and takes the first for the query', () => {
    const request = read({
      identities: {
        ips: ['192.0.2.1'],
        usernames: ['ada', '@Bob'],
        phones: ['+1 202 555 0143'],
        emails: ['A@EXAMPLE.com', 'a@example.com ', 'A@example.com'],
      },
    });
    expect(request).toMatchObject({
      kind: 'lookup',
      query: 'A@EXAMPLE.com',
      queryType: 'email',
      platforms: null,
      subjects: {
        email: 'A@example.com',
        'email#2': 'a@example.com',
        phone: '+12025550143',
        username: 'ada',
        'username#2': 'Bob',
        ip: '192.0.2.1',
      },
      rawIdentities: {
        email: 'A@EXAMPLE.com',
        'email#2': 'a@example.com',
        phone: '+1 202 555 0143',
        username: 'ada',
        'username#2': '@Bob',
        ip: '192.0.2.1',
      },
    });
  });

  it('an address alone has no type in v1 history', () => {
    expect(read({ identities: { ips: ['::ffff:192.0.2.1'] } })).toMatchObject({
      query: '::ffff:192.0.2.1',
      queryType: null,
      subjects: { ip: '192.0.2.1' },
    });
  });

  it('runs exactly the modules that were named, or all', () => {
    const run = (modules: RequestBodyV2['modules']) => {
      const request = read({ identities: { emails: ['ada@example.com'], ips: ['192.0.2.1'] }, modules });
      return modulesToRun(request.checks, request.subjects);
    };
    expect(run(undefined)).toEqual(['footprint', 'email', 'ip', 'breaches', 'webMentions']);
    expect(run(['ip', 'phone'])).toEqual(['ip']);
    expect(run(['footprint', 'footprint'])).toEqual(['footprint']);
  });

  it('counts identities, not spellings, against the limit', () => {
    const spellings = Array.from({ length: 12 }, (_, n) => `ada@${n % 2 ? 'EXAMPLE' : 'example'}.com`);
    expect(read({ identities: { emails: spellings } }).subjects).toEqual({ email: 'ada@example.com' });
    const many = Array.from({ length: MAX_PER_KIND + 1 }, (_, n) => `person-${n}`);
    expect(() => read({ identities: { usernames: many } })).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  });

  it('whatever is accepted has something to run and something to show; whatever is refused is not repeated', () =>
    fc.assert(
      fc.property(
        fc.record(
          {
            emails: fc.array(fc.oneof(fc.emailAddress(), fc.string()), { maxLength: 7 }),
            usernames: fc.array(fc.string(), { maxLength: 7 }),
            ips: fc.array(fc.ipV4(), { maxLength: 3 }),
          },
          { requiredKeys: [] },
        ),
        fc.option(fc.subarray([...MODULES]), { nil: undefined }),
        (identities, modules) => {
          try {
            const request = read({ identities, modules });
            expect(modulesToRun(request.checks, request.subjects).length).toBeGreaterThan(0);
            expect(Object.keys(request.rawIdentities ?? {})).toEqual(Object.keys(request.subjects));
            expect(request.query).toBe(request.query.trim());
          } catch (error) {
            expect(error).toBeInstanceOf(ServiceError);
            for (const text of [...(identities.emails ?? []), ...(identities.usernames ?? [])]
              .map((each) => each.trim())
              .filter((each) => each.length > 12)) {
              expect((error as ServiceError).message).not.toContain(text);
            }
          }
        },
      ),
    ));
});
