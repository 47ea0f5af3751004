import type { Control, SitePages } from './control.js';
import type { PlatformProber } from '../http/prober.js';
import type { Verdict } from '../evaluation/verdict.js';
import type { QueueTicket } from '../flow/request-class.js';
import type { Identity } from '../../kernel/identity/identity.js';
import { isComparable } from '../evaluation/structure-hashes.js';
import { PROBE_DEADLINE_MS } from './probe-control.js';
import { comparableWith, harmlessWords, isAccountOfWord, rootPageRule } from './site-pages.js';
import type { Target } from './control-probes.js';

/** How long structures of pages are compared with, in milliseconds: accounts' as long as a control counts, the site's own for a day. */
const ACCOUNTS_MS = 6 * 3_600_000;
const OWN_MS = 24 * 3_600_000;
/** After this time accounts' pages that could not be had are requested again. */
const RETRY_MS = 15 * 60_000;
/** Known accounts whose pages are compared: one empty profile is not all profiles. */
const MAX_ACCOUNTS = 2;

const isOlder = (at: string, ms: number, now: Date): boolean => now.getTime() - Date.parse(at) >= ms;

/** Whether the pages that a verdict is compared with have to be requested. */
export function needsSitePages({ outcome }: Control, now: Date): boolean {
  const { site } = outcome;
  return (
    site === undefined ||
    !areComparable(site) ||
    isOlder(site.accountsAt, site.accounts.length > 0 ? ACCOUNTS_MS : RETRY_MS, now) ||
    isOlder(site.ownAt, OWN_MS, now)
  );
}

const areComparable = ({ accounts, own }: SitePages): boolean => [...accounts, ...own].every(isComparable);

/** Pages of the site itself, where they have a structure. */
interface OwnPages {
  readonly root?: string | undefined;
  readonly words: readonly string[];
}

/** Requests the pages that accounts are told by: those of known accounts, the site's root, and one at a harmless word. */
export class SitePageProbes {
  constructor(
    private readonly prober: PlatformProber,
    private readonly target: Target,
    private readonly negativeIdentity: () => Identity | null,
  ) {}

  /**
   * Those of the kept pages that are too old, anew. At most two requests a day are for pages of the site's own.
   *
   * @param kept what was requested before
   */
  async request(kept: SitePages | undefined, queue: QueueTicket, now: Date): Promise<SitePages> {
    const at = now.toISOString();
    const ownIsDue = kept === undefined || !areComparable(kept) || isOlder(kept.ownAt, OWN_MS, now);
    const [accounts, own] = await Promise.all([this.#accounts(queue), ownIsDue ? this.#own(queue) : { words: [] }]);
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
    const [rootPage, words] = await Promise.all([this.#probe(root, { type: queryType, value: 'root' }, queue), this.#pageAt(word, queue)]);
    return { root: structureOf(rootPage)[0], words };
  }

  /** The page at a word, where there is one with a structure. */
  async #pageAt(word: string | undefined, queue: QueueTicket): Promise<string[]> {
    const { queryType, platform } = this.target;
    return word === undefined ? [] : structureOf(await this.#probe(platform, { type: queryType, value: word }, queue));
  }

  /** A page at a word that is an account's itself is none of the site, unless the page for an absent account is like it too: one shell. */
  async #withoutAccounts({ root, words }: OwnPages, accounts: readonly string[], queue: QueueTicket): Promise<string[]> {
    if (root === undefined) return [...words];
    const isAccount = (page: string): boolean => isAccountOfWord(page, root, accounts);
    if (!words.some(isAccount)) return [root, ...words];
    const second = await this.#pageAt(harmlessWords(this.target.rule)[1], queue);
    if (second.length > 0 && !second.some(isAccount)) return [root, ...second];
    const nobody = this.negativeIdentity();
    const absent = nobody && (await this.#probe(this.target.platform, nobody, queue));
    const isShell = absent?.state !== 'not_registered' || structureOf(absent).some(isAccount);
    return [root, ...(isShell ? words : structureOf(absent))];
  }

  #probe(platform: Target['platform'], identity: Identity, queue: QueueTicket): Promise<Verdict> {
    const { signal } = new AbortController();
    return this.prober.probe(platform, identity, { signal, deadlineMs: PROBE_DEADLINE_MS, queue, needsStructure: true });
  }
}

/** Also that of a page for an absent account: it has the site's frame. */
function structureOf(verdict: Verdict): string[] {
  return verdict.state !== 'inconclusive' && typeof verdict.structure === 'string' ? [verdict.structure] : [];
}
