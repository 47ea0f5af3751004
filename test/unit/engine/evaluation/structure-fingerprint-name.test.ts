/** Where a page shows the name that it was requested for belongs to its structure, whatever the name is. */
import { describe, expect, it } from 'vitest';
import { structureFingerprint } from '../../../../src/engine/evaluation/structure-fingerprint.js';

/** Whether a page would be another one if the name were not looked for in it. */
const shows = (body: string, name = 'ada'): boolean => structureFingerprint(body, name) !== structureFingerprint(body, '');
const isSame = (one: string, other: string): boolean => structureFingerprint(one, 'ada') === structureFingerprint(other, 'ada');

describe('a page shows the name', () => {
  it.each([
    '<p>ada',
    '<p> @Ada, since 2019',
    '<p>ada-x.ada_y',
    '<p>~ada~ada~',
    '<a href="/ada">',
    '<a href="https://example.com/ada/likes">',
    '<a href="https://ada.example.com/">',
    '<input value="ada">',
    '<head></head><p>ada',
    '<head></head><body><p>ada',
    '<head><body><p>ada',
    '<HEAD></HEAD><p>ada',
  ])('in %s', (body) => {
    expect(shows(body)).toBe(true);
    expect(shows(body, 'ADA')).toBe(true);
  });

  it.each([
    'ada',
    '<p>someone else',
    '<p>adam',
    '<p>canada',
    '<p>ada1',
    '<p>1ada',
    '<p>adañ',
    '<p>ñada',
    '<p>ada and adam',
    '<p>adam and ada',
    '<p>adaxada',
    '<p class="ada">',
    '<head><title>ada</title>',
    '<head><title>ada</title><meta content="ada"></head>',
    '<script type="application/ld+json">{}</script><!-- ada -->',
  ])('not in %s', (body) => {
    expect(shows(body)).toBe(false);
  });

  it.each([
    ['of two hundred characters', 200, 201, (length: number) => `<p>ada${' '.repeat(length - 3)}`],
    ['that leave sixty of it around a sign for the name', 60, 61, (length: number) => `<p>ada ${'-'.repeat(length - 3)}`],
  ])('in texts and attributes %s at most', (_, most, more, page) => {
    expect([most, more, 500].map((length) => shows(page(length)))).toEqual([true, false, false]);
  });
});

describe('two pages show the name in the same place', () => {
  it.each([
    ['<p>ada</p>', '<p> ADA\n</p>'],
    ['<a href="https://example.com/ada">', '<a href="http://www.example.org/ada">'],
    ['<a href="https://example.com/ada">', '<a href="/ada">'],
    ['<p>ada since 2019', '<p>ada since 2020'],
    ['<p>Hello<b>ada', '<p>Good day<b>ada'],
  ])('%s, %s', (one, other) => {
    expect(isSame(one, other)).toBe(true);
  });
});

describe('two pages show the name in different places', () => {
  it.each([
    ['<p>ada', '<p>@ada'],
    ['<p>ada', '<p>ada ada'],
    ['<a href="/ada">', '<a href="/u/ada">'],
    ['<a href="/?next=/ada">', '<a href="/?next=https://example.com/ada">'],
    ['<a href="/ada">', '<a href="https:///ada">'],
    ['<a href="/ada">', '<a title="/ada">'],
    ['<a href="/ada"></a><b>', '<a></a><b title="/ada">'],
    ['<p>Tom &amp; ada', '<p>Ben &amp; ada'],
    ['<a title="Tom &amp; ada">', '<a title="Ben &amp; ada">'],
    ['<p>ada<b>x', '<p>x<b>ada'],
    ['<p class="a">ada</p><p class="b">x', '<p class="a">x</p><p class="b">ada'],
    ['<i class="a"><p>ada</p></i><i class="b"><p>x', '<i class="a"><p>x</p></i><i class="b"><p>ada'],
    ['<a><i><p>ada</p></i></a><b><i><p>x', '<a><i><p>x</p></i></a><b><i><p>ada'],
  ])('%s, %s', (one, other) => {
    expect(isSame(one, other)).toBe(false);
  });
});
