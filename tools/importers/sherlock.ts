/** Reads sherlock's `data.json`: sites by name, with rules that describe only the response for an absent account. Pure. */
import { isRecord, type Json, replaceTexts } from '../../src/kernel/values/json.js';
import { siteSoftwareByPage } from './maigret.js';
import {
  bodyOf,
  type ReadSource,
  readSites,
  type RefusalReason,
  refusalReason,
  type SourceEntry,
  statusesOf,
  textMapOf,
  textOf,
  textsOf,
} from './source-entry.js';

const CHECKS = { message: 'message', status_code: 'status', response_url: 'redirect' } as const;
const named = (text: string): string => text.replaceAll('{}', '{username}');

/** All sites of the file, in the order of their names; keys such as `$schema` are skipped. */
export function readSherlock(json: unknown): ReadSource {
  const sites = Object.entries(isRecord(json) ? json : {}).filter(([name]) => !name.startsWith('$'));
  return readSites(sites, readSite);
}

function readSite(name: string, site: unknown): SourceEntry | RefusalReason {
  if (!isRecord(site)) return refusalReason('unreadable', 'the entry is not an object');
  const kinds = textsOf(site['errorType']);
  // Of several error types, one with texts proves most, and a redirect more than a status.
  const kind = (['message', 'response_url', 'status_code'] as const).find((each) => kinds.includes(each));
  if (kind === undefined) return refusalReason('unreadable', `the error type ${JSON.stringify(site['errorType'])} is unknown`);
  const page = named(textOf(site['url']) ?? '');
  const absence = kind === 'message' ? textsOf(site['errorMsg']).map(named) : [];
  const method = textOf(site['request_method'])?.toUpperCase();
  const hosted = siteSoftwareByPage(page, absence, []);
  return {
    source: 'sherlock',
    name,
    homepage: textOf(site['urlMain']) ?? page,
    // sherlock checks a status with HEAD; here the page is read too, because it must name the account.
    method: method === undefined || method === 'HEAD' ? 'GET' : method,
    url: named(textOf(site['urlProbe']) ?? page),
    headers: textMapOf(site['headers']),
    body: bodyOf(replaceTexts(site['request_payload'] as Json, named)),
    check: CHECKS[kind],
    presenceTexts: [],
    absenceTexts: absence,
    presentStatus: [],
    absentStatus: statusesOf(site['errorCode']),
    absentLocation: textOf(site['errorUrl']) === undefined ? undefined : named(String(site['errorUrl'])),
    blockPageTexts: [],
    namingRule: textOf(site['regexCheck']),
    positiveControls: textsOf(site['username_claimed']),
    tags: [...textsOf(site['tags']), ...(site['isNSFW'] === true ? ['nsfw'] : [])],
    siteSoftware: hosted === undefined ? undefined : { software: hosted, host: new URL(page).hostname },
  };
}
