/** A simulated site with pages of its own: what it answers at each of its addresses, without sockets. */
import { fraction, randomStream } from '../deterministic.js';
import { classNames } from './class-names.js';
import type { Reply } from '../reply.js';
import type { Refusal } from './name-forms.js';
import { type HasAccount, KNOWN_ACCOUNTS, PageWriter } from './page-writer.js';
import { addressOf, nameAt, type SiteAddress } from './site-address.js';
import type { OwnPage, SitePlan } from './site-plan.js';

export interface SiteModel {
  readonly plan: SitePlan;
  /** What the site answers. @param exists the accounts, those that the rule names among them */
  respond(address: SiteAddress, exists: HasAccount): Reply;
  /** Its page for a name, whoever has it: that of an account, or that for an absent one. */
  pageOf(side: 'registered' | 'absent', name: string, exists: HasAccount): Reply;
  /** One of its own pages, under a name that is none of its own. */
  ownPage(name: string, exists: HasAccount): Reply;
  /** Whether somebody has an account of exactly this name there. */
  hasAccount(name: string, exists: HasAccount): boolean;
  /** The segments or labels at which it has something of its own. */
  ownSegments(exists: HasAccount): string[];
  /** A new release: classes that are made by a build have other names. */
  release(): void;
}

export function createSiteModel(plan: SitePlan): SiteModel {
  const { traits, form, host, seed } = plan;
  let release = 0;
  let responses = 0;
  const kept = new Map<string, string>();
  const isVolatile = plan.look.scheme === 'volatile';
  let classes = classNames(plan.look.scheme, { seed, release, response: '' });
  /** A writer for one response. */
  const writer = (exists: HasAccount): PageWriter => {
    const response = plan.look.isNoisy || isVolatile ? String(responses++) : '';
    const noise = randomStream(`${seed}|noise|${plan.look.isNoisy ? response : ''}`);
    const own = isVolatile ? classNames('volatile', { seed, release, response }) : classes;
    return new PageWriter(plan, { release, classes: own, noise, exists, kept });
  };
  const html = (status: number, text: string): Reply => reply(status, { 'content-type': 'text/html; charset=utf-8' }, text);
  const redirect = (status: number, location: string): Reply => reply(status, { location }, '');
  const canonical = (name: string): string => (form.capitals === 'fold' ? name.toLowerCase() : name);
  const isTaken = (name: string, exists: HasAccount): boolean =>
    exists(name) && !form.isRefused?.(name) && (form.capitals !== 'strict' || name === name.toLowerCase());
  /** Whether the site finds the account by this spelling. */
  const isFound = (name: string): boolean =>
    !form.isWrittenAnew?.(name) && (form.capitals !== 'kept' || name === keptSpelling(`${seed}|capitals`, name));

  const missing = (name: string, exists: HasAccount): Reply => {
    if (traits.absent === 'to_root') return redirect(302, `https://${host}/`);
    return html(404, writer(exists).missing(name));
  };
  const refused = (how: Refusal, name: string, exists: HasAccount): Reply => {
    if (how === 'to_root') return redirect(302, `https://${host}/`);
    if (how === 'to_search') return redirect(302, `https://${host}/search?q=${encodeURIComponent(name)}`);
    if (how === 'bare_404') return html(404, BARE);
    return html(how === 'other_page' ? 404 : Number(how), writer(exists).refusal());
  };
  const own = (segment: string, page: OwnPage, exists: HasAccount): Reply => {
    switch (page.form) {
      case 'page':
        return html(200, writer(exists).ownPage(segment, page.template));
      case 'script':
        return html(200, `<html><head><title>${plan.look.name}</title><script>location.replace("/en/${segment}")</script></head></html>`);
      case 'elsewhere':
        return redirect(301, `https://${segment.replace(/[^a-z]/g, '')}.partner.example/`);
      case 'door':
        return redirect(302, `https://${host}/login?next=${encodeURIComponent(segment)}`);
      case 'json':
        return reply(
          200,
          { 'content-type': 'application/json' },
          JSON.stringify({ name: segment, version: 3, links: { self: `/${segment}` } }),
        );
      case 'feed':
        return reply(
          200,
          { 'content-type': 'application/xml; charset=utf-8' },
          `<?xml version="1.0"?><rss><channel><title>${segment}</title></channel></rss>`,
        );
      case 'plain':
        return reply(200, { 'content-type': 'text/plain; charset=utf-8' }, `${segment}: all systems are up\n`);
    }
  };

  function named(name: string, exists: HasAccount): Reply {
    if (/[A-Z]/.test(name) && form.capitals === 'redirect') return redirect(301, addressOf(plan, name.toLowerCase()));
    if (form.isRefused?.(name)) return refused(form.refusal ?? '400', name, exists);
    if (form.isFile?.(name)) return html(404, BARE);
    if (isTaken(name, exists)) return isFound(name) ? html(200, writer(exists).profile(canonical(name))) : missing(name, exists);
    const page = plan.pages.get(name) ?? (form.capitals === 'fold' ? plan.pages.get(name.toLowerCase()) : undefined);
    if (page !== undefined) return own(name.toLowerCase(), page, exists);
    if (form.hasPage?.(name)) return html(200, writer(exists).ownPage(name, plan.formPage));
    return missing(name, exists);
  }

  return {
    plan,
    respond(address, exists) {
      const name = nameAt(plan, address);
      if (name === '') return html(200, writer(exists).root());
      return name === null ? html(404, writer(exists).missing('')) : named(name, exists);
    },
    pageOf: (side, name, exists) => (side === 'absent' ? missing(name, exists) : html(200, writer(exists).profile(canonical(name)))),
    ownPage: (name, exists) => html(200, writer(exists).ownPage(name, plan.formPage)),
    hasAccount: isTaken,
    ownSegments: (exists) => [...plan.pages.keys()].filter((segment) => !isTaken(segment, exists)),
    release() {
      release += 1;
      kept.clear();
      classes = classNames(plan.look.scheme, { seed, release, response: '' });
    },
  };
}

/** The spelling that an account has where capitals are kept: those that rules name have their own. */
function keptSpelling(seed: string, name: string): string {
  const known = KNOWN_ACCOUNTS.find((account) => account === name.toLowerCase());
  const small = name.toLowerCase();
  return known ?? (fraction(`${seed}|${small}`) < 0.5 ? small : small.replace(/^./, (first) => first.toUpperCase()));
}

const BARE = '<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center></body></html>';

function reply(
  status: number,
  { 'content-type': contentType = 'text/html; charset=utf-8', ...more }: Readonly<Record<string, string>>,
  body: string,
): Reply {
  return { status, headers: Object.entries(more).flat(), contentType, body, length: Buffer.byteLength(body) };
}
