/** Sentences of a refusal in a JSON document, and what of a document a side's own evidence has named. */
import { describe, expect, it } from 'vitest';
import type { Evidence, JsonAssertion } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { jsonError } from '../../../../src/engine/evaluation/json-error.js';

const REFUSAL = 'Too many requests';
const evidenceOf = (...json: JsonAssertion[]): Evidence => ({ status: [200], json });
const kindIn = (document: unknown): string | null => jsonError(document, { status: [200] }, 200, false)?.kind ?? null;
const pathIn = (document: unknown, evidence: Evidence, status = 200): string | null =>
  jsonError(document, evidence, status, false)?.path ?? null;

describe('a sentence', () => {
  it.each([
    ...['Too many requests', 'too many attempts', 'Too many tries', 'too many calls', 'Rate limit reached', 'rate-limited', 'ratelimit'],
    ...['Throttled', 'quota exceeded', 'Quota reached', 'Try again later', 'retry again later', 'Please try again in 5 minutes'],
    ...['Temporarily unavailable', 'Service unavailable', 'Internal error', 'An internal server error', 'Something went wrong'],
    ...['Access denied', 'permission denied', 'Unauthorized', 'unauthorised', 'Request blocked', 'Your request was rejected'],
    ...['the request failed', 'Solve the captcha'],
    // Prove that you are human, access denied, too many requests, out of service: as other languages say it.
    ...['Verifica que eres humano', 'ACCESO DENEGADO', 'demasiadas solicitudes', 'Servicio no disponible'],
  ])('refuses: %s', (message) => expect(kindIn({ message })).toBe('text'));

  it.each([
    ...['Too many people', 'too many callsigns', 'a moderate limit', 'quota', 'try again', 'unavailable', 'internal', 'internal terrors'],
    ...['denied', 'authorized', 'the request was sent', 'a prequest failed', 'captchas', 'no such user', ''],
    ...['no disponible en tu país', 'iniciar sesión', `${REFUSAL}${' '.repeat(300)}`],
  ])('refuses nothing: %s', (message) => expect(kindIn({ message })).toBeNull());

  it('is read in three hundred characters, and not in more', () => {
    expect([300, 301].map((length) => kindIn({ message: REFUSAL.padEnd(length) }))).toEqual(['text', null]);
  });

  it('is one of the answer in members that say something, at the root and in what is about the answer', () => {
    const said = 'message msg detail details reason description title info Message error errorMessage error_description'.split(' ');
    const ofWords = evidenceOf({ pointer: '/error', matches: 'x' });
    const places = 'meta header headers response result status error info _meta err errors'.split(' ');
    for (const name of said) {
      expect(kindIn({ [name]: REFUSAL }), name).toBe('text');
      for (const place of places) {
        const found = pathIn({ [place]: { [name]: REFUSAL } }, ofWords);
        expect(found, `${place}/${name}`).toBe(`/${place}/${name}`);
      }
    }
    expect(pathIn({ error: { inner: { message: REFUSAL } } }, ofWords)).toBe('/error/inner/message');
    for (const name of ['messages', 'submessage', 'bio', 'text', 'subtitle', 'information'])
      expect(kindIn({ [name]: REFUSAL }), name).toBeNull();
  });

  it('is a message alone in what wraps the whole answer, and none in what is about somebody', () => {
    for (const wrapper of ['payload', 'data', 'body', 'output', 'Data']) {
      for (const name of ['message', 'msg', 'MSG']) expect(kindIn({ [wrapper]: { [name]: REFUSAL } }), `${wrapper}/${name}`).toBe('text');
      for (const name of ['description', 'title', 'messages', 'mymsg', 'info'])
        expect(kindIn({ [wrapper]: { [name]: REFUSAL } }), name).toBeNull();
    }
    for (const place of ['user', 'database', 'metadata', 'mydata']) expect(kindIn({ [place]: { message: REFUSAL } }), place).toBeNull();
    expect(kindIn({ user: { data: { message: REFUSAL } } })).toBeNull();
    expect(kindIn({ data: { user: { message: REFUSAL } } })).toBeNull();
  });

  it('is all that counts under a status that says itself that the request failed', () => {
    const failed = [199, 200, 299, 300, 404].map((status) => pathIn({ success: false, error: 'oops' }, { status: [200] }, status));
    expect(failed).toEqual([null, '/success', '/success', null, null]);
    expect(pathIn({ success: false, error: REFUSAL }, { status: [200] }, 404)).toBe('/error');
  });
});

describe('what a side of presence rests on', () => {
  const isFailed = (document: unknown, isPresence: boolean) => jsonError(document, { status: [200] }, 200, isPresence) !== null;

  it("is not judged by the lists of a profile, which are its holder's", () => {
    for (const document of [[{ error: 'oops' }], { builds: [{ error: 'oops' }] }, { a: { b: [[{ error: 'oops' }]] } }]) {
      expect([true, false].map((isPresence) => isFailed(document, isPresence))).toEqual([false, true]);
    }
    expect(isFailed({ builds: [], a: { error: 'oops' } }, true)).toBe(true);
  });
});

it('a document is read up to twenty thousand members', () => {
  const deep = (count: number) => ({ deep: { error: 'oops' }, list: Array(count - 3).fill(0) });
  expect([kindIn(deep(20_000)), kindIn(deep(20_001))]).toEqual(['error', null]);
});

describe('a failure that the evidence names', () => {
  it.each<[what: string, evidence: Evidence, document: unknown, left: string | null]>([
    ['by no member', evidenceOf(), { success: false, error: 'E1' }, '/success'],
    ['by another member', evidenceOf({ pointer: '/id', is: 'null' }), { error: 'E1' }, '/error'],
    ['by a longer name', evidenceOf({ pointer: '/error_code', is: 'string' }), { error: 'E1' }, '/error'],
    ['by what holds it', evidenceOf({ pointer: '/a', is: 'object' }), { a: { error: 'E1' } }, '/a/error'],
    ['as a whole', evidenceOf({ pointer: '/a', equals: { error: 'E1' } }), { a: { error: 'E1' } }, null],
    ['in another whole', evidenceOf({ pointer: '/ab', equals: { error: 'E1' } }), { a: { error: 'E1' } }, '/a/error'],
    ['as missing', evidenceOf({ pointer: '/error', is: 'missing' }), { error: 'E1' }, '/error'],
    ['by a member in it', evidenceOf({ pointer: '/error/id', is: 'number' }), { error: { id: 1 } }, null],
    ['by a flag: its error is left', evidenceOf({ pointer: '/ok', is: 'false' }), { ok: false, error: 'E1' }, '/error'],
    ['by a flag: other flags are none', evidenceOf({ pointer: '/ok', is: 'false' }), { ok: false, success: false }, null],
    [
      'by a flag and an error',
      evidenceOf({ pointer: '/ok', is: 'false' }, { pointer: '/error', is: 'string' }),
      { ok: false, error: 'E1' },
      null,
    ],
    ['by an error: flags are none', evidenceOf({ pointer: '/error', is: 'string' }), { error: 'E1', ok: false }, null],
    ['by an error: other errors are none', evidenceOf({ pointer: '/error', is: 'string' }), { error: 'E1', errorCode: 7 }, null],
    ['by an error: a refusal is left', evidenceOf({ pointer: '/error', is: 'string' }), { error: 'E1', message: REFUSAL }, '/message'],
    ['by a refusal', evidenceOf({ pointer: '/message', is: 'string' }), { message: REFUSAL }, null],
    ['by a refusal: a flag is left', evidenceOf({ pointer: '/message', is: 'string' }), { message: REFUSAL, ok: false }, '/ok'],
    ['by a refusal: another is left', evidenceOf({ pointer: '/message', is: 'string' }), { message: REFUSAL, reason: REFUSAL }, '/reason'],
    ['by words', evidenceOf({ pointer: '/msg', equals: 'none' }), { msg: 'none', ok: false, error: 'E1' }, null],
    ['by words: a refusal is left', evidenceOf({ pointer: '/msg', equals: 'none' }), { msg: 'none', message: REFUSAL }, '/message'],
    ['by a number', evidenceOf({ pointer: '/myCode', equals: 7 }), { myCode: 7, ok: false }, null],
    ['by a pattern', evidenceOf({ pointer: '/reason', matches: '^no' }), { reason: 'nobody', ok: false }, null],
    ['by a pattern of a refusal', evidenceOf({ pointer: '/reason', matches: 'many' }), { reason: REFUSAL, ok: false }, null],
    ['by no words', evidenceOf({ pointer: '/message', is: 'present' }), { message: 'x', ok: false }, '/ok'],
    ['by a truth', evidenceOf({ pointer: '/message', equals: true }), { message: true, ok: false }, '/ok'],
    ['by words about something else', evidenceOf({ pointer: '/name', equals: 'x' }), { name: 'x', ok: false }, '/ok'],
    ['by words beside others', evidenceOf({ pointer: '/name', equals: 'x' }, { pointer: '/comment', equals: 'x' }), { ok: false }, null],
    ['by its name in a text', { status: [200], contains: ['"ERROR":'] }, { Error: 'E1' }, null],
    ['by its name in one of several texts', { status: [200], containsAny: ['no', '"error":'] }, { error: 'E1' }, null],
    ['by its name in the whole body', { status: [200], bodyEquals: '{"error":"E1"}' }, { error: 'E1' }, null],
    ['by a name that it begins', { status: [200], contains: ['"errors":'] }, { error: 'E1' }, '/error'],
    ['by its words in a text', { status: [200], contains: ['No such'] }, { error: 'no Such user' }, null],
    ['by its words in a text, too few', { status: [200], contains: ['suc'] }, { error: 'no such user' }, '/error'],
    ['by four letters of its words', { status: [200], contains: ['such'] }, { error: 'no such user' }, null],
    ['by other words', { status: [200], contains: ['somebody'] }, { error: 'no such user' }, '/error'],
    ['by an empty text', { status: [200], contains: [''], bodyEquals: '' }, { error: 'no such user' }, '/error'],
    ['by no text', { status: [200] }, { error: 'Stryker was here!' }, '/error'],
  ])('%s', (_, evidence, document, left) => {
    expect(pathIn(document, evidence)).toBe(left);
  });

  it.each(['error', 'errText', 'message', 'msg', 'reason', 'code', 'comment', 'detail'])('by its words: %s', (name) => {
    expect(pathIn({ [`my_${name}`]: 'x', ok: false }, evidenceOf({ pointer: `/my_${name}`, equals: 'x' }))).toBeNull();
  });
});
