/** Converts one entry into a rule, or returns why that is impossible. Pure. */
import type { ProbeRequest, ProbeRule } from '../../domain/catalogue/probe-rule.js';
import type { SiteSoftwareFile } from '../entry-schema.js';
import { readsOnly } from '../graphql-read.js';
import { hostFault } from '../probe-host.js';
import { expandSite } from '../expand-site-software.js';
import { completeSides } from './complete-sides.js';
import { withoutViewCount } from './discourse-sites.js';
import { handlePattern } from './handle-pattern.js';
import { isRefusalReason, type SoftwareSite, type RefusalReason, refusalReason, type SourceEntry } from './source-entry.js';

/** Date of the last review of the reasons below. */
const REVIEWED_ON = '2026-11-21';
const WHY_GET = 'Reads a public page as a visitor without an account does; imported, so judged by its kind and its words, not one by one.';
const WHY_QUERY = 'Sends a GraphQL query, which reads by specification; the operation itself was parsed and holds nothing else.';

/** The rule of an entry whose site software has a file: that file's rule, with the site's host and known accounts. */
export function siteSoftwareRule(entry: SourceEntry, site: SoftwareSite, software: SiteSoftwareFile): ProbeRule | RefusalReason {
  const { platform } = expandSite(software, { slug: 'site', name: entry.name, host: site.host });
  const rule = platform.probes.username;
  if (rule === undefined) return refusalReason('no evidence', `the software ${software.software} takes no usernames`);
  const fits = new RegExp(rule.pattern ?? '', 'u');
  const positiveControls = [
    ...new Set([...entry.positiveControls.filter((handle) => fits.test(handle)), ...(rule.positiveControls ?? [])]),
  ];
  if (positiveControls.length === 0) return refusalReason('no known account', 'no account of the source is one that the software can hold');
  const { request } = rule;
  const url = site.path === undefined ? request.url : request.url.replace(/^(https:\/\/[^/]+)[^?]*/, `$1${site.path}`);
  return { ...rule, request: { ...request, url }, positiveControls };
}

/** The rule of any other entry. */
export function importedRule(entry: SourceEntry): ProbeRule | RefusalReason {
  const request = requestOf(entry);
  if (isRefusalReason(request)) return request;
  const sides = completeSides(entry);
  if (sides.registered === undefined)
    return refusalReason('no evidence', 'nothing it says would show an account: its texts could stand on any page');
  const inHost = /^https?:\/\/[^/]*\{username\}/.test(entry.url);
  const naming = handlePattern({
    namingRule: entry.namingRule,
    forbiddenCharacters: entry.forbiddenCharacters,
    inHost,
    positiveControls: entry.positiveControls,
  });
  if (typeof naming === 'string') return refusalReason('naming rule', naming);
  if (naming.positiveControls.length === 0)
    return refusalReason('no known account', 'no account of the source fits its naming rule, so no control could be made');
  // A status or an echo counts at the requested URL only: a redirect may lead to a page that everyone gets.
  const rests =
    sides.registered.weakEvidence === true ||
    sides.absent?.weakEvidence === true ||
    sides.absent?.redirectToRoot === true ||
    entry.check === 'redirect';
  return {
    method: 'account_enumeration',
    pattern: naming.pattern,
    request: rests || request.method === 'POST' ? request : { ...request, ...following(entry.url) },
    safety: {
      basis: request.method === 'POST' ? 'availability_check' : 'public_page',
      reviewed: REVIEWED_ON,
      reason: request.method === 'POST' ? WHY_QUERY : WHY_GET,
    },
    ...sides,
    ...(entry.blockPageTexts.length === 0 ? {} : { blockPages: entry.blockPageTexts.filter((text) => text.length > 3) }),
    positiveControls: naming.positiveControls,
  };
}

function requestOf({ method, url, headers, body, check }: SourceEntry): ProbeRequest | RefusalReason {
  const sent = headers === undefined ? {} : { headers };
  if (method === 'GET' && body === undefined) return { method, url: check === 'status' ? withoutViewCount(url) : url, ...sent };
  if (method !== 'POST') return refusalReason('harm rule', `${method} with a body or another effect: only plain GET is imported`);
  const query =
    body !== undefined && 'json' in body && typeof body.json === 'object' && body.json !== null && 'query' in body.json
      ? body.json.query
      : null;
  if (body === undefined || typeof query !== 'string' || !readsOnly(query)) {
    return refusalReason('POST', 'a POST may change something and nobody has looked at this one: write a file for it by hand');
  }
  return { method, url, ...sent, body };
}

/** Allows redirects to the same host, or to its counterpart with or without `www.`. */
function following(url: string): Pick<ProbeRequest, 'followRedirects' | 'redirectHosts'> {
  const host = /^https:\/\/([a-z0-9.-]+)/i.exec(url)?.[1]?.toLowerCase();
  if (host === undefined || url.includes(`{username}.`)) return { followRedirects: true };
  const twin = host.startsWith('www.') ? host.slice(4) : `www.${host}`;
  const isPlain = host.startsWith('www.') || host.split('.').length === 2;
  return isPlain && hostFault(twin, 'shipped') === null ? { followRedirects: true, redirectHosts: [twin] } : { followRedirects: true };
}
