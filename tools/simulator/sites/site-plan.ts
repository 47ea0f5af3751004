/** What one simulated site is: its look, the pages of its own, how it shows people; all drawn from its seed. */
import { randomStream } from '../deterministic.js';
import { type SiteLook, siteLook } from './frame.js';
import { NAME_FORM_KINDS, type NameForm, type NameFormKind } from './name-forms.js';
import { PAGE_TEMPLATES } from './page-templates.js';
import { PROFILE_LIKE, PROFILE_TEMPLATES, type ProfileTemplateName } from './profile-templates.js';
import { COMMON_WORDS, inventedWord, LONG_SEGMENTS, pick, type Random, RARE_WORDS, sample, SHORT_SEGMENTS } from './word-lists.js';

/** `page`: HTML with status 200; `script`: a page of one line that leads on; the others are what sites have there besides pages. */
export type PageForm = 'page' | 'script' | 'elsewhere' | 'door' | 'json' | 'feed' | 'plain';
export type PageTemplateName = keyof typeof PAGE_TEMPLATES | keyof typeof PROFILE_LIKE | 'twin';

export interface OwnPage {
  readonly form: PageForm;
  readonly template: PageTemplateName;
  /** Where the word was drawn: from lists of reserved names, from none, or no word at all. */
  readonly origin: 'common' | 'rare' | 'invented' | 'short' | 'long';
}

/** What decides a site besides its seed. */
export interface SiteTraits {
  /** Where accounts are: at the root, under a fixed segment, or at a host of their own. */
  readonly accounts: 'root' | 'prefix' | 'label';
  /** Whether addresses of accounts end with a slash. */
  readonly slash?: boolean;
  /** For an absent account: a 404 page, a redirect to the root, or a 404 page with a text that says so. */
  readonly absent?: 'page' | 'to_root' | 'text';
  /** Pages that a script fills: the server sends the same elements for every address. `titled` names the address in the head. */
  readonly shell?: 'titled' | 'blank';
  readonly form?: NameFormKind;
  /** Whether accounts are shown in one of two ways, and the accounts that a rule names in both of them or in the first alone. */
  readonly layouts?: 'one' | 'two' | 'two, one known';
  /** Whether the classes are other ones in each response. */
  readonly volatileClasses?: boolean;
  /** Whether a page of the site is built exactly as a profile is. */
  readonly twins?: boolean;
}

export interface SitePlan {
  readonly seed: string;
  readonly host: string;
  readonly traits: SiteTraits;
  readonly look: SiteLook;
  readonly root: PageTemplateName;
  readonly profiles: readonly ProfileTemplateName[];
  /** By segment. */
  readonly pages: ReadonlyMap<string, OwnPage>;
  readonly form: NameForm;
  /** For an absent account. */
  readonly missing: 'framed' | 'suggesting' | 'named' | 'bare' | 'short';
  /** For a name whose form alone gives it a page. */
  readonly formPage: PageTemplateName;
}

/** One root in four is a feed of everybody's posts. */
const ROOTS = ['landing', 'landing', 'listing', 'gallery', 'board', 'catalogue', 'feed', 'feed'] as const;
const PAGE_NAMES = Object.keys(PAGE_TEMPLATES) as (keyof typeof PAGE_TEMPLATES)[];
const LIKE_NAMES = Object.keys(PROFILE_LIKE) as (keyof typeof PROFILE_LIKE)[];
const PROFILE_NAMES = Object.keys(PROFILE_TEMPLATES) as ProfileTemplateName[];

/** @param seed of the site */
export function sitePlan(seed: string, host: string, traits: SiteTraits): SitePlan {
  const random = randomStream(`${seed}|plan`);
  const root = pick(random, ROOTS);
  const form = traits.form === undefined ? {} : NAME_FORM_KINDS[traits.form](random);
  return {
    seed,
    host,
    traits,
    look: siteLook(seed, host, traits.volatileClasses),
    root,
    profiles: sample(random, PROFILE_NAMES, (traits.layouts ?? 'one') === 'one' ? 1 : 2),
    pages: ownPages(random, traits, root),
    // The names of hosts have no case.
    form: { capitals: traits.accounts === 'label' ? 'fold' : pick(random, ['fold', 'strict'] as const), ...form },
    missing: pick(random, ['framed', 'framed', 'suggesting', 'named', 'bare', 'short'] as const),
    formPage: pick(random, PAGE_NAMES),
  };
}

function ownPages(random: Random, { accounts, twins }: SiteTraits, root: PageTemplateName): Map<string, OwnPage> {
  if (accounts === 'prefix') return new Map();
  const draw = (origin: OwnPage['origin'], segments: readonly string[]) =>
    segments.map((segment): [string, OwnPage] => [
      segment,
      { form: pageForm(random, segment), template: pageTemplate(random, twins), origin },
    ]);
  const invented = Array.from({ length: 3 }, () => inventedWord(random, 3));
  const isLabel = accounts === 'label';
  return new Map([
    ...draw('invented', invented),
    ...draw('rare', sample(random, RARE_WORDS, 5 + Math.floor(random() * 8))),
    ...(isLabel ? [['www', { form: 'page', template: root, origin: 'common' }] as const] : []),
    ...draw('short', sample(random, SHORT_SEGMENTS, 2)),
    ...draw('long', isLabel ? [] : sample(random, LONG_SEGMENTS, 2)),
    ...draw('common', sample(random, isLabel ? [...COMMON_WORDS, 'cdn', 'webmail'] : COMMON_WORDS, 12 + Math.floor(random() * 30))),
  ]);
}

/** Machines' addresses are seldom pages; a few others lead to another site, or to the log-in. */
function pageForm(random: Random, segment: string): PageForm {
  if (segment === 'api') return 'json';
  if (segment === 'feed' || segment === 'sitemap') return 'feed';
  if (segment === 'status') return pick(random, ['plain', 'page'] as const);
  const drawn = random();
  if (/^(?:settings|messages|notifications|dashboard|account|edit)$/.test(segment) && drawn < 0.7) return 'door';
  if (drawn < 0.03) return 'script';
  return drawn < 0.1 ? 'elsewhere' : 'page';
}

/** One page in six is built much like a profile. */
function pageTemplate(random: Random, twins = false): PageTemplateName {
  const drawn = random();
  if (twins && drawn < 0.3) return 'twin';
  return drawn < 0.17 ? pick(random, LIKE_NAMES) : pick(random, PAGE_NAMES);
}
