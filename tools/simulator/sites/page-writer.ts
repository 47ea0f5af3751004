/** Writes the pages of one response of a site. */
import { randomStream } from '../deterministic.js';
import type { ClassNames } from './class-names.js';
import { framed } from './frame.js';
import { PAGE_TEMPLATES, type PageTemplate } from './page-templates.js';
import { Pen } from './pen.js';
import { profileOf } from './people.js';
import { PROFILE_LIKE, PROFILE_TEMPLATES, type ProfileTemplateName, twin } from './profile-templates.js';
import { proseOf } from './prose.js';
import { addressOf } from './site-address.js';
import type { PageTemplateName, SitePlan } from './site-plan.js';
import { pick, type Random } from './word-lists.js';

/** Whether there is an account of that name, without regard to case. */
export type HasAccount = (name: string) => boolean;

interface Response {
  readonly release: number;
  readonly classes: ClassNames;
  readonly noise: Random;
  readonly exists: HasAccount;
  /** Main parts of pages that do not differ from response to response, from one response to the next. */
  readonly kept: Map<string, string>;
}

/** The accounts that the rules of simulated sites name. */
export const KNOWN_ACCOUNTS: readonly string[] = ['northwind', 'contoso'];
/** Words in the navigation of a site. */
const NAVIGATION = 9;
/** Path segments on sites whose own pages are not among the accounts. */
const ELSEWHERE = ['home', 'help', 'terms', 'people'];

export class PageWriter {
  readonly #plan: SitePlan;
  readonly #now: Response;

  constructor(plan: SitePlan, now: Response) {
    this.#plan = plan;
    this.#now = now;
  }

  root(): string {
    const { root, look, traits } = this.#plan;
    if (traits.shell !== undefined) return this.#shell('', 'Home');
    return this.#page('', look.name, (pen) => this.#template(root)(pen, { label: look.name, path: '/' }));
  }

  ownPage(segment: string, template: PageTemplateName): string {
    const label = titled(segment);
    if (this.#plan.traits.shell !== undefined) return this.#shell(segment, label);
    return this.#page(segment, label, (pen) => this.#template(template)(pen, { label, path: `/${segment}` }));
  }

  profile(name: string): string {
    const { profiles, traits } = this.#plan;
    if (traits.shell !== undefined) return this.#shell(name, name);
    const { profile, language } = profileOf(name);
    const known = KNOWN_ACCOUNTS.indexOf(name);
    const random = randomStream(`${this.#plan.seed}|layout|${name}`);
    const template = known < 0 ? pick(random, profiles) : (profiles[traits.layouts === 'two' ? known : 0] as ProfileTemplateName);
    return this.#page(name, name, (pen) => PROFILE_TEMPLATES[template](pen, profile), language);
  }

  missing(name: string): string {
    const { missing, traits } = this.#plan;
    if (traits.shell !== undefined) return this.#shell(name, 'Page not found');
    if (missing === 'bare' && traits.absent !== 'text')
      return '<html><head><title>Not Found</title></head><body><h1>Not Found</h1><hr></body></html>';
    const text = traits.absent === 'text' ? MISSING_TEXT : 'There is nothing at this address.';
    return this.#page('404', missing === 'named' ? `No ${name}` : 'Page not found', (pen) =>
      [
        pen.el('section', 'lost', [
          pen.text('h1', 'lost.title', 'Not found'),
          pen.text('p', 'lost.text', missing === 'named' ? `${name}: ${text}` : text),
          pen.link('lost.back', '/', 'Back'),
        ]),
        missing === 'suggesting'
          ? pen.el(
              'ul',
              'posts',
              pen.each(6, (n) => pen.el('li', 'post', pen.link('post.title', `/p/${n}`, pen.prose.words(4)))),
            )
          : '',
      ].join('\n'),
    );
  }

  /** For a name whose form the site refuses. */
  refusal(): string {
    return this.#page('invalid', 'This does not work', (pen) =>
      pen.el('div', 'wrong', [
        pen.text('h2', 'wrong.title', 'This address is not valid'),
        pen.text('p', '', 'Please check what you typed.'),
      ]),
    );
  }

  /** The elements that a script fills: the same for every address. */
  #shell(segment: string, title: string): string {
    const isTitled = this.#plan.traits.shell === 'titled';
    const data = `<script id="state" type="application/json">{"path":"/${segment}","view":null}</script>`;
    return this.#page(
      segment,
      isTitled ? title : this.#plan.look.name,
      (pen) => PAGE_TEMPLATES.blankShell(pen, { label: title, path: '/' }) + data,
    );
  }

  #template(name: PageTemplateName): PageTemplate {
    if (name === 'twin') return (pen, topic) => twin(pen, topic, this.#plan.profiles[0] as keyof typeof PROFILE_TEMPLATES);
    return name in PROFILE_LIKE ? PROFILE_LIKE[name as keyof typeof PROFILE_LIKE] : PAGE_TEMPLATES[name as keyof typeof PAGE_TEMPLATES];
  }

  #page(segment: string, title: string, main: (pen: Pen) => string, language = 'en'): string {
    const { seed, look, traits, pages } = this.#plan;
    const { release, classes, noise, exists } = this.#now;
    const random = randomStream(`${seed}|page|${segment}`);
    const pen = new Pen({ random, prose: proseOf(random, language), classes, markup: look.markup });
    const words = pages.size === 0 ? ELSEWHERE : [...pages.keys()].reverse().filter((word) => !exists(word));
    const href = (word: string): string =>
      traits.accounts === 'label' ? addressOf(this.#plan, word) : `/${word}${traits.slash ? '/' : ''}`;
    const navigation = words.slice(0, NAVIGATION).map((word) => [href(word), titled(word)] as const);
    const path = traits.accounts === 'label' ? '/' : `/${segment}`;
    const shown = traits.accounts === 'label' && segment !== '' && segment !== '404' ? { ...look, host: `${segment}.${look.host}` } : look;
    const key = `${release}|${segment}|${title}`;
    const shared = `${release}|${navigation.join()}`;
    const keep = (part: string, make: () => string): string => this.#kept(`${shared}|${part}`, make);
    const whole = (): string =>
      framed(pen, { look: shown, navigation, noise, keep }, { title, path, main: this.#kept(key, () => main(pen)), language });
    return look.isNoisy ? whole() : this.#kept(`${key}|${shared}`, whole);
  }

  #kept(key: string, make: () => string): string {
    const { kept } = this.#now;
    const known = this.#plan.look.scheme === 'volatile' ? undefined : kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (kept.size < MAX_KEPT) kept.set(key, made);
    return made;
  }
}

/** Main parts kept of one site: more are asked for once only. */
const MAX_KEPT = 200;

/** Text of sites that say that an account is absent. */
export const MISSING_TEXT = 'Nobody among us goes by that name';

const titled = (segment: string): string => segment.replace(/[-_]/g, ' ').replace(/^./, (first) => first.toUpperCase());
