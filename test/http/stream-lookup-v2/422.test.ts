import { NOT_EMAIL, NOT_IP, NOT_PHONE, refusesValues, type BadRequest } from '../../support/http/refuses-values.js';

const at = (parameters: Record<string, string>): string => `/v2/lookup/stream?${new URLSearchParams(parameters).toString()}`;
const good = { username: 'ada-example' };
const field = (name: string, values: readonly [string, string][], code: BadRequest['code']): BadRequest[] =>
  values
    .filter(([, value]) => value.length < 5_000) // Node takes 16 kB of address and headers
    .map(([title, value]) => ({ title: `${name}: ${title}`, path: at({ ...good, [name]: value }), code }));

refusesValues('streamLookupV2 with what it cannot stream', 'GET', [
  { title: 'no parameters', path: '/v2/lookup/stream', code: 'missing_subject' },
  { title: 'the parameters of v1', path: '/v2/lookup/stream?query=ada-example&deep=true', code: 'invalid_parameter', names: 'query' },
  { title: 'instant=yes', path: at({ ...good, instant: 'yes' }), code: 'invalid_parameter', names: 'instant' },
  { title: 'deep=false', path: at({ ...good, deep: 'false' }), code: 'invalid_parameter', names: 'deep' },
  {
    title: 'deep and instant',
    path: at({ ...good, deep: 'true', instant: 'true' }),
    code: 'invalid_parameter',
    names: 'deep: cannot be combined with instant',
  },
  { title: 'an unknown module', path: at({ ...good, module: 'palm' }), code: 'invalid_parameter', names: 'module' },
  { title: 'a module of another kind', path: at({ ...good, module: 'ip' }), code: 'invalid_parameter', names: 'modules' },
  { title: 'an unknown slug', path: at({ ...good, platforms: 'site-0001,no-such-site' }), code: 'unknown_platform', names: 'no-such-site' },
  {
    title: 'six of a kind',
    path: `/v2/lookup/stream?${['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => `username=${name}`).join('&')}`,
    code: 'invalid_parameter',
    names: 'username',
  },
  {
    title: 'repeated platforms',
    path: `${at({ ...good, platforms: 'site-0001' })}&platforms=site-0002`,
    code: 'invalid_parameter',
    names: 'platforms',
  },
  { title: 'a line break', path: at({ username: 'ada\r\nevent: done' }), code: 'invalid_parameter', secret: 'event: done' },
  ...field('email', NOT_EMAIL, 'invalid_email'),
  ...field('phone', NOT_PHONE, 'invalid_phone'),
  ...field('ip', NOT_IP, 'invalid_ip'),
  ...['x', 'lkp_1', '1.2', `${'a'.repeat(65)}.1.x`, 'lkp_1.-1.x', 'lkp_1.1.x\ty'].map(
    (id): BadRequest => ({
      title: `Last-Event-ID ${id}`,
      path: at(good),
      headers: { 'last-event-id': id },
      code: 'invalid_parameter',
      names: 'Last-Event-ID',
    }),
  ),
]);
