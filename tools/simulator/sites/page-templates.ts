/** The pages that a site has of its own: what each is built of. Those that are built much like a profile are in `profile-templates.ts`. */
import { field, heading, type PageTemplate, paragraphs } from './page-parts.js';
import { blankShell, board, calendar, catalogue, cinema, doorway, figures } from './site-pages.js';

export type { PageTemplate, PageTopic } from './page-parts.js';

const landing: PageTemplate = (pen, topic) =>
  [
    pen.el('section', 'hero', [
      heading(pen, topic),
      pen.text('p', 'hero.lead', pen.prose.sentence()),
      pen.link('button', '/start', 'Begin'),
    ]),
    ...pen.each(pen.between(2, 4), () =>
      pen.el('section', 'feature', [
        pen.image('feature.art', 'f'),
        pen.text('h2', 'feature.title', pen.prose.words(3)),
        ...paragraphs(pen, 1),
      ]),
    ),
    pen.el(
      'section',
      'quotes',
      pen.each(3, () => pen.el('blockquote', 'quote', pen.text('p', 'quote.text', pen.prose.sentence()))),
    ),
  ].join('\n');

const article: PageTemplate = (pen, topic) =>
  pen.el('article', 'story', [
    heading(pen, topic),
    pen.text('time', 'story.date', '4 May'),
    ...paragraphs(pen, pen.between(4, 9)),
    pen.el('figure', 'story.figure', [pen.image('story.image', 'a'), pen.text('figcaption', '', pen.prose.words(6))]),
    ...paragraphs(pen, 2),
  ]);

const listing: PageTemplate = (pen, topic) =>
  [
    heading(pen, topic),
    pen.el(
      'div',
      'filters',
      pen.each(4, () => pen.text('button', 'filters.choice', pen.prose.words(1))),
    ),
    pen.el(
      'ol',
      'entries',
      pen.each(pen.between(10, 24), (n) =>
        pen.el('li', 'entry', [
          pen.link('entry.title', `/e/${n}`, pen.prose.words(4)),
          pen.text('p', 'entry.summary', pen.prose.sentence()),
          pen.text('span', 'entry.meta', pen.prose.words(2)),
        ]),
      ),
    ),
    pen.el(
      'nav',
      'pager',
      pen.each(4, (n) => pen.link('pager.page', `?page=${n + 1}`, String(n + 1))),
    ),
  ].join('\n');

const searchForm: PageTemplate = (pen, topic) =>
  pen.el('form', 'query', [
    heading(pen, topic),
    pen.el('input', 'query.text', '', { name: 'q', type: 'search' }),
    pen.el(
      'fieldset',
      'query.options',
      pen.each(5, (n) =>
        pen.el('label', 'query.option', [pen.el('input', '', '', { type: 'radio', name: 'in', value: String(n) }), pen.prose.words(1)]),
      ),
    ),
    pen.text('button', 'button', 'Go'),
  ]);

const pricing: PageTemplate = (pen, topic) =>
  [
    heading(pen, topic),
    pen.el('table', 'plans', [
      pen.el(
        'tr',
        'plans.head',
        pen.each(4, () => pen.text('th', '', pen.prose.words(1))),
      ),
      ...pen.each(pen.between(5, 10), () =>
        pen.el(
          'tr',
          'plans.row',
          pen.each(4, () => pen.text('td', '', pen.prose.words(2))),
        ),
      ),
    ]),
    pen.el(
      'dl',
      'answers',
      pen.each(5, () => pen.text('dt', '', pen.prose.words(5)) + pen.text('dd', '', pen.prose.sentence())),
    ),
  ].join('\n');

const gallery: PageTemplate = (pen, topic) =>
  heading(pen, topic) +
  pen.el(
    'div',
    'tiles',
    pen.each(pen.between(12, 30), (n) =>
      pen.el('figure', 'tile', [pen.image('tile.image', `g${n}`), pen.text('figcaption', 'tile.caption', pen.prose.words(2))]),
    ),
  );

const handbook: PageTemplate = (pen, topic) =>
  [
    pen.el(
      'aside',
      'contents',
      pen.el(
        'ul',
        'contents.list',
        pen.each(pen.between(8, 16), (n) => pen.el('li', '', pen.link('contents.link', `#s${n}`, pen.prose.words(2)))),
      ),
    ),
    pen.el('article', 'manual', [
      heading(pen, topic),
      ...pen.each(4, (n) =>
        pen.el('section', 'manual.part', [
          pen.text('h2', 'manual.title', pen.prose.words(3)),
          ...paragraphs(pen, 1),
          pen.el('pre', 'manual.code', pen.text('code', '', `step ${n}`)),
        ]),
      ),
    ]),
  ].join('\n');

const openings: PageTemplate = (pen, topic) =>
  [
    heading(pen, topic),
    pen.el(
      'select',
      'openings.team',
      pen.each(5, () => pen.text('option', '', pen.prose.words(1))),
    ),
    ...pen.each(pen.between(4, 12), (n) =>
      pen.el('details', 'opening', [
        pen.el('summary', 'opening.name', pen.prose.words(3)),
        pen.el(
          'ul',
          '',
          pen.each(3, () => pen.text('li', '', pen.prose.words(5))),
        ),
        pen.link('opening.apply', `/apply/${n}`, 'Apply'),
      ]),
    ),
  ].join('\n');

const letterForm: PageTemplate = (pen, topic) =>
  [
    pen.el('div', 'half', [
      heading(pen, topic),
      ...paragraphs(pen, 1),
      pen.el(
        'address',
        'address',
        pen.each(3, () => pen.text('div', '', pen.prose.words(3))),
      ),
    ]),
    pen.el('form', 'form', [
      ...['name', 'subject', 'reply'].map((name) => field(pen, name)),
      pen.el('textarea', 'form.text', '', { name: 'text' }),
      pen.text('button', 'button', 'Send'),
    ]),
  ].join('\n');

const statute: PageTemplate = (pen, topic) =>
  pen.el('div', 'law', [
    heading(pen, topic),
    pen.el(
      'ol',
      'law.clauses',
      pen.each(pen.between(8, 20), () =>
        pen.el('li', 'law.clause', [pen.text('h3', '', pen.prose.words(3)), pen.text('p', '', pen.prose.paragraph(4))]),
      ),
    ),
  ]);

/** Templates that share nothing but the frame with a profile. */
export const PAGE_TEMPLATES = {
  landing,
  article,
  listing,
  searchForm,
  pricing,
  gallery,
  handbook,
  openings,
  letterForm,
  statute,
  board,
  cinema,
  blankShell,
  catalogue,
  calendar,
  doorway,
  figures,
} as const satisfies Readonly<Record<string, PageTemplate>>;
