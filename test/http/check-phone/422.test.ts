import { NOT_PHONE, NOT_STRING, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const path = '/v1/phone';
const invalid = NOT_PHONE.map(
  ([title, value]): BadRequest => ({
    title,
    path,
    body: { phone: value },
    code: 'invalid_phone',
    ...(value.startsWith('+') ? {} : { names: 'DEFAULT_REGION' }),
    ...(value.trim().length > 5 ? { secret: value } : {}),
  }),
);
const untyped = NOT_STRING.map(
  ([title, value]): BadRequest => ({
    title: `${title} for phone`,
    path,
    body: { phone: value },
    code: 'invalid_parameter',
    names: 'phone',
  }),
);

refusesValues('checkPhone with what is no phone', 'POST', [
  ...invalid,
  ...untyped,
  { title: 'no phone at all', path, body: {}, code: 'invalid_parameter', names: 'phone: missing' },
  { title: 'an array for the body', path, body: [{ phone: 'x' }], code: 'invalid_parameter' },
  { title: 'null for the body', path, body: null, code: 'invalid_parameter' },
]);
