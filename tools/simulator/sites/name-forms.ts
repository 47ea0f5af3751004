/** What a site makes of a name by its form alone, before it looks whether somebody has it. */
import { pick, type Random } from './word-lists.js';

/** Ways to refuse a name. `other_page`: 404 with another page than that for an absent account. */
export const REFUSALS = ['400', '422', '500', 'other_page', 'bare_404', 'to_root', 'to_search'] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface NameForm {
  /** Names that have a page whether or not anybody has them: entries of a dictionary, numbers of articles, short links. */
  readonly hasPage?: (name: string) => boolean;
  /** Names that nobody can have. */
  readonly isRefused?: (name: string) => boolean;
  readonly refusal?: Refusal;
  /** Names that somebody may have, but that the site's own server takes for files. */
  readonly isFile?: (name: string) => boolean;
  /** Names that somebody may have, at an address that is written in another way: the one that was asked for is nobody's. */
  readonly isWrittenAnew?: (name: string) => boolean;
  /**
   * Capitals: `strict`: nobody has such a name; `fold`: the same as small letters; `redirect`: to the address in small letters; `kept`: an
   * account has the spelling that was drawn for it, and no other spelling is anybody's.
   */
  readonly capitals?: 'strict' | 'fold' | 'redirect' | 'kept';
}

const REFUSED: Readonly<Record<string, (name: string) => boolean>> = {
  short: (name) => name.length < 4,
  long: (name) => name.length > 15,
  dots: (name) => name.includes('.'),
  separators: (name) => /[._-]/.test(name),
  capitals: (name) => /[A-Z]/.test(name),
  leadingDigit: (name) => /^\d/.test(name),
  digits: (name) => /\d/.test(name),
};
const REFUSED_NAMES = Object.keys(REFUSED);

/** The forms on which sites depend, by name. Which names a refusing site refuses, and how, is drawn. */
export const NAME_FORM_KINDS = {
  letters: (): NameForm => ({ hasPage: (name) => /^[A-Za-z]{2,}$/.test(name), capitals: 'fold' }),
  'letters-few': (): NameForm => ({ hasPage: (name) => /^[a-z]{3,9}$/.test(name), capitals: 'strict' }),
  numbers: (): NameForm => ({ hasPage: (name) => /^\d+$/.test(name) }),
  'short-codes': (): NameForm => ({ hasPage: (name) => /^[A-Za-z0-9]{1,6}$/.test(name), capitals: 'fold' }),
  slugs: (): NameForm => ({ hasPage: (name) => /^[a-z]+(?:-[a-z]+)+$/.test(name) }),
  refuses: (random: Random): NameForm => {
    const test = pick(random, REFUSED_NAMES);
    return {
      isRefused: REFUSED[test] as (name: string) => boolean,
      refusal: pick(random, REFUSALS),
      capitals: test === 'capitals' ? 'strict' : 'fold',
    };
  },
  'folds-case': (): NameForm => ({ capitals: 'fold' }),
  'sends-to-small-letters': (): NameForm => ({ capitals: 'redirect' }),
  files: (): NameForm => ({ isFile: (name) => /\.[a-z]{2,}$/.test(name) }),
  'keeps-case': (): NameForm => ({ capitals: 'kept' }),
  'writes-slugs': (): NameForm => ({ isWrittenAnew: (name) => /[._]/.test(name), capitals: 'fold' }),
  'cuts-names': (): NameForm => ({ isWrittenAnew: (name) => name.length > 30, capitals: 'fold' }),
} as const satisfies Readonly<Record<string, (random: Random) => NameForm>>;
export type NameFormKind = keyof typeof NAME_FORM_KINDS;
