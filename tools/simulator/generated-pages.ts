/** Kinds of invented platforms with pages of their own beside their accounts, and such as depend on the form of a name. */
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { Evidence, ProbeRule } from '../../src/engine/catalogue/rules/probe-rule.js';
import { pageProbe, type SiteKind, siteKind } from './generated-parts.js';
import { htmlSample, notFoundPage, page } from './pages.js';
import { NAME_FORM_KINDS, type NameFormKind } from './sites/name-forms.js';
import { KNOWN_ACCOUNTS, MISSING_TEXT } from './sites/page-writer.js';
import { addressOf } from './sites/site-address.js';
import { createSiteModel, type SiteModel } from './sites/site-model.js';
import { type SiteTraits, sitePlan } from './sites/site-plan.js';

/** Names as the importers write the patterns of sites whose naming rule nobody has documented. */
const ANY_NAME = '^[A-Za-z0-9_-](?:[A-Za-z0-9_.-]{0,38}[A-Za-z0-9_-])?$';
const HOST_LABEL = '^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?$';
/** Tag of the seed that a site is drawn from. */
const SEED_TAG = 'seed-';

interface ModelledKind {
  readonly traits: SiteTraits;
  /** Positive controls, two where nothing else is said: most imported rules have one. */
  readonly controls?: 1 | 2;
  /** Whether the rule has no side for absence. */
  readonly confirmsOnly?: boolean;
  /** Whether the rule takes for an account's what the site has on all of its pages. */
  readonly isMarked?: boolean;
}

const PAGES: Readonly<Record<string, ModelledKind>> = {
  'pages-root': { traits: { accounts: 'root' } },
  'pages-root-one-control': { traits: { accounts: 'root' }, controls: 1 },
  'pages-root-slash': { traits: { accounts: 'root', slash: true }, controls: 1 },
  'pages-root-redirects': { traits: { accounts: 'root', absent: 'to_root' } },
  'pages-root-text': { traits: { accounts: 'root', absent: 'text' } },
  'pages-root-confirms': { traits: { accounts: 'root' }, confirmsOnly: true },
  'pages-root-two-layouts': { traits: { accounts: 'root', layouts: 'two' } },
  'pages-label': { traits: { accounts: 'label' } },
  'pages-label-redirects': { traits: { accounts: 'label', absent: 'to_root' }, controls: 1 },
};
/** Sites of which structure tells not all accounts from the pages: no account, or not those that a page is built like, or some of them. */
const ALIKE: Readonly<Record<string, ModelledKind>> = {
  'alike-shell': { traits: { accounts: 'root', shell: 'titled' } },
  'alike-blank-shell': { traits: { accounts: 'root', shell: 'blank' } },
  'alike-twins': { traits: { accounts: 'root', twins: true } },
  'alike-volatile-classes': { traits: { accounts: 'root', volatileClasses: true } },
  'alike-unknown-layout': { traits: { accounts: 'root', layouts: 'two, one known' } },
};
/** The forms of names, on sites with pages at the root and on such without. */
const FORMS: Readonly<Record<string, ModelledKind>> = Object.fromEntries(
  (Object.keys(NAME_FORM_KINDS) as NameFormKind[]).flatMap((form) =>
    (['prefix', 'root'] as const).map((accounts) => [
      `form-${form}${accounts === 'root' ? '-at-root' : ''}`,
      { traits: { accounts, form } },
    ]),
  ),
);
/** Sites with a page for any name of a form, and rules by a marker that such a page has too. */
const MARKED: Readonly<Record<string, ModelledKind>> = Object.fromEntries(
  (['letters', 'letters-few', 'numbers', 'short-codes', 'slugs'] as const).map((form) => [
    `form-${form}-marked`,
    { traits: { accounts: 'prefix', form }, isMarked: true },
  ]),
);
const MODELLED: Readonly<Record<string, ModelledKind>> = { ...PAGES, ...ALIKE, ...FORMS, ...MARKED };

function evidence({ traits, confirmsOnly, isMarked }: ModelledKind): Pick<ProbeRule, 'registered' | 'absent'> {
  const registered: Evidence = isMarked
    ? { status: [200], contains: ['src="/static/app.'] }
    : { status: [200], contains: ['{username}'], weakEvidence: true };
  if (confirmsOnly) return { registered };
  if (traits.absent === 'to_root') return { registered, absent: { status: [301, 302, 303, 307, 308], redirectToRoot: true } };
  if (traits.absent === 'text')
    return { registered: { ...registered, lacks: [MISSING_TEXT] }, absent: { status: [200, 404, 410], contains: [MISSING_TEXT] } };
  return { registered, absent: { status: [404], weakEvidence: true } };
}

const SAMPLES = { registered: htmlSample(200, page('{username}', '<h1>{username}</h1>')), absent: notFoundPage };

const kindOf = ([name, modelled]: readonly [string, ModelledKind]): SiteKind =>
  siteKind(name, (host) => [
    {
      ...pageProbe(addressOf({ host, traits: modelled.traits }, '{username}'), { sides: evidence(modelled), samples: SAMPLES }),
      rule: {
        positiveControls: KNOWN_ACCOUNTS.slice(0, modelled.controls ?? 2),
        pattern: modelled.traits.accounts === 'label' ? HOST_LABEL : ANY_NAME,
      },
    },
  ]);

export const PAGE_KINDS: readonly SiteKind[] = Object.entries(PAGES).map(kindOf);
export const ALIKE_KINDS: readonly SiteKind[] = Object.entries(ALIKE).map(kindOf);
export const FORM_KINDS: readonly SiteKind[] = Object.entries({ ...FORMS, ...MARKED }).map(kindOf);

/** The tag by which a platform names the seed of its site. */
export const seedTag = (seed: string): string => `${SEED_TAG}${seed.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

/** The site of an invented platform that has one of its own; undefined for one that answers with samples. */
export function siteModelOf({ slug, homepage, tags }: Platform): SiteModel | undefined {
  const traits = tags.includes('generated') ? tags.map((tag) => MODELLED[tag]?.traits).find(Boolean) : undefined;
  if (traits === undefined) return undefined;
  const seed = tags.find((tag) => tag.startsWith(SEED_TAG)) ?? '';
  return createSiteModel(sitePlan(`${seed}|${slug}`, new URL(homepage).hostname, traits));
}
