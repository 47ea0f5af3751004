import { NOT_IP, NOT_STRING, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const path = '/v1/ip';
const invalid = NOT_IP.map(
  ([title, value]): BadRequest => ({
    title,
    path,
    body: { ip: value },
    code: 'invalid_ip',
    ...(value.trim().length > 5 ? { secret: value } : {}),
  }),
);
const untyped = NOT_STRING.map(
  ([title, value]): BadRequest => ({
    title: `${title} for ip`,
    path,
    body: { ip: value },
    code: 'invalid_parameter',
    names: 'ip',
  }),
);

refusesValues('checkIp with what is no ip', 'POST', [
  ...invalid,
  ...untyped,
  { title: 'no ip at all', path, body: {}, code: 'invalid_parameter', names: 'ip' },
  { title: 'an array for the body', path, body: [{ ip: 'x' }], code: 'invalid_parameter' },
  { title: 'null for the body', path, body: null, code: 'invalid_parameter' },
]);
