import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersOf, type Peer, readColumns, ruleFor, TIMEOUT_SECONDS } from './peer.js';

const toRoot = (host: string) => ({ errorType: 'response_url', errorUrl: `https://${host}/`, url: `https://${host}/members/{}` });

/** One-sided by its format: a status, a text or a redirect that means "not registered"; all else means "found". */
const RULES = {
  'typed-miss': (host: string) => ({ errorType: 'status_code', url: `https://${host}/api/v1/usernames/{}` }),
  'empty-list': (host: string) => ({ errorType: 'message', errorMsg: '"users":[]', url: `https://${host}/api/find?by=username&value={}` }),
  pages: (host: string) => ({ errorType: 'status_code', url: `https://${host}/@{}` }),
  'redirect-miss': (host: string) => ({
    errorType: 'response_url',
    errorUrl: `https://${host}/people?missing=1`,
    url: `https://${host}/people/{}`,
  }),
  'root-redirect-unmet': toRoot,
  'root-redirect-weak': toRoot,
  'root-redirect-known': toRoot,
  availability: (host: string) => ({
    errorType: 'message',
    errorMsg: '"available":true',
    url: `https://${host}/api/availability`,
    request_method: 'POST',
    request_payload: { kind: 'username', value: '{}' },
  }),
};

export const sherlock: Peer = {
  name: 'sherlock',
  package: 'sherlock-project==0.16.2',
  program: 'sherlock',
  looksForUpdates: true,
  siteFile: (platforms) =>
    Object.fromEntries(
      platforms.map((platform) => [
        platform.slug,
        { ...ruleFor(RULES, platform), urlMain: platform.homepage, username_claimed: 'northwind' },
      ]),
    ),
  arguments: ({ handle, siteFile, folder, proxyUrl }) => [
    '--json',
    siteFile,
    '--ignore-exclusions',
    '--timeout',
    String(TIMEOUT_SECONDS),
    '--proxy',
    proxyUrl,
    '--print-all',
    '--no-color',
    '--csv',
    '--folderoutput',
    folder,
    handle,
  ],
  answers: async ({ handle, folder }) =>
    answersOf(readColumns(await readFile(join(folder, `${handle}.csv`), 'utf8'), 'name', 'exists'), {
      found: 'Claimed',
      notFound: 'Available',
    }),
};
