import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersOf, type Peer, ruleFor, TIMEOUT_SECONDS } from './peer.js';

const toRoot = (host: string) => ({
  uri_check: `https://${host}/members/{account}`,
  e_code: 200,
  e_string: 'data-member=',
  m_code: 302,
  m_string: '',
});

/** WhatsMyName's form: status and text for both sides. The empty text of a redirect matches any body. */
const RULES = {
  'typed-miss': (host: string) => ({
    uri_check: `https://${host}/api/v1/usernames/{account}`,
    e_code: 200,
    e_string: '"username":',
    m_code: 404,
    m_string: 'account_not_found',
  }),
  'empty-list': (host: string) => ({
    uri_check: `https://${host}/api/find?by=username&value={account}`,
    e_code: 200,
    e_string: '"username":',
    m_code: 200,
    m_string: '"users":[]',
  }),
  pages: (host: string) => ({
    uri_check: `https://${host}/@{account}`,
    e_code: 200,
    e_string: 'class="profile-name"',
    m_code: 404,
    m_string: 'Nobody here has that name',
  }),
  'redirect-miss': (host: string) => ({
    uri_check: `https://${host}/people/{account}`,
    e_code: 200,
    e_string: 'data-profile=',
    m_code: 302,
    m_string: '',
  }),
  'root-redirect-unmet': toRoot,
  'root-redirect-weak': toRoot,
  'root-redirect-known': toRoot,
  availability: (host: string) => ({
    uri_check: `https://${host}/api/availability`,
    post_body: '{"kind":"username","value":"{account}"}',
    headers: { 'Content-Type': 'application/json' },
    e_code: 200,
    e_string: '"available":false',
    m_code: 200,
    m_string: '"available":true',
  }),
};

/** Relative to the folder it runs in: it refuses absolute paths. */
const REPORT = 'report.json';

export const naminter: Peer = {
  name: 'naminter',
  package: 'naminter==1.0.9',
  program: 'naminter',
  looksForUpdates: false,
  siteFile: (platforms) => ({
    license: [],
    authors: [],
    categories: ['social'],
    sites: platforms.map((platform) => ({ name: platform.slug, ...ruleFor(RULES, platform), known: ['northwind'], cat: 'social' })),
  }),
  arguments: (run) => [
    '--no-color',
    '--no-progressbar',
    '--username',
    run.handle,
    '--local-data',
    run.siteFile,
    '--skip-validation',
    '--mode',
    'all',
    '--timeout',
    String(TIMEOUT_SECONDS),
    '--proxy',
    run.proxyUrl,
    '--filter-all',
    '--json',
    '--json-path',
    REPORT,
  ],
  async answers({ folder }) {
    const rows = JSON.parse(await readFile(join(folder, REPORT), 'utf8')) as { name: string; status: string }[];
    return answersOf(
      rows.map(({ name, status }) => [name, status]),
      { found: 'exists', notFound: 'missing' },
    );
  },
};
