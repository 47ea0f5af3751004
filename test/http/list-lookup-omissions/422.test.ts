import { refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const PATH = '/v2/lookup/lkp_00000000000000000000000000/omissions';
const bad = (name: string, value: string): BadRequest => ({
  title: `${name}=${value}`,
  path: `${PATH}?${name}=${encodeURIComponent(value)}`,
  code: 'invalid_parameter',
  names: name,
});
const packed = (text: string): string => Buffer.from(text).toString('base64url');

refusesValues('listLookupOmissions with a page that does not exist', 'GET', [
  ...['0', '101', 'many', ''].map((value) => bad('limit', value)),
  ...['', 'slow', 'TIMEOUT', 'timeout,blocked'].map((value) => bad('reason', value)),
  ...[
    '',
    'x',
    packed('1.a'),
    packed('1.a.'),
    packed('2147483648.a.username'),
    packed("1.a' OR 1=1.username"),
    packed('1.a.user\u0000'),
    `${packed('1.a.username')}=`,
  ].map((value) => bad('cursor', value)),
]);
