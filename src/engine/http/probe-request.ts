import { parseUrl } from '../../kernel/values/parse-url.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { replaceTexts } from '../../kernel/values/json.js';
import { renderTemplate, type Variables, variablesIn } from '../evaluation/template.js';
import type { OutboundRequest } from './types.js';

/** Parts of a request that do not come from its rule. */
export interface RequestDefaults {
  readonly userAgent: string;
}

export type BuiltRequest = Omit<OutboundRequest, 'egressKey' | 'violation'>;

const URL_PARTS = /^(https?:\/\/)([^/?#]*)([^?#]*)([^#]*)/i;
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
/** Headers that rules may not set: the transport's, our name, and those that would make a probe more than an anonymous read. */
const RESERVED_HEADERS = new Set([
  'user-agent',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'cookie',
  'authorization',
  'proxy-authorization',
  'expect',
  'upgrade',
  'te',
]);

/**
 * Renders a rule's request. Each variable is encoded for its position: percent-encoded in path and query, as
 * `application/x-www-form-urlencoded` in a form field, as JSON text in a JSON body; the host takes only a DNS label.
 *
 * @returns null when the identity cannot be placed: it would leave its position (a path segment `..`), is empty there, or has no encoding.
 *   Such a request would be about something else.
 */
export function buildRequest(rule: ProbeRule, variables: Variables, defaults: RequestDefaults): BuiltRequest | null {
  const { request } = rule;
  try {
    const url = buildUrl(request.url, variables);
    if (url === null) return null;
    const own = Object.entries(request.headers ?? {})
      .map(([name, value]) => [name.toLowerCase(), renderTemplate(value, variables, encodeForHeader)] as const)
      .filter(([name]) => !RESERVED_HEADERS.has(name));
    const [body, type] = request.method === 'POST' ? buildBody(request.body, variables) : [];
    return {
      method: request.method,
      url,
      headers: {
        'user-agent': defaults.userAgent,
        accept: acceptOf(rule),
        'accept-language': 'en;q=0.9, *;q=0.1',
        ...(type === undefined ? {} : { 'content-type': type }),
        ...Object.fromEntries(own),
      },
      body,
      followTo:
        request.followRedirects === true && rule.prelude === undefined
          ? (request.redirectHosts ?? []).map((host) => host.toLowerCase())
          : null,
      expectedStatuses: new Set([...(rule.registered?.status ?? []), ...(rule.absent?.status ?? [])]),
      limitKey: hostTemplate(rule),
      limits: request.limits,
    };
  } catch {
    return null; // a lone surrogate has no encoding
  }
}

/** What a prelude gave goes back as it came; it was checked to be printable (`fetchPrelude`). An identity is percent-encoded. */
const encodeForHeader = (raw: string, name: string): string => (name.startsWith('prelude:') ? raw : encodeURIComponent(raw));

/** Host of a rule as written, with `{username}` where the identity is part of it. */
export function hostTemplate(rule: ProbeRule): string {
  return (URL_PARTS.exec(rule.request.url)?.[2] ?? '').toLowerCase();
}

/**
 * A template's address with each variable encoded for its place; null where the variables make none: an empty one, a dot for a segment,
 * what is no label in a host.
 *
 * @throws URIError for a lone surrogate
 */
export function buildUrl(template: string, variables: Variables): URL | null {
  const parts = URL_PARTS.exec(template);
  if (parts === null || variablesIn(template).some((name) => variables[name] === '')) return null;
  const [, scheme = '', host = '', path = '', query = ''] = parts;
  if (variablesIn(host).some((name) => !DNS_LABEL.test(variables[name] ?? ''))) return null;
  const segments = path.split('/').map((segment) => renderTemplate(segment, variables, encodeURIComponent));
  if (segments.some((segment) => segment === '.' || segment === '..')) return null;
  return parseUrl(
    `${scheme}${renderTemplate(host, variables)}${segments.join('/')}${renderTemplate(query, variables, encodeURIComponent)}`,
  );
}

function buildBody(body: ProbeRule['request']['body'], variables: Variables): [body?: string, type?: string] {
  if (body === undefined) return [];
  if ('json' in body) return [JSON.stringify(replaceTexts(body.json, (text) => renderTemplate(text, variables))), 'application/json'];
  const fields = new URLSearchParams(
    Object.entries(body.form).map(([name, value]): [string, string] => [name, renderTemplate(value, variables)]),
  );
  return [fields.toString(), 'application/x-www-form-urlencoded'];
}

function acceptOf(rule: ProbeRule): string {
  const wantsJson = [rule.registered, rule.absent].some((side) => side?.json !== undefined || side?.contentType === 'json');
  return wantsJson ? 'application/json, text/plain;q=0.5, */*;q=0.1' : 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
}
