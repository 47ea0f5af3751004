/** What all pages of a site share: head, header, navigation, footer, and what its publisher puts around them. */
import { randomStream } from '../deterministic.js';
import { escapeHtml } from '../../../src/kernel/values/escape.js';
import { CLASS_SCHEMES, type ClassScheme } from './class-names.js';
import { MARKUPS, type Markup, type Pen } from './pen.js';
import { inventedWord, pick, type Random } from './word-lists.js';

/** The look of one site. */
export interface SiteLook {
  readonly name: string;
  readonly host: string;
  readonly scheme: ClassScheme;
  readonly markup: Markup;
  readonly header: 'bar' | 'stacked' | 'drawer' | 'none';
  readonly footer: 'columns' | 'line' | 'table';
  /** Kilobytes of styles and data in the head, before the first element of the page. */
  readonly headKilobytes: number;
  /** Links of the menu, each with classes of its own: of some sites more than a fingerprint of the page has room for. */
  readonly menuLinks: number;
  readonly hasAside: boolean;
  readonly hasSprite: boolean;
  readonly hasConsentBanner: boolean;
  /** Whether suggestions and tokens differ from response to response. */
  readonly isNoisy: boolean;
}

/** @param seed of the site; @param hasVolatileClasses whether its classes are other ones in each response */
export function siteLook(seed: string, host: string, hasVolatileClasses = false): SiteLook {
  const random = randomStream(`${seed}|look`);
  const small = random() < 0.94;
  return {
    name: inventedWord(random, 2).replace(/^./, (first) => first.toUpperCase()),
    host,
    scheme: hasVolatileClasses ? 'volatile' : pick(random, CLASS_SCHEMES),
    markup: pick(random, MARKUPS),
    header: pick(random, ['bar', 'stacked', 'drawer', 'none'] as const),
    footer: pick(random, ['columns', 'line', 'table'] as const),
    headKilobytes: small ? Math.floor(random() * 3) : 20 + Math.floor(random() * 30),
    menuLinks: random() < 0.8 ? 0 : 100 + Math.floor(random() * 500),
    hasAside: random() < 0.4,
    hasSprite: random() < 0.2,
    hasConsentBanner: random() < 0.25,
    isNoisy: random() < 0.5,
  };
}

export interface PageParts {
  /** Title of the page, as text. */
  readonly title: string;
  /** Path of the page, from the root. */
  readonly path: string;
  /** HTML. */
  readonly main: string;
  readonly language?: string | undefined;
  /** Further elements of the head. */
  readonly head?: string | undefined;
}

export interface FrameOptions {
  readonly look: SiteLook;
  /** Paths that the navigation links to, with the words on the links. */
  readonly navigation: readonly (readonly [path: string, label: string])[];
  /** Draws suggestions and tokens; the same for every response where the site is not noisy. */
  readonly noise: Random;
  /** Keeps what all pages with the same navigation share. */
  readonly keep: (part: string, make: () => string) => string;
}

/** A whole page. */
export function framed(pen: Pen, { look, navigation, noise, keep }: FrameOptions, parts: PageParts): string {
  const links = (): string[] => navigation.map(([path, label]) => pen.el('li', 'nav.item', pen.link('nav.link', path, label)));
  return [
    look.markup === 'old' ? '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">' : '<!doctype html>',
    `<html lang="${parts.language ?? 'en'}">`,
    head(look, parts, noise),
    '<body>',
    keep('top', () => [...(look.hasSprite ? [sprite()] : []), pageHeader(pen, look, links()), largeMenu(pen, look)].join('\n')),
    pen.el('main', 'page', [pen.el('section', 'page.body', parts.main), look.hasAside ? aside(pen, noise) : '']),
    keep('foot', () => [pageFooter(pen, look, navigation), ...(look.hasConsentBanner ? [notice(pen)] : [])].join('\n')),
    `<script src="/static/app.${look.name.length}.js" nonce="${token(noise)}"></script>`,
    '</body></html>',
  ].join('\n');
}

function notice(pen: Pen): string {
  const text = pen.text('p', 'notice.text', 'This site keeps a few settings in your browser.');
  return pen.el('aside', 'notice', [text, pen.text('button', 'notice.close', 'Fine')]);
}

function head(look: SiteLook, { title, path, head: more = '' }: PageParts, noise: Random): string {
  const shown = escapeHtml(title);
  const url = `https://${look.host}${encodeURI(path)}`;
  return [
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${shown} | ${look.name}</title>`,
    `<link rel="canonical" href="${url}"><meta property="og:url" content="${url}"><meta property="og:title" content="${shown}">`,
    '<link rel="stylesheet" href="/static/site.css"><link rel="icon" href="/favicon.ico">',
    `<meta name="csrf-token" content="${token(noise)}">`,
    more,
    look.headKilobytes > 0 ? `<style>${styles(look.headKilobytes)}</style>` : '',
    '</head>',
  ].join('\n');
}

const RULE = '.block-list > .item:nth-child(2n+1){padding:4px 8px;margin:0 auto;color:#333;background:#fff}\n';
const styles = (kilobytes: number): string => RULE.repeat(Math.ceil((kilobytes * 1_024) / RULE.length));

const ICON = '<symbol viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/><circle cx="12" cy="12" r="4"/></symbol>';
const sprite = (): string => `<svg xmlns="http://www.w3.org/2000/svg" style="display:none">${ICON.repeat(30)}</svg>`;

function pageHeader(pen: Pen, look: SiteLook, links: readonly string[]): string {
  const logo = pen.link('brand', '/', look.name);
  const search = pen.el(
    'form',
    'finder',
    [pen.el('input', 'finder.field', '', { name: 'q', type: 'search' }), pen.text('button', 'finder.go', 'Find')],
    { action: '/search' },
  );
  const nav = pen.el('nav', 'nav', pen.el('ul', 'nav.list', links));
  switch (look.header) {
    case 'bar':
      return pen.el('header', 'top', [logo, nav, search]);
    case 'stacked':
      return pen.el('header', 'top', [pen.el('div', 'top.row', [logo, search]), pen.el('div', 'top.row', nav)]);
    case 'drawer':
      return [pen.el('header', 'top', [pen.text('button', 'top.menu', 'Menu'), logo]), pen.el('aside', 'drawer', nav)].join('\n');
    case 'none':
      return pen.el('div', 'top', logo);
  }
}

/** All sections of a large site, on each of its pages. */
function largeMenu(pen: Pen, { menuLinks }: SiteLook): string {
  if (menuLinks === 0) return '';
  const entries = pen.each(menuLinks, (n) =>
    pen.el('div', `section${n}`, [pen.link(`section${n}.link`, `/s/${n}`, `Section ${n}`), pen.text('small', `section${n}.note`, 'New')]),
  );
  return pen.el('nav', 'sections', entries);
}

/** Suggestions beside the page; on a noisy site others, and another number of them, in each response. */
function aside(pen: Pen, noise: Random): string {
  const count = 2 + Math.floor(noise() * 5);
  const entries = Array.from({ length: count }, (_, index) =>
    pen.el('li', 'suggestion', [
      pen.image('suggestion.picture', `s${index}`),
      pen.link('suggestion.name', `/x/${Math.floor(noise() * 1e6)}`, inventedWord(noise, 3)),
    ]),
  );
  return pen.el('aside', 'side', [pen.text('h3', 'side.title', 'You may also like'), pen.el('ul', 'side.list', entries)]);
}

function pageFooter(pen: Pen, look: SiteLook, navigation: FrameOptions['navigation']): string {
  const links = navigation.slice(0, 6).map(([path, label]) => pen.link('foot.link', path, label));
  const note = pen.text('small', 'foot.note', `${look.name}, made with care`);
  switch (look.footer) {
    case 'columns':
      return pen.el('footer', 'foot', [
        pen.el('div', 'foot.column', links.slice(0, 3)),
        pen.el('div', 'foot.column', links.slice(3)),
        note,
      ]);
    case 'line':
      return pen.el('footer', 'foot', [links.join(' · '), note]);
    case 'table':
      return pen.el(
        'footer',
        'foot',
        pen.el(
          'table',
          'foot.table',
          pen.el(
            'tr',
            '',
            links.map((link) => pen.el('td', '', link)),
          ),
        ),
      );
  }
}

const token = (noise: Random): string => Math.floor(noise() * 2 ** 32).toString(36);
