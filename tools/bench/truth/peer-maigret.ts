import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersOf, type Peer, readColumns, ruleFor, TIMEOUT_SECONDS } from './peer.js';

const toRoot = (host: string) => ({ checkType: 'response_url', presenseStrs: ['data-member='], url: `https://${host}/members/{username}` });

/** The strongest form that its format has: texts for both sides wherever there is one; a missing presence text means "not registered". */
const RULES = {
  'typed-miss': (host: string) => ({
    checkType: 'message',
    presenseStrs: ['"username":'],
    absenceStrs: ['account_not_found'],
    url: `https://${host}/api/v1/usernames/{username}`,
  }),
  'empty-list': (host: string) => ({
    checkType: 'message',
    presenseStrs: ['"username":'],
    absenceStrs: ['"users":[]'],
    url: `https://${host}/api/find?by=username&value={username}`,
  }),
  pages: (host: string) => ({
    checkType: 'message',
    presenseStrs: ['class="profile-name"'],
    absenceStrs: ['Nobody here has that name'],
    url: `https://${host}/@{username}`,
  }),
  'redirect-miss': (host: string) => ({
    checkType: 'response_url',
    presenseStrs: ['data-profile='],
    url: `https://${host}/people/{username}`,
  }),
  'root-redirect-unmet': toRoot,
  'root-redirect-weak': toRoot,
  'root-redirect-known': toRoot,
  availability: (host: string) => ({
    checkType: 'message',
    presenseStrs: ['"available":false'],
    absenceStrs: ['"available":true'],
    url: `https://${host}/api/availability`,
    urlProbe: `https://${host}/api/availability`,
    requestMethod: 'POST',
    requestPayload: { kind: 'username', value: '{username}' },
    headers: { 'Content-Type': 'application/json' },
  }),
};

export const maigret: Peer = {
  name: 'maigret',
  package: 'maigret==0.6.6',
  program: 'maigret',
  looksForUpdates: false,
  siteFile: (platforms) => ({
    sites: Object.fromEntries(
      platforms.map((platform) => [
        platform.slug,
        {
          ...ruleFor(RULES, platform),
          urlMain: platform.homepage,
          usernameClaimed: 'northwind',
          usernameUnclaimed: 'nobody_at_all',
          tags: [],
        },
      ]),
    ),
    engines: {},
    tags: [],
  }),
  // Names are resolved by the proxy; its other resolver requires a name server before it does anything.
  arguments: ({ handle, siteFile, folder, proxyUrl }) => [
    handle,
    '--db',
    siteFile,
    '--no-autoupdate',
    '--all-sites',
    '--no-recursion',
    '--no-extracting',
    '--timeout',
    String(TIMEOUT_SECONDS),
    '--proxy',
    proxyUrl,
    '--dns-resolver',
    'threaded',
    '--no-color',
    '--no-progressbar',
    '--csv',
    '--folderoutput',
    folder,
  ],
  answers: async ({ handle, folder }) =>
    answersOf(readColumns(await readFile(join(folder, `report_${handle}.csv`), 'utf8'), 'name', 'exists'), {
      found: 'Claimed',
      notFound: 'Available',
    }),
};
