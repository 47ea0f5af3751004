import type { ReadLimiter } from '../../../kernel/values/fair-shares.js';
import { compareText } from '../../../kernel/values/compare-text.js';
import { compareCursors, moduleGroup, type ChangeCursor, type ChangePage, type PageRequest } from '../lookup-changes.js';
import type { LookupChanges } from '../store/lookup-changes.js';
import type { ModuleFact } from '../module-facts.js';
import type { RecordedOutcome } from '../lookup.js';
import { groupBy } from '../../../kernel/values/group-by.js';
import { mergeOutcomes, effectiveOutcome, type PlatformAnswer } from '../lookup-summary.js';
import { watchLookup, type WatchContext, type WatchedRead } from './await-lookup.js';

/** A position in a lookup's stream: everything up to and including it was emitted. */
export interface StreamCursor extends ChangeCursor {
  /** Which identity of the group; '' where a group has one event for all of them. */
  readonly subject: string;
}

export const STREAM_START: StreamCursor = { seq: 0, group: '', subject: '' };

/** What a stream emits, with the position to resume from. */
export type Emission<Answer> =
  | { readonly kind: 'answer'; readonly at: StreamCursor; readonly answer: Answer }
  | { readonly kind: 'module'; readonly at: StreamCursor; readonly fact: ModuleFact };

/** The emissions of one page, and how far the stream is with it. */
export interface EmissionPage<Answer> {
  readonly emissions: readonly Emission<Answer>[];
  /** Platforms with an outcome by then. */
  readonly checked: number;
  readonly page: ChangePage;
  /** Whether the lookup is finished and nothing follows. */
  readonly isLast: boolean;
}

/** How outcomes become answers. */
export interface Projection<Answer> {
  /** What outcomes of one platform must share to be one answer. */
  readonly subjectOf: (about: Pick<RecordedOutcome | ModuleFact, 'subject'>) => string;
  /** Null when there is no answer yet. */
  readonly answerOf: (outcomes: readonly RecordedOutcome[]) => Answer | null;
  /** An answer is emitted again only when this changes. */
  readonly digestOf: (answer: Answer) => string;
}

/** One answer for each platform, emitted again when another module's facts reverse it. */
export const BY_PLATFORM: Projection<PlatformAnswer> = {
  subjectOf: () => '',
  answerOf: mergeOutcomes,
  digestOf: ({ registered }) => String(registered),
};

/** One outcome for each platform and identity, emitted again when it changes. */
export const BY_IDENTITY: Projection<RecordedOutcome> = {
  subjectOf: ({ subject }) => subject,
  answerOf: effectiveOutcome,
  digestOf: ({ state, mailboxProvider }) => `${state} ${mailboxProvider}`,
};

/** Outcomes on a page: the memory that a stream costs while its client does not read. */
const PAGE_OUTCOMES = 50;

/**
 * Emits each answer of a lookup once, in feed order, after a position. Ends with the lookup or with the signal. No state is kept
 * of what was emitted before: the rows before a page show what the page changes. A page is read on demand, never ahead, and is
 * dropped once it is shaped: a stream that waits for a slow client holds only the shaped form.
 *
 * @param input.from position that a resuming client has seen
 * @param input.sinceAcceptance as for `watchLookup`, like `isNew`
 * @param input.show shapes the emissions of a page at once, so that the page itself is not kept
 */
export async function* streamLookup<Answer, Presented>(
  ctx: WatchContext & { readonly changes: Pick<LookupChanges, 'page' | 'platformsBefore'> },
  input: {
    lookupId: string;
    from: StreamCursor;
    projection: Projection<Answer>;
    signal: AbortSignal;
    limitRead: ReadLimiter;
    show: (page: EmissionPage<Answer>) => Presented;
    sinceAcceptance?: boolean;
    isNew?: boolean;
    limit?: number;
  },
): AsyncGenerator<Presented> {
  const { lookupId, projection, signal, limitRead, show, sinceAcceptance = false, isNew = false, limit = PAGE_OUTCOMES } = input;
  let last = input.from;
  let next: Pick<PageRequest, 'from' | 'inclusive'> = { from: last, inclusive: true };
  let checked = last.seq === 0 ? 0 : await limitRead(() => ctx.changes.platformsBefore(lookupId, last));
  const read = async (): Promise<WatchedRead<Presented> | null> => {
    const page = signal.aborted ? null : await ctx.changes.page(lookupId, { ...next, limit });
    // A page that is read after the signal is not emitted any more.
    if (!page || signal.aborted) return null;
    next = { from: page.end, inclusive: false };
    const isLast = !page.hasMore && page.lookup.state === 'finished';
    const emissions = emissionsOf(page, projection, last);
    last = { ...page.end, subject: AFTER_ALL };
    checked += newPlatforms(page);
    const isEmpty = page.outcomes.length === 0 && page.modules.length === 0;
    const value = isEmpty && !isLast ? null : show({ emissions, checked, page, isLast });
    return { value, next: isLast ? 'end' : page.hasMore ? 'more' : 'wait' };
  };
  yield* watchLookup(ctx, { lookupId, signal, sinceAcceptance, isNew, read: () => limitRead(read) });
}

/** Greater than every name of an identity. */
const AFTER_ALL = '~';

/** What a page has to emit after a position, in order. */
function emissionsOf<Answer>(page: ChangePage, projection: Projection<Answer>, after: StreamCursor): Emission<Answer>[] {
  const known = groupBy([...page.earlier, ...page.outcomes], ({ platform, ...about }) => `${platform} ${projection.subjectOf(about)}`);
  const answers = [...known.values()].flatMap((outcomes) => [...answersOf(outcomes, projection)]);
  const facts = page.modules.map(
    (fact): Emission<Answer> => ({
      kind: 'module',
      at: { seq: fact.seq, group: moduleGroup(fact), subject: projection.subjectOf(fact) },
      fact,
    }),
  );
  return [...answers, ...facts].filter(({ at }) => compare(at, after) > 0).sort((a, b) => compare(a.at, b.at));
}

/** Each answer that the outcomes produce, in the order of their recording. Outcomes recorded together produce one answer. */
function* answersOf<Answer>(outcomes: readonly RecordedOutcome[], projection: Projection<Answer>): Generator<Emission<Answer>> {
  const known: RecordedOutcome[] = [];
  let emitted: string | undefined;
  for (const together of groupBy(outcomes, ({ seq }) => String(seq)).values()) {
    known.push(...together);
    const answer = projection.answerOf(known);
    const digest = answer && projection.digestOf(answer);
    const [first] = together;
    if (!first || !answer || digest === null || digest === emitted) continue;
    emitted = digest;
    yield { kind: 'answer', at: { seq: first.seq, group: first.platform, subject: projection.subjectOf(first) }, answer };
  }
}

function newPlatforms({ outcomes, earlier }: ChangePage): number {
  const known = new Set(earlier.map(({ platform }) => platform));
  return new Set(outcomes.flatMap(({ platform }) => (known.has(platform) ? [] : [platform]))).size;
}

function compare(a: StreamCursor, b: StreamCursor): number {
  return compareCursors(a, b) || compareText(a.subject, b.subject);
}
