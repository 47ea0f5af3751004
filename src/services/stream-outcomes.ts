import type { LookupFeed, LookupNews, LookupReader, ModuleFact } from '../domain/lookup-ports.js';
import { groupBy, standing } from '../domain/lookup-summary.js';
import type { RecordedOutcome } from '../domain/lookup.js';
import { followLookup } from './follow-lookup.js';

/** A place in a lookup's v2 stream: everything up to and including it has been told. */
export interface OutcomePlace {
  readonly seq: number;
  /** What was told there: `platform/identity`, or `~module/identity`; '' for nothing. */
  readonly key: string;
}

export type OutcomeEvent =
  | { readonly kind: 'outcome'; readonly place: OutcomePlace; readonly outcome: RecordedOutcome }
  | { readonly kind: 'module'; readonly place: OutcomePlace; readonly fact: ModuleFact }
  /** `news`: what it was drawn from; all of them together are everything that is known. */
  | { readonly kind: 'progress'; readonly checked: number; readonly news: LookupNews };
type Telling = Extract<OutcomeEvent, { place: OutcomePlace }>;

/** Remembers what stands of every question, and tells it when it is first known and whenever it changes. */
class Teller {
  readonly #known = new Map<string, RecordedOutcome[]>();
  readonly #told = new Map<string, string>();
  readonly #platforms = new Set<string>();

  get platforms(): number {
    return this.#platforms.size;
  }

  /** @param news later than all that were given before */
  tellings(news: LookupNews): Telling[] {
    const groups = groupBy(news.outcomes, ({ seq, platform, subject }) => `${seq} ${platform}/${subject}`);
    const outcomes = [...groups.values()].flatMap((group) => this.#outcome(group));
    const facts = news.modules.map((fact): Telling => ({ kind: 'module', place: { seq: fact.seq, key: `~${fact.module}/${fact.subject}` }, fact }));
    return [...outcomes, ...facts].sort((a, b) => comparePlaces(a.place, b.place));
  }

  #outcome(group: readonly RecordedOutcome[]): Telling[] {
    const [newest] = group;
    if (!newest) return [];
    const key = `${newest.platform}/${newest.subject}`;
    const known = [...(this.#known.get(key) ?? []), ...group];
    this.#known.set(key, known);
    this.#platforms.add(newest.platform);
    const outcome = standing(known);
    const said = `${outcome.state} ${outcome.mailboxProvider}`;
    if (this.#told.get(key) === said) return [];
    this.#told.set(key, said);
    return [{ kind: 'outcome', place: { seq: newest.seq, key }, outcome }];
  }
}

function comparePlaces(a: OutcomePlace, b: OutcomePlace): number {
  if (a.seq !== b.seq) return a.seq - b.seq;
  return a.key === b.key ? 0 : a.key < b.key ? -1 : 1;
}

/**
 * Tells the outcome of every question of a lookup, and what modules found of each identity, in feed order, from a place on.
 * Ends with the lookup or with the signal.
 *
 * @param input.from place that a resuming client has seen; undefined from the start
 */
export async function* streamOutcomes(
  ctx: { feed: LookupFeed; reader: LookupReader },
  input: { lookupId: string; from: OutcomePlace | undefined; signal: AbortSignal },
): AsyncGenerator<OutcomeEvent> {
  const from = input.from ?? { seq: 0, key: '' };
  const teller = new Teller();
  // From the start also for a client that resumes: what it has heard decides what there is to tell.
  for await (const news of followLookup(ctx, { lookupId: input.lookupId, signal: input.signal })) {
    for (const telling of teller.tellings(news)) if (comparePlaces(telling.place, from) > 0) yield telling;
    yield { kind: 'progress', checked: teller.platforms, news };
  }
}
