import { type Control, evaluateControl, isUnrecognisedAbsence } from './control.js';
import { FAILED_MS } from './lifetimes.js';
import { isDifferentPage } from './weak-evidence.js';
import type { NegativeControlIdentities } from './ports.js';
import type { Verdict } from '../evaluation/verdict.js';
import type { QueueTicket } from '../flow/request-class.js';
import type { Identity } from '../../kernel/identity/identity.js';
import { namesLike, NOBODY_OF } from './similar-name.js';
import { SingleFlight } from './single-flight.js';
import type { Target } from './control-probes.js';

/** Forms that are kept of a target. */
const MAX_SHAPES = 256;

/** What a negative control of a form showed: it is absent (`free`), registered (`taken`), now this, now that, or nothing. */
export type SimilarOutcome = 'free' | 'taken' | 'contradiction' | 'unknown';

/** What is known of a form of identities. */
interface ShapeState {
  /** Characters by which an identity has to be longer for nobody to have it; undefined: not tried yet. */
  extra?: number;
  failedAt?: number;
  /** The time of the platform's control under which it was probed twice in a row. */
  doubledUnder?: number;
}

export interface SimilarControlPorts {
  readonly negativeIdentities: NegativeControlIdentities;
  readonly probe: (identity: Identity, queue: QueueTicket) => Promise<Verdict>;
  readonly now: () => Date;
}

/**
 * Negative controls in the form of a probed identity: of its kinds of characters, its separators and its length, or the next length at
 * which nobody has one. A site may show a page for any name of letters and refuse others by their form; the whole control's own identity,
 * sixteen letters and digits, does not show that.
 */
export class SimilarControls {
  readonly #ports: SimilarControlPorts;
  readonly #target: Target;
  readonly #shapes = new Map<string, ShapeState>();
  readonly #forms = new Map<string, SimilarOutcome>();
  readonly #flight: SingleFlight<string, SimilarOutcome>;

  constructor(ports: SimilarControlPorts, target: Target) {
    this.#ports = ports;
    this.#target = target;
    this.#flight = new SingleFlight(() => ports.now().getTime());
  }

  /** A control in the form of an identity that begins after this call. @param control the platform's, which has passed */
  after(identity: Identity, control: Control, queue: QueueTicket): Promise<SimilarOutcome> {
    const shape = shapeOf(identity.value);
    if (this.#shapes.size >= MAX_SHAPES && !this.#shapes.has(shape)) this.#shapes.clear();
    const state: ShapeState = this.#shapes.get(shape) ?? {};
    this.#shapes.set(shape, state);
    if (this.#ports.now().getTime() - (state.failedAt ?? Number.NEGATIVE_INFINITY) < FAILED_MS) return Promise.resolve('taken');
    return this.#flight.after(shape, 0, () => this.#run(state, identity, control, queue));
  }

  /**
   * A control in the form of an identity, its length aside, that counts as long as the platform's: for evidence of a rule's own, which a
   * site may show for every name of letters, and for every number that is somebody's id.
   */
  async ofForm(identity: Identity, control: Control, queue: QueueTicket): Promise<SimilarOutcome> {
    const key = `${formOf(identity.value)} ${control.checkedAt.toISOString()}`;
    const kept = this.#forms.get(key);
    if (kept !== undefined) return kept;
    const outcome = await this.#flight.share(key, () => this.#tryForm(identity, control, queue));
    if (this.#forms.size >= MAX_SHAPES) this.#forms.clear();
    if (outcome === 'free' || outcome === 'taken') this.#forms.set(key, outcome);
    return outcome;
  }

  async #tryForm({ type, value }: Identity, control: Control, queue: QueueTicket): Promise<SimilarOutcome> {
    const { makeLike } = this.#ports.negativeIdentities;
    const { rule } = this.#target;
    const isNumber = /^\p{Nd}+$/u.test(value);
    // Ids are dense below the newest one: of a number's length they may be half taken, of one digit less they are not.
    const shorter = isNumber && value.length > 1 ? makeLike(rule, { type, value: value.slice(1) }, 0) : null;
    const like = (isNumber ? null : this.#longEnough({ type, value })) ?? makeLike(rule, { type, value }, 0);
    if (like === null) return 'unknown';
    const verdicts = await Promise.all([like, ...(shorter ? [shorter] : [])].map((each) => this.#ports.probe(each, queue)));
    if (verdicts.every((verdict) => this.#isAbsence(verdict, control, 0))) return 'free';
    if (!verdicts.some(({ state }) => state === 'registered')) return 'unknown';
    if (freedomOf(like.value) !== 'certainly') return 'taken';
    const again = await this.#again(like, queue);
    if (again?.state === 'registered') return 'taken';
    return again?.state === 'not_registered' ? 'contradiction' : 'unknown';
  }

  async #run(state: ShapeState, identity: Identity, control: Control, queue: QueueTicket): Promise<SimilarOutcome> {
    const first = state.extra ?? 0;
    // Ends at a length at which nobody can have one by chance.
    for (let extra = first; ; extra += 1) {
      const like = this.#ports.negativeIdentities.makeLike(this.#target.rule, identity, extra);
      if (!like) return 'unknown';
      const verdict = await this.#ports.probe(like, queue);
      if (verdict.state === 'registered') {
        const outcome = await this.#whenTaken(state, like, queue);
        if (outcome === null) continue;
        return outcome;
      }
      if (!this.#isAbsence(verdict, control, extra)) return 'unknown';
      state.extra = extra;
      // Twice in a row under each whole control: one in between is fooled by two nodes that take turns, one of which is at fault.
      const under = control.checkedAt.getTime();
      if (state.doubledUnder !== under && extra === first) {
        const second = await this.#again(like, queue);
        if (second?.state === 'registered') return freedomOf(like.value) === 'certainly' ? 'contradiction' : 'unknown';
        if (!second || !this.#isAbsence(second, control, extra)) return 'unknown';
        state.doubledUnder = under;
      }
      // A length at which somebody might have it was passed over: by chance, or by a fault. The next verdict begins at this one.
      return extra === first ? 'free' : 'unknown';
    }
  }

  /** One in the form of an identity, so long that nobody has it by chance; null where the rule takes none. */
  #longEnough(identity: Identity): Identity | null {
    for (let extra = 0; ; extra += 1) {
      const like = this.#ports.negativeIdentities.makeLike(this.#target.rule, identity, extra);
      if (like === null || freedomOf(like.value) === 'certainly') return like;
    }
  }

  /**
   * Two of two that hardly anybody has by chance: the site shows a page for every identity of the form; one of two: for some requests.
   *
   * @returns null where somebody may have it
   */
  async #whenTaken(state: ShapeState, like: Identity, queue: QueueTicket): Promise<SimilarOutcome | null> {
    const freedom = freedomOf(like.value);
    if (freedom === 'perhaps') return null;
    const again = await this.#again(like, queue);
    if (again?.state === 'registered') {
      state.failedAt = this.#ports.now().getTime();
      return 'taken';
    }
    if (freedom === 'likely') return null;
    return again?.state === 'not_registered' ? 'contradiction' : 'unknown';
  }

  async #again(like: Identity, queue: QueueTicket): Promise<Verdict | null> {
    const another = this.#ports.negativeIdentities.makeLike(this.#target.rule, like, 0);
    return another && this.#ports.probe(another, queue);
  }

  /** A refusal by form is no absence: a longer identity must have the page that the platform shows for absent ones. */
  #isAbsence(verdict: Verdict, { outcome }: Control, extra: number): boolean {
    if (outcome.state !== 'passed') return false;
    if (outcome.isAbsenceUnrecognised && isUnrecognisedAbsence(verdict)) return true;
    if (evaluateControl(this.#target.rule, [], verdict).state !== 'passed') return false;
    const page = verdict.state === 'not_registered' ? verdict.page : undefined;
    return extra === 0 || outcome.pages?.steady !== true || !isDifferentPage(page, outcome.pages.negative);
  }
}

/** The form of an identity, as a site's rules for names see it. Pure. */

/** Kinds of characters and separators in their order, and the length: "ada_99" and "bob_12" are alike. */
function shapeOf(value: string): string {
  const kinds = value
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Nd}+/gu, '9');
  return `${kinds} ${[...value].length}`;
}

/** The same without lengths, but of a number at the beginning, which sites may read as an id. */
function formOf(value: string): string {
  return `${shapeOf(value).replace(/ \d+$/, '')} ${/^\p{Nd}*/u.exec(value)?.[0].length ?? 0}`;
}

/** Whether a random identity is `certainly` free, hardly two of two are somebody's (`likely`), or `perhaps` one is. */
function freedomOf(value: string): 'certainly' | 'likely' | 'perhaps' {
  const names = namesLike(value.includes('@') ? value.slice(0, value.lastIndexOf('@')) : value); // the domain is not drawn
  if (names >= NOBODY_OF) return 'certainly';
  return names * names > NOBODY_OF ? 'likely' : 'perhaps';
}
