/** The tokens that simulated platforms give with a prelude, and their keys: what they accept, and what they answer otherwise. */
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { ProbeRule, RuleCredentials } from '../../src/engine/catalogue/rules/probe-rule.js';
import { variablesIn } from '../../src/engine/evaluation/template.js';
import { hash32 } from './deterministic.js';
import { htmlSample, loginPage, page } from './pages.js';
import type { compileReply, Reply } from './reply.js';
import { fixedReply } from './send-reply.js';
import { type Captures, textPattern } from './text-pattern.js';

/** How a platform treats the tokens that its prelude gave. */
export interface TokenPolicy {
  /** Milliseconds that a token is valid; default: for ever. */
  readonly lifetimeMs?: number | undefined;
  /** Each prelude makes the tokens before it invalid. */
  readonly rotates?: boolean | undefined;
  /** A token counts only with the session cookie that came with it. */
  readonly bound?: boolean | undefined;
}

/** Tags of invented platforms by which they choose a policy. */
export const TOKEN_TAGS: Readonly<Record<string, TokenPolicy>> = {
  'token-expires': { lifetimeMs: 60_000 },
  'token-rotates': { rotates: true },
  'token-bound': { bound: true },
};
/** Name of the session cookie. */
const SESSION = 'sid';
/** Lifetime of an access token, in seconds. */
const GRANT_SECONDS = 3_600;

/** The value of a key at the simulated platforms. */
export const keyValue = (name: string): string => `simulated-${name}-0123456789`;

/** The simulator's keys of the platforms that have an official interface, for PLATFORM_KEYS. */
export function simulatorKeys(platforms: readonly Platform[]): string {
  const names = platforms.flatMap(({ probes }) => Object.values(probes).flatMap(({ credentials }) => credentials?.keys ?? []));
  return [...new Set(names)].map((name) => `${name}=${keyValue(name)}`).join(',');
}

/** What a request carries besides its URL and body. */
export interface Carried {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Variables found in URL and body. */
  readonly found: Readonly<Captures>;
  readonly query: URLSearchParams;
}

export interface TokenRegistry {
  /** The response of a platform's prelude, with new tokens. */
  issue(platform: Platform, rule: ProbeRule): Reply;
  /** What the platform sends for a request without a valid token or key; null when it has what it needs. */
  refusal(platform: Platform, rule: ProbeRule, carried: Carried): Reply | null;
  /** The response of an OAuth token endpoint. */
  grant(credentials: RuleCredentials, carried: Pick<Carried, 'headers'> & { readonly body: string }): Reply;
  /** Replaces what the platform's tags say; tokens issued before are judged by it too. */
  setPolicy(slug: string, policy: TokenPolicy | null): void;
  /** Makes every token and access token that was issued so far invalid; '*' is every platform. */
  revoke(slug: string): void;
}

const json = (status: number, body: Parameters<typeof compileReply>[0]['json']): Reply =>
  fixedReply({ status, headers: { 'content-type': 'application/json' }, json: body });
/** What platforms send for a wrong, missing or expired token; each platform always the same. */
const REJECTIONS: readonly Reply[] = [
  json(403, { error: 'csrf_mismatch' }),
  fixedReply(htmlSample(419, page('Page expired', '<h1>This page has expired</h1>', false))),
  fixedReply(loginPage),
];
const NO_KEY = json(401, { error: 'invalid_token' });
const NO_CLIENT = json(401, { error: 'invalid_client' });

/** @param now milliseconds, monotonic */
export function createTokenRegistry(now: () => number = () => performance.now()): TokenRegistry {
  const policies = new Map<string, TokenPolicy>();
  /** Tokens by platform, then number, with the time of their issue. */
  const issued = new Map<string, Map<string, number>>();
  let granted = new Set<string>();
  let count = 0;

  const policyOf = ({ slug, tags }: Platform): TokenPolicy => policies.get(slug) ?? tags.map((tag) => TOKEN_TAGS[tag]).find(Boolean) ?? {};

  function isValid(platform: Platform, id: string): boolean {
    const at = issued.get(platform.slug)?.get(id);
    return at !== undefined && now() - at < (policyOf(platform).lifetimeMs ?? Number.POSITIVE_INFINITY);
  }

  function hasTokens(platform: Platform, rule: ProbeRule, { headers, found }: Carried): boolean {
    if (rule.prelude === undefined) return true;
    const values: Captures = { ...found };
    for (const [name, template] of Object.entries(rule.request.headers ?? {})) {
      if (variablesIn(template).length > 0 && !textPattern(template).match(headerOf(headers, name), values)) return false;
    }
    const names = Object.keys(rule.prelude.captures ?? {});
    const session = new RegExp(`(?:^|; )${SESSION}=([^;]*)`).exec(headerOf(headers, 'cookie'))?.[1];
    const ids = names.map((name) => idOf(values[`prelude:${name}`] ?? '', name));
    if (rule.prelude.sendCookies && (names.length === 0 || policyOf(platform).bound)) ids.push(session ?? null);
    const [id] = ids;
    return id !== undefined && id !== null && ids.every((each) => each === id) && isValid(platform, id);
  }

  function hasKeys({ host: _, ...credentials }: RuleCredentials, { headers, query }: Carried): boolean {
    const isRight = (template: string, given: string): boolean => {
      const values: Captures = {};
      const names = [...template.matchAll(/\{key:([a-z0-9-]+)\}/g)].map((match) => match[1] as string);
      const pattern = textPattern(template.replace(/\{key:[a-z0-9-]+\}/g, '{key}'));
      if (names.length === 0) return true;
      if (!pattern.match(given, values)) return false;
      return names[0] === 'token' && credentials.grant ? granted.has(values['key'] ?? '') : values['key'] === keyValue(names[0] as string);
    };
    return (
      Object.entries(credentials.headers ?? {}).every(([name, template]) => isRight(template, headerOf(headers, name))) &&
      Object.entries(credentials.query ?? {}).every(([name, template]) => isRight(template, query.get(name) ?? ''))
    );
  }

  /** Whether a request tries to show a key at all: official interfaces refuse a wrong one where they need none. */
  const showsKey = ({ headers: templates = {}, query: fields = {} }: RuleCredentials, { headers, query }: Carried): boolean =>
    Object.entries(templates).some(([name, template]) => template.includes('{key:') && headerOf(headers, name) !== '') ||
    Object.keys(fields).some((name) => query.has(name));

  return {
    issue(platform, rule) {
      const id = `t${(++count).toString(36)}`;
      const tokens = issued.get(platform.slug) ?? new Map<string, number>();
      issued.set(platform.slug, tokens);
      if (policyOf(platform).rotates) tokens.clear();
      tokens.set(id, now());
      return preludeReply(rule, id);
    },
    refusal(platform, rule, carried) {
      const { credentials } = rule;
      if (credentials !== undefined && (credentials.required || showsKey(credentials, carried)) && !hasKeys(credentials, carried))
        return NO_KEY;
      return hasTokens(platform, rule, carried) ? null : (REJECTIONS[hash32(platform.slug) % REJECTIONS.length] as Reply);
    },
    grant({ grant }, { headers, body }) {
      if (grant === undefined) return NO_CLIENT;
      const fields = new URLSearchParams(body);
      const basic = Buffer.from(headerOf(headers, 'authorization').replace(/^Basic /, ''), 'base64').toString();
      const given = grant.inBody ? `${fields.get('client_id')}:${fields.get('client_secret')}` : basic;
      const isRight = given === `${keyValue(grant.clientId)}:${keyValue(grant.clientSecret)}`;
      if (!isRight || fields.get('grant_type') !== 'client_credentials') return NO_CLIENT;
      const token = `granted-${(++count).toString(36)}`;
      granted.add(token);
      return json(200, { access_token: token, token_type: 'bearer', expires_in: GRANT_SECONDS });
    },
    setPolicy(slug, policy) {
      if (policy === null) policies.delete(slug);
      else policies.set(slug, policy);
    },
    revoke(slug) {
      if (slug === '*') issued.clear();
      else issued.delete(slug);
      granted = new Set();
    },
  };
}

const headerOf = (headers: Carried['headers'], name: string): string => [headers[name.toLowerCase()] ?? ''].flat().join(', ');
/** A captured value: the number of the token, and the name of the capture. */
const tokenValue = (id: string, name: string): string => `${id}.${name}.0123456789abcdef`;
const idOf = (value: string, name: string): string | null => {
  const [id = ''] = value.split('.', 1);
  return value === tokenValue(id, name) ? id : null;
};

/** A page, or a JSON document, from which the rule captures its values. */
function preludeReply({ prelude }: ProbeRule, id: string): Reply {
  const cookies = prelude?.sendCookies ? [`${SESSION}=${id}; Path=/; Secure; HttpOnly`] : [];
  const headers: string[] = [];
  const document: Record<string, unknown> = {};
  const texts: string[] = [];
  let isJson = false;
  for (const [name, capture] of Object.entries(prelude?.captures ?? {})) {
    const value = tokenValue(id, name);
    if ('cookie' in capture) cookies.push(`${capture.cookie}=${value}; Path=/; Secure`);
    else if ('header' in capture) headers.push(capture.header, value);
    else if ('json' in capture) {
      isJson = true;
      insert(document, capture.json.slice(1).split('/'), value);
    } else texts.push(capture.text.replace(/\((?!\?)[^()]*\)/, () => value).replace(/\\(.)/g, '$1'));
  }
  const body = isJson ? JSON.stringify(document) : page('Welcome', `<form>${texts.join('\n')}</form>`);
  return {
    status: 200,
    headers: [...headers, ...cookies.flatMap((cookie) => ['Set-Cookie', cookie])],
    contentType: isJson ? 'application/json' : 'text/html; charset=utf-8',
    body,
    length: Buffer.byteLength(body),
  };
}

function insert(document: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: string): void {
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
  if (rest.length === 0) document[name] = value;
  else {
    const inner = (document[name] ?? {}) as Record<string, unknown>;
    document[name] = inner;
    insert(inner, rest, value);
  }
}
