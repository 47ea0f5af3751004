import { refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const bad = (name: string, value: string): BadRequest => ({
  title: `${name}=${value}`,
  path: `/v1/lookup?${name}=${value}`,
  code: 'invalid_parameter',
  names: name,
});

refusesValues('listLookups with a page that does not exist', 'GET', [
  ...['0', '101', '-1', '1.5', 'many', '', '1e2', '0x10', '+5', '%205', '99999999999999999999'].map((value) => bad('limit', value)),
  ...['-1', '0.5', 'x', '', '1e9', '99999999999999999999'].map((value) => bad('offset', value)),
  { title: 'a repeated limit', path: '/v1/lookup?limit=1&limit=2', code: 'invalid_parameter', names: 'limit' },
  { title: 'a repeated offset', path: '/v1/lookup?offset=1&offset=2', code: 'invalid_parameter', names: 'offset' },
]);
