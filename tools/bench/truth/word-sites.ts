/**
 * Sites at the addresses of a catalogue's own rules: people, pages of the site at words, and its page for nobody. A page of the site has all
 * that a rule takes for an account's but the account: the frame of a site is the same on all of its pages.
 */
import type { ProbeRule } from '../../../src/engine/catalogue/rules/probe-rule.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import { fraction } from '../../simulator/deterministic.js';
import { variablesFor } from '../../../src/engine/http/probe-variables.js';
import type { MemorySimulator } from '../../simulator/memory-simulator.js';
import { compileReply, type Reply } from '../../simulator/reply.js';
import { createAccountRegistry } from '../../simulator/account-registry.js';
import { createRequestMatcher, type Route } from '../../simulator/request-matcher.js';
import { createResponseTemplates, type SamplesOf } from '../../simulator/response-templates.js';
import { createSiteModel } from '../../simulator/sites/site-model.js';
import { type SitePlan, sitePlan } from '../../simulator/sites/site-plan.js';

/** A name that is a whole segment of a path, or a host: there a site may have something of its own. A parameter of a search is a name always. */
const ROUTE = /^https?:\/\/(?:\{username[^}]*\}\.|[^?#]*\/\{username[^}]*\}(?:\.[a-z]+)?(?:[/?#]|$))/;

/** Share of the sites on which a word is somebody's name. */
const SHARE = 0.2;

export interface WordSite extends Pick<MemorySimulator, 'exchange'> {
  readonly platform: Platform;
  /** Whether somebody has an account of this name. */
  hasAccount(name: string): boolean;
}

export interface WordSiteOptions {
  readonly seed: string;
  readonly samples: SamplesOf;
  /** Words at which the site has a page or an interface of its own: those of most sites, and such as no table has. */
  readonly words: { readonly common: ReadonlySet<string>; readonly rare: ReadonlySet<string> };
  /** Names of people, each of whom has an account on a fifth of the sites, also where the name is such a word. */
  readonly people: ReadonlySet<string>;
}

/** Another account, which the interface's route of a common word may tell of: "me" and "search" do. */
const SOMEBODY_ELSE = 'quietharbour';

/** @param platform with a rule for usernames */
export function wordSite(platform: Platform, { seed, samples, words, people }: WordSiteOptions): WordSite {
  const rule = platform.probes.username as ProbeRule;
  const accounts = createAccountRegistry([platform], { seed });
  const matcher = createRequestMatcher([platform]);
  const templates = createResponseTemplates([platform], samples);
  const plan: SitePlan = sitePlan(`${seed}|${platform.slug}`, new URL(platform.homepage).hostname, { accounts: 'root' });
  const model = createSiteModel({ ...plan, form: {} });
  const key = (name: string): string => name.toLowerCase();
  const isWord = (name: string): boolean => words.common.has(key(name)) || words.rare.has(key(name));
  const hasAccount = (name: string): boolean =>
    accounts.exists(platform.slug, 'username', name) ||
    (people.has(key(name)) && fraction(`${seed}|people|${platform.slug}|${key(name)}`) < SHARE);
  const isPage = isShownAsPage(rule);
  const isAmongRoutes = ROUTE.test(rule.request.url);
  const marks = [...(rule.registered?.contains ?? []), ...(rule.registered?.containsAny?.slice(0, 1) ?? [])];
  const frameMarks = marks.filter(isOfFrame);

  function own(route: Route | null, name: string): Reply {
    if (route === null || isPage) return marked(model.ownPage(name, hasAccount), frameMarks, name);
    const isAnAccount = words.common.has(key(name)) && fraction(`${seed}|${platform.slug}|${name}`) < 0.5;
    return isAnAccount ? templates.reply(route, 'registered', { type: 'username', value: SOMEBODY_ELSE }, {}) : LIST;
  }

  function about(route: Route, name: string, found: Readonly<Record<string, string>>): Reply {
    const identity = { type: 'username', value: name } as const;
    if (hasAccount(name)) {
      const reply = templates.reply(route, 'registered', identity, found);
      return isPage ? { ...marked(model.pageOf('registered', name, hasAccount), marks, name), status: reply.status } : reply;
    }
    if (isAmongRoutes && isWord(name)) return own(route, name);
    return route.rule.absent === undefined ? NOT_FOUND : templates.reply(route, 'absent', identity, found);
  }

  return {
    platform,
    hasAccount,
    exchange(request) {
      const match = matcher.match(request, accounts);
      if (match.kind === 'asked') return about(match.route, match.identity.value, match.found);
      const path = request.target.split(/[?#]/, 1)[0] ?? '/';
      if (path === '/') return marked(model.respond({ host: plan.host, target: '/' }, hasAccount), frameMarks, '');
      return isWord(path.slice(1)) ? own(null, path.slice(1)) : NOT_FOUND;
    },
  };
}

/** Whether what a rule reads is a page, so that all pages of the site have its frame. */
export function isShownAsPage({ request, registered }: ProbeRule): boolean {
  const isHtml = [undefined, 'html'].includes(registered?.contentType);
  return request.method === 'GET' && registered?.json === undefined && registered?.bodyEquals === undefined && isHtml;
}

/** Whether a page of the site itself has a mark as well: a fixed text, its name in a heading, its address. A member with a name in it is an account's. */
const isOfFrame = (mark: string): boolean =>
  !/\{username/.test(mark) || /^\{username[^}]*\}$|[/@]\{username|<(?:title|h\d)[^>]*>\s*\{username/.test(mark);

function marked(reply: Reply, marks: readonly string[], name: string): Reply {
  const texts = marks.map((mark) =>
    mark.replace(/\{(username[^}]*)\}/g, (_, variable: string) => variablesFor({ type: 'username', value: name })[variable] ?? name),
  );
  const body = String(reply.body).replace('</body>', `${texts.join('\n')}</body>`);
  return { ...reply, body, length: Buffer.byteLength(body) };
}

const LIST = compileReply({
  status: 200,
  headers: {},
  json: { items: [{ title: 'Spring' }, { title: 'Summer' }], total: 2, next: null },
}).render(() => undefined);
const NOT_FOUND = compileReply({
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text: '<!doctype html><html><head><title>Not found</title></head><body><h1>There is nothing here</h1></body></html>',
}).render(() => undefined);
