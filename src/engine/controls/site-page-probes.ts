import type { Control, SitePages } from './control.js';
import type { PlatformProber } from '../http/prober.js';
import type { Verdict } from '../evaluation/verdict.js';
import type { QueueTicket } from '../flow/request-class.js';
import type { Identity } from '../../kernel/identity/identity.js';
import { REDIRECT_STATUSES } from '../evaluation/root-redirect.js';
import { isComparable } from '../evaluation/structure-hashes.js';
import { PASSED_MS, RECENT_MS, UNSTEADY_MS } from './lifetimes.js';
import { PROBE_DEADLINE_MS } from './probe-control.js';
import { comparableWith, harmlessWords, isAccountOfWord, pageOwner, rootPageRule } from './site-pages.js';
import type { Target } from './control-probes.js';

/** Known accounts whose pages are compared: one empty profile is not all profiles. */
const MAX_ACCOUNTS = 2;

const isOlder = (at: string, ms: number, now: Date): boolean => now.getTime() - Date.parse(at) >= ms;

/** Whether the pages that a verdict is compared with have to be requested: accounts' that could not be had soon again. */
export function needsSitePages({ outcome }: Control, now: Date): boolean {
  const { site } = outcome;
  return (
    site === undefined ||
    !areComparable(site) ||
    isOlder(site.accountsAt, site.accounts.length > 0 ? PASSED_MS : RECENT_MS, now) ||
    isOlder(site.ownAt, UNSTEADY_MS, now)
  );
}

const areComparable = ({ accounts, own }: SitePages): boolean => [...accounts, ...own].every(isComparable);

/** A page at a word of the site. */
interface WordPage {
  readonly structure: string;
  /** Whether the rule reads an account there. */
  readonly isShown: boolean;
}

/** Pages of the site itself, where they have a structure. */
interface OwnPages {
  readonly root?: string | undefined;
  readonly word?: WordPage | undefined;
}

/** Requests the pages that accounts are told by: those of known accounts, the site's root, and one at a harmless word. */
export class SitePageProbes {
  constructor(
    private readonly prober: PlatformProber,
    private readonly target: Target,
    private readonly negativeIdentity: () => Identity | null,
  ) {}

  /**
   * Those of the kept pages that are too old, anew. Two requests a day are for pages of the site's own; more where a word is somebody's name.
   *
   * @param kept what was requested before
   */
  async request(kept: SitePages | undefined, queue: QueueTicket, now: Date): Promise<SitePages> {
    const at = now.toISOString();
    const ownIsDue = kept === undefined || !areComparable(kept) || isOlder(kept.ownAt, UNSTEADY_MS, now);
    const [accounts, own] = await Promise.all([this.#accounts(queue), ownIsDue ? this.#own(queue) : {}]);
    if (ownIsDue) return { accountsAt: at, accounts, ownAt: at, own: await this.#withoutAccounts(own, accounts, queue) };
    return { accountsAt: at, accounts, ownAt: kept.ownAt, own: comparableWith(accounts, kept.own, kept.accounts) };
  }

  async #accounts(queue: QueueTicket): Promise<string[]> {
    const { rule, queryType, platform } = this.target;
    const structures: string[] = [];
    for (const value of rule.positiveControls ?? []) {
      if (structures.length === MAX_ACCOUNTS) break;
      const verdict = await this.#probe(platform, { type: queryType, value }, queue);
      if (verdict.state === 'registered') structures.push(...structureOf(verdict));
    }
    return structures;
  }

  async #own(queue: QueueTicket): Promise<OwnPages> {
    const { rule, queryType, platform } = this.target;
    const [word] = harmlessWords(rule);
    const root = { ...platform, probes: { [queryType]: rootPageRule(rule) } };
    const [rootPage, page] = await Promise.all([this.#probe(root, { type: queryType, value: 'root' }, queue), this.#pageAt(word, queue)]);
    return { root: structureOf(rootPage)[0], word: page };
  }

  /** The page at a word, where there is one with a structure. */
  async #pageAt(word: string | undefined, queue: QueueTicket): Promise<WordPage | undefined> {
    const { queryType, platform } = this.target;
    if (word === undefined) return undefined;
    const verdict = await this.#probe(platform, { type: queryType, value: word }, queue);
    const [structure] = structureOf(verdict);
    return structure === undefined ? undefined : { structure, isShown: verdict.state === 'registered' };
  }

  /** Somebody may be called as the word: then its page is none of the site's, and those at further words show which are. */
  async #withoutAccounts({ root, word }: OwnPages, accounts: readonly string[], queue: QueueTicket): Promise<string[]> {
    if (root === undefined || word === undefined) return [root, word?.structure].filter((page) => page !== undefined);
    const isNear = (page: string): boolean => isAccountOfWord(page, root, accounts);
    const isLike = (page: string, ...more: string[]): boolean =>
      isNear(page) || pageOwner(page, { accounts, sitePages: [root, ...more] }) === 'account';
    if (!word.isShown || !isLike(word.structure)) return [root, word.structure];
    const like = [word.structure];
    for (const further of harmlessWords(this.target.rule).slice(1)) {
      const page = await this.#pageAt(further, queue);
      if (page?.isShown && isLike(page.structure)) like.push(page.structure);
      // Beside a page of the site an account's is still like accounts; another one of the site is not: both have its frame.
      else if (page?.isShown) return [root, page.structure, ...like.filter((each) => !isLike(each, page.structure))];
      // A page for nobody need not have the frame.
      else if (page !== undefined && like.every(isNear)) return [root, page.structure];
    }
    return [root, ...(like.every(isNear) ? await this.#unlessAccounts(like, isNear, queue) : like)];
  }

  /** Pages at words that are all like accounts: the site's, if the one for an absent account is like them too (one shell). */
  async #unlessAccounts(pages: readonly string[], isNear: (page: string) => boolean, queue: QueueTicket): Promise<readonly string[]> {
    const absent = await this.#absent(queue);
    // A redirect is no page, so that the one at the only word with a page is not what everybody gets.
    if (pages.length === 1 && isRedirect(absent)) return [];
    const isShell = absent?.state !== 'not_registered' || structureOf(absent).some(isNear);
    return isShell ? pages : structureOf(absent);
  }

  async #absent(queue: QueueTicket): Promise<Verdict | null> {
    const nobody = this.negativeIdentity();
    return nobody && this.#probe(this.target.platform, nobody, queue);
  }

  #probe(platform: Target['platform'], identity: Identity, queue: QueueTicket): Promise<Verdict> {
    const { signal } = new AbortController();
    return this.prober.probe(platform, identity, { signal, deadlineMs: PROBE_DEADLINE_MS, queue, needsStructure: true });
  }
}

/** Whether a platform led elsewhere than to its root, and to no door. */
function isRedirect(verdict: Verdict | null): boolean {
  const isLed = verdict?.state === 'inconclusive' && ['unrecognised', 'redirected_away'].includes(verdict.reason);
  return isLed && REDIRECT_STATUSES.includes(verdict.evidence.status ?? 0);
}

/** Also that of a page for an absent account: it has the site's frame. */
function structureOf(verdict: Verdict): string[] {
  return verdict.state !== 'inconclusive' && typeof verdict.structure === 'string' ? [verdict.structure] : [];
}
