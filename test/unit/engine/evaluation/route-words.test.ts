import { describe, expect, it } from 'vitest';
import { foldRouteWord, isRouteWord } from '../../../../src/engine/evaluation/route-words.js';
import routeWords from '../../../../src/engine/evaluation/route-words.json' with { type: 'json' };

describe('words at which sites have pages of their own', () => {
  it.each(
    `about jobs help blog explore settings www mail api almanac search contact terms events shop status music
     About JOBS about-us about_us terms-of-service robots.txt en-US pt_BR job helps category story stories
     impressum über-uns ueber-uns Datenschutz accueil à-propos nosotros quiénes-somos sobre-nós chi-siamo novosti kontakty
     новости О-нас Контакты kaisha otoiawase`.split(/\s+/),
  )('%s is one', (word) => {
    expect(isRouteWord(word)).toBe(true);
  });

  it.each(['ada-lovelace', 'jobson', 'aboutme77', 'xkqzvbtr', 'grace.hopper', 'torvalds', 'musiclover', 'i-am-jane', '', '-'])(
    '"%s" is none',
    (name) => {
      expect(isRouteWord(name)).toBe(false);
    },
  );

  it.each([
    ['a plural of one in the table', 'abouts addons administrators activities babies addresses fetches'],
    ['a singular', 'benefit citizen concert amenity opportunity'],
  ])('%s is one too', (_, words) => {
    expect(words.split(' ').filter((word) => !isRouteWord(word))).toEqual([]);
  });

  it('a name of three letters is none by a letter more or less', () => {
    expect(['dn', 'cm', 'kid', 'ask', 'asks', 'oop'].map((name) => isRouteWord(name))).toEqual([false, false, false, true, true, false]);
  });

  it.each(Object.entries(routeWords))('the list "%s" is folded, sorted and without repetitions', (_, lines) => {
    const words = lines.flatMap((line) => line.split(' '));
    expect(words.map(foldRouteWord)).toEqual(words);
    expect([...new Set(words)].sort()).toEqual(words);
  });
});
