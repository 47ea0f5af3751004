/** Words of simulated sites: the first segments of their own pages, and the names of people. */

/** Words that very many sites have pages at; any list of reserved names has most of them. */
export const COMMON_WORDS: readonly string[] = (
  'about accessibility account admin ads affiliates all api app apps archive artists articles awards blog blogs books brands browse business ' +
  'careers categories chat checkout collections community company contact cookies copyright create dashboard deals developers directory discover ' +
  'docs donate download downloads edit events explore faq features feed feedback files forum forums friends gallery games gift groups guide ' +
  'guidelines help history home images imprint index info install invite jobs join labs learn legal live login logout mail map maps market ' +
  'marketplace media members messages mobile music new news newsletter notifications offers page pages partners people photos plans podcast ' +
  'podcasts popular posts premium press pricing privacy products profile projects radio random reviews rules search security services settings ' +
  'shop signup sitemap staff status stories store support tags team terms today tools top topics trending upload users videos wiki work'
).split(' ');

/** Words with a page on one site in a thousand: of no list. */
export const RARE_WORDS: readonly string[] = (
  'almanac apiary atlas aviary bakery ballads beacon birch bookshelf brewery canopy caravan carnival cartography cellar chapel chapters chronicle ' +
  'cinema clinic cloister clubs compass concerts courtyard cuisine curriculum derby dispatch easel encyclopedia engravings exhibits fables ferry ' +
  'fieldnotes fjord folklore foundry galaxy garden gazette glacier glossary granary greenhouse guild harbor harvest heirlooms herbarium hikes ' +
  'horizons hostel ink island itineraries jamboree jazz journal kiln kitchen lantern lectures legends lessons letters lighthouse lounge ' +
  'lyrics mahogany matinee meadow meetups melodies menagerie mosaic museum novels nursery oasis observatory opera orchard orchestra outpost ' +
  'pantry parade pavilion pedigree pilgrims planetarium playlists poems postcards pottery prints quarry quilts railways rally recipes refuge ' +
  'regatta remedies residency safari sagas salon sanctuary scholars sculptures seminars shanties sheetmusic shipyard sketchbook sonnets stables ' +
  'starters stationery sundials symposium tailor tapestry tavern theatre timetable trails treasury tundra tutors vault village vineyard voyages ' +
  'waterways weather windmill winery workshops zeppelin'
).split(' ');

/** Pages in other languages, of countries and of letters: short segments that no list of words has whole. */
export const SHORT_SEGMENTS: readonly string[] = ['en', 'de', 'fr', 'es', 'ja', 'us', 'uk', 'a', 'm', 's', 'tv', 'go', 'ai', '2024'];

/** Segments of two words, as sites write them. */
export const LONG_SEGMENTS: readonly string[] = (
  'about-us contact-us terms-of-service privacy-policy terms_of_use how-it-works getting-started code-of-conduct meet-the-team our-story ' +
  'press-kit open-positions gift-cards help_center site-map city-guide reading-list winter-sale'
).split(' ');

const ONSETS = ['b', 'br', 'c', 'd', 'dr', 'f', 'g', 'gl', 'h', 'k', 'l', 'm', 'n', 'p', 'pr', 'r', 's', 'st', 't', 'tr', 'v', 'w', 'z'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'oo'];
const CODAS = ['', 'l', 'n', 'r', 's', 'm', 'nd', 'rk', 'st'];

export type Random = () => number;

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Some of the items, in the order of the draw. */
export function sample<T>(random: Random, items: readonly T[], count: number): T[] {
  const left = [...items];
  for (let i = left.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [left[i], left[j]] = [left[j] as T, left[i] as T];
  }
  return left.slice(0, count);
}

/** A pronounceable word that is in no dictionary. */
export function inventedWord(random: Random, syllables = 3): string {
  return Array.from(
    { length: syllables },
    (_, i) => pick(random, ONSETS) + pick(random, VOWELS) + (i === syllables - 1 ? pick(random, CODAS) : ''),
  ).join('');
}

/** The forms of names that people have: letters only, digits behind, a separator, capitals, short and long ones. */
export const NAME_FORMS: Readonly<Record<string, (random: Random) => string>> = {
  letters: (random) => inventedWord(random, 3),
  short: (random) => pick(random, ONSETS).slice(0, 1) + pick(random, VOWELS).slice(0, 1) + pick(random, ONSETS).slice(0, 1),
  long: (random) => inventedWord(random, 8),
  digits: (random) => `${inventedWord(random, 2)}${10 + Math.floor(random() * 990)}`,
  underscore: (random) => `${inventedWord(random, 2)}_${inventedWord(random, 2)}`,
  hyphen: (random) => `${inventedWord(random, 2)}-${inventedWord(random, 2)}`,
  dot: (random) => `${inventedWord(random, 2)}.${inventedWord(random, 2)}`,
  capital: (random) => inventedWord(random, 3).replace(/^./, (first) => first.toUpperCase()),
  leadingDigit: (random) => `${1 + Math.floor(random() * 9)}${inventedWord(random, 2)}`,
  number: (random) => String(100_000 + Math.floor(random() * 900_000)),
};
