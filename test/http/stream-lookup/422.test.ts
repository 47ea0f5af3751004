import { NOT_EMAIL, NOT_IP, NOT_PHONE, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const at = (parameters: Record<string, string>): string => `/v1/lookup/stream?${new URLSearchParams(parameters).toString()}`;
const band = { deep: 'false', platforms: '' };
const field = (name: string, values: readonly [string, string][], code: BadRequest['code']): BadRequest[] =>
  values
    .filter(([, value]) => value.length < 5_000) // Node takes 16 kB of address and headers
    .map(([title, value]) => ({ title: `${name}: ${title}`, path: at({ ...band, query: 'ada-example', [name]: value }), code }));

refusesValues('streamLookup with what it cannot stream', 'GET', [
  { title: 'no deep', path: '/v1/lookup/stream?query=ada-example&platforms=', code: 'invalid_parameter', names: 'deep' },
  { title: 'no platforms', path: '/v1/lookup/stream?query=ada-example&deep=true', code: 'invalid_parameter', names: 'platforms' },
  { title: 'no parameters', path: '/v1/lookup/stream', code: 'invalid_parameter' },
  { title: 'instant=yes', path: at({ ...band, query: 'ada-example', instant: 'yes' }), code: 'invalid_parameter', names: 'instant' },
  {
    title: 'a repeated query',
    path: `${at({ ...band, query: 'ada-example' })}&query=bob-example`,
    code: 'invalid_parameter',
    names: 'query',
  },
  { title: 'a repeated deep', path: `${at({ ...band, query: 'ada-example' })}&deep=true`, code: 'invalid_parameter', names: 'deep' },
  { title: 'no subject', path: at(band), code: 'missing_subject' },
  {
    title: 'an unknown slug',
    path: at({ ...band, query: 'ada-example', platforms: 'site-0001,no-such-site' }),
    code: 'unknown_platform',
    names: 'no-such-site',
  },
  { title: 'two dots', path: at({ ...band, query: '..' }), code: 'invalid_parameter' },
  { title: 'a line break', path: at({ ...band, query: 'ada\r\nevent: done' }), code: 'invalid_parameter', secret: 'event: done' },
  { title: 'a NUL', path: at({ ...band, query: 'ada\u0000example' }), code: 'invalid_parameter' },
  ...field('email', NOT_EMAIL, 'invalid_email'),
  ...field('phone', NOT_PHONE, 'invalid_phone'),
  ...field('ip', NOT_IP, 'invalid_ip'),
  ...['x', 'lkp_1', '1.2', `${'a'.repeat(65)}.1.x`, 'lkp_1.-1.x', 'lkp_1.1.x\ty'].map(
    (id): BadRequest => ({
      title: `Last-Event-ID ${id}`,
      path: at({ ...band, query: 'ada-example' }),
      headers: { 'last-event-id': id },
      code: 'invalid_parameter',
      names: 'Last-Event-ID',
    }),
  ),
]);
