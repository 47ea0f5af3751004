/** Further pages of a site: indexes, shops, calendars, doors. */
import { field, heading, type PageTemplate } from './page-parts.js';

export const board: PageTemplate = (pen, topic) =>
  heading(pen, topic) +
  pen.el('table', 'board', [
    pen.el(
      'thead',
      '',
      pen.el(
        'tr',
        '',
        pen.each(4, () => pen.text('th', '', pen.prose.words(1))),
      ),
    ),
    pen.el(
      'tbody',
      '',
      pen.each(pen.between(8, 20), (n) =>
        pen.el('tr', 'board.topic', [
          pen.el('td', '', pen.link('board.link', `/t/${n}`, pen.prose.words(4))),
          pen.text('td', '', String(n)),
          pen.text('td', '', pen.prose.words(1)),
          pen.text('td', '', '4 May'),
        ]),
      ),
    ),
  ]);

export const cinema: PageTemplate = (pen, topic) =>
  heading(pen, topic) +
  pen.el(
    'div',
    'reel',
    pen.each(pen.between(8, 20), (n) =>
      pen.el('article', 'clip', [
        pen.el('video', 'clip.video', '', { src: `/v/${n}.mp4` }),
        pen.text('h3', 'clip.title', pen.prose.words(4)),
        pen.text('span', 'clip.length', '4:20'),
      ]),
    ),
  );

/** A shell that a script fills in the browser. */
export const blankShell: PageTemplate = (pen, topic) =>
  `<div id="root" data-route="${topic.path}"></div><noscript>${pen.prose.sentence()}</noscript>`;

export const catalogue: PageTemplate = (pen, topic) =>
  [
    heading(pen, topic),
    pen.el(
      'aside',
      'facets',
      pen.each(4, () => pen.el('fieldset', 'facet', [pen.text('legend', '', pen.prose.words(1)), ...pen.each(3, () => field(pen, 'f'))])),
    ),
    pen.el(
      'ul',
      'goods',
      pen.each(pen.between(8, 24), (n) =>
        pen.el('li', 'good', [
          pen.image('good.picture', `p${n}`),
          pen.link('good.name', `/p/${n}`, pen.prose.words(3)),
          pen.text('strong', 'good.price', `${n}.00`),
          pen.text('button', 'good.buy', 'Add'),
        ]),
      ),
    ),
  ].join('\n');

export const calendar: PageTemplate = (pen, topic) =>
  heading(pen, topic) +
  pen.el(
    'table',
    'month',
    pen.each(5, () =>
      pen.el(
        'tr',
        '',
        pen.each(7, (day) =>
          pen.el('td', 'month.day', [String(day + 1), pen.chance(0.3) ? pen.link('month.event', '/e', pen.prose.words(2)) : '']),
        ),
      ),
    ),
  ) +
  pen.el(
    'dl',
    'agenda',
    pen.each(6, () => pen.text('dt', '', '19:00') + pen.text('dd', '', pen.prose.words(5))),
  );

export const doorway: PageTemplate = (pen, topic) =>
  pen.el(
    'form',
    'door',
    [
      heading(pen, topic),
      field(pen, 'name'),
      field(pen, 'code'),
      pen.text('button', 'button', 'Continue'),
      pen.link('door.help', '/recover', 'Lost it?'),
    ],
    { action: `/session?next=${topic.path}` },
  );

export const figures: PageTemplate = (pen, topic) =>
  heading(pen, topic) +
  pen.el(
    'section',
    'charts',
    pen.each(pen.between(3, 6), () =>
      pen.el('figure', 'chart', ['<svg viewBox="0 0 9 9"><rect/><rect/><rect/></svg>', pen.text('figcaption', '', pen.prose.words(3))]),
    ),
  );
