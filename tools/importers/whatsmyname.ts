/**
 * Reads WhatsMyName's `wmn-data.json`: one text and one status for either state. The data is under CC BY-SA 4.0 and is not
 * shipped; an operator may bring the file and then holds an adapted copy under that licence. Pure.
 */
import { isRecord, type Json, replaceTexts } from '../../src/kernel/values/json.js';
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

const named = (text: string): string => text.replaceAll('{account}', '{username}');

/** All sites of the file, in the order of their names. */
export function readWhatsMyName(json: unknown): ReadSource {
  const sites: readonly unknown[] = isRecord(json) && Array.isArray(json['sites']) ? json['sites'] : [];
  const nameOf = (site: unknown, index: number) => (isRecord(site) ? textOf(site['name']) : undefined) ?? `site ${index + 1}`;
  return readSites(
    sites.map((site, index) => [nameOf(site, index), site]),
    readSite,
  );
}

function readSite(name: string, site: unknown): SourceEntry | RefusalReason {
  if (!isRecord(site)) return refusalReason('unreadable', 'the entry is not an object');
  if (site['valid'] === false) return refusalReason('disabled', 'the source has switched it off, because its check does not work');
  const guards = textsOf(site['protection']);
  if (guards.length > 0) return refusalReason('protected', `the source needs a browser or a log-in for it (${guards.join(', ')})`);
  const url = named(textOf(site['uri_check']) ?? '');
  const present = statusesOf(site['e_code']);
  const absent = statusesOf(site['m_code']);
  if (url === '' || present.length === 0) return refusalReason('unreadable', 'it lacks `uri_check` or `e_code`');
  const absence = textsOf(site['m_string']).map(named);
  const posted = textOf(site['post_body']);
  const category = textOf(site['cat']);
  return {
    source: 'whatsmyname',
    name,
    homepage: named(textOf(site['uri_pretty']) ?? url),
    method: posted === undefined ? 'GET' : 'POST',
    url,
    headers: textMapOf(site['headers']),
    body: bodyOf(replaceTexts(site['post_body'] as Json, named)),
    check: absence.length > 0 || textOf(site['e_string']) !== undefined ? 'message' : 'status',
    presenceTexts: textsOf(site['e_string']).map(named),
    absenceTexts: absence,
    presentStatus: present,
    absentStatus: absent,
    blockPageTexts: [],
    forbiddenCharacters: textOf(site['strip_bad_char']),
    positiveControls: textsOf(site['known']),
    tags: category === undefined ? [] : [category],
  };
}
