import type { LookupFeed, LookupNews, LookupReader, ModuleFact } from '../domain/lookup-ports.js';
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
  | { readonly kind: 'progress'; readonly checked: number }
  | { readonly kind: 'end'; readonly finished: boolean };

type Telling = Extract<StreamEvent, { kind: 'platform' | 'module' }>;

/** What one piece of news has to tell, in the order of places: by number, then by platform, modules after platforms. */
function tellings(news: LookupNews): Telling[] {
  const groups = groupBy(news.outcomes, (outcome) => `${outcome.seq}:${outcome.platform}`);
  const answers = [...groups.values()].flatMap((outcomes): Telling[] => {
    // All outcomes of a platform are stored together, so the group is complete.
    const answer = mergeOutcomes(outcomes);
    return answer ? [{ kind: 'platform', place: { seq: answer.seq, platform: answer.platform }, answer }] : [];
  });
  const facts = news.modules.map((fact): Telling => ({ kind: 'module', place: { seq: fact.seq, platform: `~${fact.module}` }, fact }));
  return [...answers, ...facts].sort((a, b) => comparePlaces(a.place, b.place));
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
  // Several platforms share a number: those after the seen one are read again from the rows.
  const afterSeq = Math.max(0, from.seq - 1);
  let checked = 0;
  let finished = false;
  for await (const news of followLookup(ctx, { lookupId: input.lookupId, afterSeq, signal: input.signal })) {
    for (const telling of tellings(news)) if (comparePlaces(telling.place, from) > 0) yield telling;
    checked += new Set(news.outcomes.map((outcome) => outcome.platform)).size;
    finished = news.state === 'finished';
    yield { kind: 'progress', checked };
  }
  yield { kind: 'end', finished };
}
