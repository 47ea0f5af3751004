import { refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const bad = (name: string, value: string): BadRequest => ({
  title: `${name}=${value}`,
  path: `/v2/lookup?${name}=${encodeURIComponent(value)}`,
  code: 'invalid_parameter',
  names: name,
});
const packed = (text: string): string => Buffer.from(text).toString('base64url');

refusesValues('listLookupsV2 with a page that does not exist', 'GET', [
  ...['0', '101', '-1', '1.5', 'many', ''].map((value) => bad('limit', value)),
  ...[
    '',
    'x',
    '../..',
    packed('x.y'),
    packed('1'),
    packed('1.'),
    packed(`9${'9'.repeat(15)}.lkp_1`),
    packed('999999999999999.lkp_1'),
    packed('253402300800000.lkp_1'),
    packed("1.lkp_1' OR 1=1"),
    packed('1.\u0000'),
    `${packed('1.lkp_1')}=`,
  ].map((value) => bad('cursor', value)),
  { title: 'a repeated limit', path: '/v2/lookup?limit=1&limit=2', code: 'invalid_parameter', names: 'limit' },
  {
    title: 'a repeated cursor',
    path: `/v2/lookup?cursor=${packed('1.lkp_1')}&cursor=${packed('2.lkp_1')}`,
    code: 'invalid_parameter',
    names: 'cursor',
  },
]);
