/** Texts that somebody else may have written: where they are in an answer to a model, and what is taken out of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, lookupFacts, marked } from '../../../src/mcp/facts.js';
import { FINISHED_V2 } from '../../../src/features/lookups/routes/shared/v2/examples.js';

/** Every text of a value with the names on the way to it. */
function textsOf(value: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, path));
  return value === null || typeof value !== 'object' ? [] : Object.entries(value).flatMap(([name, each]) => textsOf(each, [...path, name]));
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{VS}]/u;

describe('what a model is shown', () => {
  it('has every text below `untrusted` but those of fields that hold none of others, whatever the answer looks like', () => {
    const names = fc.constantFrom('title', 'name', 'displayName', 'url', 'platform', 'status', 'facts', 'found', 'constructor');
    const { answer } = fc.letrec((tie) => ({
      answer: fc.oneof({ depthSize: 'small' }, fc.dictionary(names, tie('value'))),
      value: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        tie('answer'),
      ),
    }));
    fc.assert(
      fc.property(answer, (body) => {
        for (const { path, text } of textsOf(marked(body))) {
          expect(path.includes('untrusted') || ['platform', 'status'].includes(path.at(-1) ?? ''), path.join('.')).toBe(true);
          expect(UNSEEN.test(text)).toBe(false);
        }
      }),
    );
  });

  it('loses no text that is seen, and every one that is not', () => {
    const hidden = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
    expect(clean(`Ada${hidden} \u202eExample\u0007\n`)).toBe('Ada Example ');
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'aÄж漢🦊 .') }), (text) => void expect(clean(text)).toBe(text)));
  });

  it('is the lookup by identity: what is absent is not known, and no text of others is beside the fields of the service', () => {
    const shown = marked(lookupFacts(FINISHED_V2)) as {
      identities: { type: string; untrusted: { value: string } }[];
    };
    expect(shown).toMatchObject({ lookupId: FINISHED_V2.lookupId, status: 'finished' });
    expect(shown.identities.map(({ type, untrusted }) => [type, untrusted.value])).toEqual(
      FINISHED_V2.identities.map(({ type, value }) => [type, value]),
    );
    expect(JSON.stringify(shown)).not.toContain('null');
    const open = textsOf(shown).filter(({ path }) => !path.includes('untrusted'));
    const names =
      'lookupId kind status createdAt finishedAt unit level code module direction modelVersion message type platform checkedAt platforms state pair outcome';
    expect(names.split(' ')).toEqual(expect.arrayContaining(open.map(({ path }) => path.at(-1))));
  });

  it('lists two hundred platforms at most, and says how many there are', () => {
    const [result = expect.fail()] = FINISHED_V2.results;
    const results = Array.from({ length: 450 }, (_, index) => ({ ...result, platform: `site-${index}`, registered: index % 2 === 0 }));
    const shown = lookupFacts({ ...FINISHED_V2, results }) as { identities: Record<string, Record<string, unknown>>[] };
    const about = shown.identities.find(({ registered }) => registered?.['count'] !== 0) ?? expect.fail();
    expect(about['registered']).toMatchObject({ count: 225, accounts: { length: 200 } });
    expect(about['notRegistered']).toMatchObject({ count: 225, platforms: { length: 200 } });
  });
});
