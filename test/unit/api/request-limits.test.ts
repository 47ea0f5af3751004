/** Every field of every request has a limit, and its length is checked before anything else is done with a text or a list. */
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { LibraryIdentityParser } from '../../../src/kernel/identity/identity-parser.js';
import type { ApiContext } from '../../../src/api/routes.js';
import { parsePart } from '../../../src/kernel/http/validation.js';
import { ServiceError } from '../../../src/kernel/values/errors.js';
import { textOf, textRecipe, watchNormalisation } from '../../support/normalise-spy.js';
import { fieldsOf, requestParts, unlimitedIn } from '../../support/request-fields.js';

/** Calls that the context answers in one request: some handlers wait for a store to say something else. */
const MAX_CALLS = 100;
let callsLeft = MAX_CALLS;
const anything: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === 'then' ? undefined : typeof name === 'symbol' ? () => '' : anything),
  apply() {
    callsLeft -= 1;
    if (callsLeft < 0) throw new Error('it goes on and on');
    return anything;
  },
});
const READY = { identities: new LibraryIdentityParser({ defaultRegion: 'US' }), available: () => ['email'], refreshAvailable: () => {} };
/** Identities are really parsed; stores and whatever else a handler uses answer anything. */
const CONTEXT = new Proxy(READY as unknown as ApiContext, {
  get: (target, name) => (Reflect.get(target, name) as unknown) ?? anything,
});

const PARTS = requestParts();
const allOf = (type: 'string' | 'array') =>
  PARTS.flatMap((part) =>
    fieldsOf(part.schema, type).map((field) => ({ ...part, ...field, at: `${part.operation} ${part.part}${field.path}` })),
  );
const FIELDS = allOf('string');
const LISTS = allOf('array');
const named = <T extends { at: string }>(fields: readonly T[]) => fields.map((field) => [field.at, field] as const);

describe('limits of requests', () => {
  it('there are fields of every kind of request', () => {
    const found = FIELDS.map(({ at }) => at);
    expect(found).toEqual(
      expect.arrayContaining([
        'createLookup body.query',
        'createLookupBatch body.items[].email',
        'streamLookupV2 query.username[]',
        'createBatch body.items[].identities.usernames[]',
        'createErasure body.identity.email',
        'requestSignInCode body.email',
        'addPasskey body.response.response.clientDataJSON',
        'setControlAccount body.identity',
        'getLookup params.id',
      ]),
    );
    expect(FIELDS.length).toBeGreaterThan(100);
  });

  it('every text and every list has one, and no object takes any fields', () => {
    expect(PARTS.flatMap(({ operation, part, schema }) => unlimitedIn(schema).map((found) => `${operation} ${part}${found}`))).toEqual([]);
  });

  it('what has none is found', () => {
    const found = (schema: z.ZodType) => unlimitedIn(z.strictObject({ a: schema }));
    expect(found(z.string())).toEqual(['.a: a text']);
    expect(found(z.string().regex(/^\w{1,9}$/))).toEqual(['.a: a text']);
    expect(found(z.union([z.array(z.string()).max(5), z.int()]))).toEqual(['.a[]: a text']);
    expect(found(z.array(z.enum(['b'])).min(1))).toEqual(['.a: a list']);
    expect(found(z.record(z.string(), z.int()))).toEqual(['.a: an object with any fields']);
    expect(found(z.looseObject({}))).toEqual(['.a: an object with any fields']);
    expect(found(z.unknown())).toEqual(['.a: anything']);
    expect(found(z.object({ b: z.string().max(9), c: z.enum(['d']), e: z.array(z.int()).max(2) }))).toEqual([]);
  });
});

/** With which the library counts code points, to compare the length. */
const COUNTING = String.raw`[\uD800-\uDBFF]`;

describe('a text above its limit', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(named(FIELDS))('%s: is refused before anything else is done with it', (_, { schema, limit = 0, valueWith }) => {
    const text = '\u00a0'.repeat(limit + 1);
    const value = valueWith(text);
    schema.safeParse(value); // the library compiles its schemas at their first use
    const seen: string[] = [];
    for (const method of ['trim', 'trimStart', 'toLowerCase', 'normalize', 'split', 'replace', 'match'] as const) {
      const own = String.prototype[method] as (...args: unknown[]) => unknown;
      vi.spyOn(String.prototype, method).mockImplementation(function (this: string, ...args: unknown[]) {
        if (String(this).includes(text)) seen.push(method);
        return own.apply(this, args) as never;
      });
    }
    for (const method of ['test', 'exec'] as const) {
      const own = RegExp.prototype[method] as (text: string) => unknown;
      vi.spyOn(RegExp.prototype, method).mockImplementation(function (this: RegExp, tested: string) {
        if (tested.includes(text) && this.source !== COUNTING) seen.push(method);
        return own.call(this, tested) as never;
      });
    }
    const parsed = schema.safeParse(value);
    vi.restoreAllMocks();
    expect([parsed.success, seen]).toEqual([false, []]);
  });
});

describe('a list above its limit', () => {
  it.each(named(LISTS))('%s: is refused before any of its items is read', (_, { schema, part, limit = 0, valueWith }) => {
    const items = Array.from({ length: limit + 1 }, () => 'ada');
    const read = vi.fn(() => 'ada');
    Object.defineProperty(items, 0, { get: read, enumerable: true });
    expect(() => parsePart(schema, valueWith(items), part)).toThrow(ServiceError);
    expect(read).not.toHaveBeenCalled();
  });

  it('there are lists within lists, and lists of queries', () => {
    expect(LISTS.map(({ at }) => at)).toEqual(
      expect.arrayContaining([
        'recordOutcomes body.outcomes',
        'createLookupBatch body.items',
        'createBatch body.items[].identities.usernames',
        'streamLookupV2 query.username',
      ]),
    );
  });
});

describe('a text that the database cannot store', () => {
  /** What a service has already: a text is compared with it, and never stored. */
  const OF_WHAT_EXISTS = /params\.|\.platforms?(\[\])?$|query\.(?:deep|modules|tag)$/;

  it.each(['a\u0000b', 'a\ud800b', 'a\udc00'])('%j is refused in every field but the names of what exists', (text) => {
    const accepted = FIELDS.filter(({ schema, valueWith }) => schema.safeParse(valueWith(text)).success).map(({ at }) => at);
    expect(accepted.filter((at) => !OF_WHAT_EXISTS.test(at))).toEqual([]);
  });
});

describe('Unicode of any size', () => {
  const look = watchNormalisation();
  const normalising = new Set<string>();
  const SIZES = [0, 9, 31, 100, 321, 5_000];

  it.each(named(FIELDS))('%s: nothing too long, and no long run of marks, is normalised', async (_, field) => {
    const { operation, part, schema, limit = 0, valueWith } = field;
    await fc.assert(
      fc.asyncProperty(textRecipe([...SIZES, limit, limit + 1]), async (recipe) => {
        await carryOut(operation, part, () => parsePart(schema, valueWith(textOf(recipe)), part));
        const { calls, bad } = look(Math.max(limit, 64));
        if (calls > 0) normalising.add(operation);
        expect(bad).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('identities do reach the normalisation', () => {
    expect([...normalising]).toEqual(
      expect.arrayContaining([
        'createLookup',
        'createLookupBatch',
        'streamLookup',
        'checkEmail',
        'createLookupV2',
        'createBatch',
        'streamLookupV2',
        'searchLookups',
        'createErasure',
        'createSuppression',
        'createInvitation',
        'requestSignInCode',
        'setControlAccount',
      ]),
    );
  });

  /** Carries a request out as far as that goes without a service. */
  async function carryOut(operation: string, part: string, parse: () => unknown): Promise<void> {
    callsLeft = MAX_CALLS;
    const found = PARTS.find((each) => each.operation === operation);
    const person = { userId: 'usr_1', email: 'ada@example.com', sessionId: 'ses_1', isRecent: true };
    const input: Record<string, unknown> = {
      caller: { accountId: 'acc_1', apiKeyId: 'key_1', plan: 'growth', scopes: [], purposes: { purposes: ['fraud'], required: false } },
      person,
      params: { id: 'lkp_1', account: 'acc_1', platform: 'github' },
      query: {},
      body: {},
      headers: {},
      rawBody: Buffer.alloc(0),
      receivedAt: 0,
      clientAborted: AbortSignal.abort(),
      ending: AbortSignal.abort(),
      browser: { session: null, userAgent: '', network: '192.0.2.1' },
      cookie: () => null,
      setCookie: () => {},
      search: '',
    };
    try {
      input[part] = parse();
      const handle = found?.route.handle as (ctx: ApiContext, input: unknown) => Promise<unknown>;
      await handle(CONTEXT, input);
    } catch {
      // Refused, or the context has no answer: what was normalised until then counts.
    }
  }
});
