import type { LookupFeed, LookupNews, LookupReader, ModuleFact } from '../domain/lookup-ports.js';
import type { RecordedOutcome } from '../domain/lookup.js';
import { groupBy, mergeOutcomes, type PlatformAnswer } from '../domain/lookup-summary.js';
import { followLookup } from './follow-lookup.js';

/** A place in a lookup's stream: everything up to and including it has been told. */
export interface StreamPlace {
  readonly seq: number;
  /** Last platform told of those that share `seq`; '' for none. */
  readonly platform: string;
}

export type StreamEvent =
  | { readonly kind: 'platform'; readonly place: StreamPlace; readonly answer: PlatformAnswer }
  | { readonly kind: 'module'; readonly place: StreamPlace; readonly fact: ModuleFact }
  /** `news`: what it was drawn from; all of them together are everything that is known. */
  | { readonly kind: 'progress'; readonly checked: number; readonly news: LookupNews }
  | { readonly kind: 'end'; readonly finished: boolean };

type Telling = Extract<StreamEvent, { kind: 'platform' | 'module' }>;

/**
 * What news have to tell, in the order of places: by number, then by platform, modules after platforms. A platform is told
 * when it has an answer, and again only should another module's facts turn that answer round: what it said itself comes
 * in one piece, but what a breach or the address tells of it may come later.
 */
class Teller {
  readonly #known = new Map<string, RecordedOutcome[]>();
  readonly #told = new Map<string, boolean>();

  /** @param news later than all that were given before */
  tellings(news: LookupNews): Telling[] {
    const groups = groupBy(news.outcomes, (outcome) => `${outcome.seq}:${outcome.platform}`);
    const answers = [...groups.values()].flatMap((outcomes) => this.#answer(outcomes));
    const facts = news.modules.map((fact): Telling => ({ kind: 'module', place: { seq: fact.seq, platform: `~${fact.module}` }, fact }));
    return [...answers, ...facts].sort((a, b) => comparePlaces(a.place, b.place));
  }

  /** How many platforms something is known of. */
  get platforms(): number {
    return this.#known.size;
  }

  #answer(outcomes: readonly RecordedOutcome[]): Telling[] {
    const platform = outcomes[0]?.platform ?? '';
    const known = [...(this.#known.get(platform) ?? []), ...outcomes];
    this.#known.set(platform, known);
    const answer = mergeOutcomes(known);
    if (!answer || this.#told.get(platform) === answer.registered) return [];
    this.#told.set(platform, answer.registered);
    return [{ kind: 'platform', place: { seq: answer.seq, platform }, answer }];
  }
}

function comparePlaces(a: StreamPlace, b: StreamPlace): number {
  if (a.seq !== b.seq) return a.seq - b.seq;
  return a.platform === b.platform ? 0 : a.platform < b.platform ? -1 : 1;
}

/**
 * Tells each answer of a lookup once, in feed order, from a place on. Ends with the lookup or with the signal.
 *
 * @param input.from place that a resuming client has seen; undefined from the start
 */
export async function* streamLookup(
  ctx: { feed: LookupFeed; reader: LookupReader },
  input: { lookupId: string; from: StreamPlace | undefined; signal: AbortSignal },
): AsyncGenerator<StreamEvent> {
  const from = input.from ?? { seq: 0, platform: '' };
  const teller = new Teller();
  let finished = false;
  // From the start also for a client that resumes: what it has heard decides what there is to tell.
  for await (const news of followLookup(ctx, { lookupId: input.lookupId, signal: input.signal })) {
    for (const telling of teller.tellings(news)) if (comparePlaces(telling.place, from) > 0) yield telling;
    finished = news.state === 'finished';
    yield { kind: 'progress', checked: teller.platforms, news };
  }
  yield { kind: 'end', finished };
}
