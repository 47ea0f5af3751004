import { NOT_EMAIL, NOT_STRING, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const path = '/v1/email';
const invalid = NOT_EMAIL.map(
  ([title, value]): BadRequest => ({
    title,
    path,
    body: { email: value },
    code: 'invalid_email',
    ...(value.trim().length > 5 ? { secret: value } : {}),
  }),
);
const untyped = NOT_STRING.map(
  ([title, value]): BadRequest => ({
    title: `${title} for email`,
    path,
    body: { email: value },
    code: 'invalid_parameter',
    names: 'email',
  }),
);

refusesValues('checkEmail with what is no email', 'POST', [
  ...invalid,
  ...untyped,
  { title: 'no email at all', path, body: {}, code: 'invalid_parameter', names: 'email' },
  { title: 'an array for the body', path, body: [{ email: 'x' }], code: 'invalid_parameter' },
  { title: 'null for the body', path, body: null, code: 'invalid_parameter' },
]);
