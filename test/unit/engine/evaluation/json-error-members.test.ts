/** Which members of a JSON document say that the request failed: by their names, their values and the place where they stand. */
import { describe, expect, it } from 'vitest';
import { jsonError } from '../../../../src/engine/evaluation/json-error.js';

const kindIn = (document: unknown): string | null => jsonError(document, { status: [200] }, 200, false)?.kind ?? null;
const words = (text: string): string[] => text.split(' ');
const kindsOf = (names: string, value: unknown): (string | null)[] => words(names).map((name) => kindIn({ [name]: value }));
const all = (names: string, kind: string | null): (string | null)[] => words(names).map(() => kind);

/** Members that stand about the answer, and such as stand about somebody. */
const ABOUT_ANSWER = 'meta header headers response result status error info _meta Meta err errors';
const ABOUT_SOMEBODY = 'user profile metadata mymeta information place payload data body output errands mirror';

describe('a flag of success', () => {
  const NAMES = 'success successful succeeded ok OK isSuccess is_ok wasSuccessful was_succeeded request_ok requestSuccess _ok';

  it.each([false, 0, 'false'])('that is %j is a failure', (value) => expect(kindsOf(NAMES, value)).toEqual(all(NAMES, 'flag')));

  it.each([true, 1, 'true', null, '', 'no', 'error', [], {}])('that is %j is none', (value) => {
    expect(kindsOf(NAMES, value)).toEqual(all(NAMES, null));
  });

  it('is no member that is called otherwise', () => {
    const others = 'successor unsuccessful token okay book is-ok succeed requests_ok isisok';
    expect(kindsOf(others, false)).toEqual(all(others, null));
  });
});

describe('a state', () => {
  const NAMES = 'status state result stat outcome type Type response_status responseStatus response_type responseType';
  const FAILED = 'error err errored fail failed failure not_ok notOk nok ko exception rejected denied blocked throttled FAILED';

  it('that names a failure is one', () => {
    for (const name of words(NAMES)) for (const value of words(FAILED)) expect(kindIn({ [name]: value }), `${name}: ${value}`).toBe('flag');
    for (const value of ['error_17', 'err-x', 'failed:quota', 'failure_', ' error ']) expect(kindIn({ status: value }), value).toBe('flag');
  });

  it.each([
    'ok',
    'terror',
    'errors',
    'errorless',
    'no error',
    'fail_safe',
    'unblocked',
    'error 17',
    `error_${'x'.repeat(300)}`,
    true,
    1,
    null,
  ])('that is %j is none', (value) => expect(kindsOf(NAMES, value)).toEqual(all(NAMES, null)));

  it('of three hundred characters is read, and no longer one', () => {
    expect([300, 301].map((length) => kindIn({ state: 'error_'.padEnd(length, 'x') }))).toEqual(['flag', null]);
  });

  it('is no member that is called otherwise', () => {
    const others = 'statuses mystatus static results response-type response_state types kind';
    expect(kindsOf(others, 'failed')).toEqual(all(others, null));
  });
});

describe('a code', () => {
  const ANYWHERE =
    'statusCode status_code responseCode response_code httpCode http_code http_status httpStatus http_status_code httpStatusCode';

  it.each([400, 403, 409, 411, 429, 500, 599, '400', '503'])('%j is an error', (value) => {
    expect(kindsOf(`code status ${ANYWHERE}`, value)).toEqual(all(`code status ${ANYWHERE}`, 'flag'));
  });

  it.each([200, 399, 404, 410, 600, '404', '410', '200', '4000', '1400', '40', ' 429', '0429', '429 ', '429.0', 'x', true, null, [429]])(
    '%j is none',
    (value) => {
      expect(kindsOf(`code ${ANYWHERE}`, value)).toEqual(all(`code ${ANYWHERE}`, null));
    },
  );

  it.each(
    words(
      `rate_limit rateLimited RATE_LIMIT_EXCEEDED too_many tooManyRequests throttled quota_exceeded quotaExceeded limit_exceeded limitExceeded
access_denied accessDenied permission_denied unauthorized unauthorised forbidden captcha challenge_required challengeRequired
internal_error server_error internalError serverError service_unavailable serviceUnavailable`.replaceAll('\n', ' '),
    ),
  )('in words is an error: %s', (value) => expect(kindsOf('code statusCode', value)).toEqual(['flag', 'flag']));

  it.each(['rate', 'user_not_found', 'quota', 'limit', 'denied', 'authorized', 'challenge', 'server', 'available'])(
    'in words is none: %s',
    (value) => expect(kindsOf('code statusCode', value)).toEqual([null, null]),
  );

  it('in words is read up to three hundred characters', () => {
    expect([300, 301].map((length) => kindIn({ code: 'forbidden'.padEnd(length) }))).toEqual(['flag', null]);
  });

  it('is of the answer at its root and in what is about the answer, and otherwise may be of a place', () => {
    for (const place of words(ABOUT_ANSWER)) expect(kindIn({ [place]: { code: 429 } }), place).not.toBeNull();
    for (const place of words(ABOUT_SOMEBODY)) expect(kindIn({ [place]: { code: 429, status: 429 } }), place).toBeNull();
    expect(kindIn({ user: { meta: { code: 429 } } })).toBe('flag');
    expect(kindIn({ meta: { user: { code: 429 } } })).toBeNull();
    for (const name of words(ANYWHERE)) expect(kindIn({ user: { [name]: 429 } }), name).toBe('flag');
  });

  it('is no member that is called otherwise', () => {
    const others = 'zipcode codes codec mystatusCode statusCodes httpx responses_code http_statuscodes';
    expect(kindsOf(others, 429)).toEqual(all(others, null));
  });
});

describe('an error', () => {
  const NAMES = `err error errors Error exception exceptions fault faults failure failures hasError has_errors isError is_err error_s
errorMessage error_message error_msg errMsg errorText error_text errorDesc error_desc errorDescription error_description errorCode
error_code errorType error_type errorSummary error_summary errorDetail errorDetails error_details`.replaceAll('\n', ' ');

  it.each(['oops', true, 1, -1, 0.5, 'null and void', 'not ok', ['x'], [7], { text: 'x' }, { email: [], name: { code: 10 } }, [true]])(
    'that says %j is one',
    (value) => expect(kindsOf(NAMES, value)).toEqual(all(NAMES, 'error')),
  );

  it.each([
    ...['', ' ', '0', 'no', 'none', 'None', 'no error', 'noError', 'ok', 'OK', 'false', 'success', 'null', 'n/a', ' N/A '],
    ...[false, 0, null, [], {}, [null], [{}], [''], { email: null }, { email: [], name: '' }, { count: 0, isOpen: false }],
  ])('that says %j is none', (value) => expect(kindsOf(NAMES, value)).toEqual(all(NAMES, null)));

  it('is no member that is called otherwise', () => {
    const others = 'terror errorless mirror errata default faulty has-error have_error failed errorful error_url';
    expect(kindsOf(others, 'oops')).toEqual(all(others, null));
  });

  it('counts wherever it stands: beside the answer, in it, and in lists', () => {
    expect(kindIn({ user: { list: [{ a: { error: 'oops' } }] } })).toBe('error');
    expect(kindIn([[{ error: 'oops' }]])).toBe('error');
    for (const document of [null, 7, 'error', true, [], {}, ['error', 'oops']]) expect(kindIn(document)).toBeNull();
  });
});
