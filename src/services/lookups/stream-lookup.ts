import { compareText } from '../../domain/compare-text.js';
import { compareCursors, moduleGroup, type ChangeCursor, type ChangePage } from '../../domain/lookup/lookup-changes.js';
import type { ModuleFact } from '../../domain/lookup/lookup-ports.js';
import type { RecordedOutcome } from '../../domain/lookup/lookup.js';
import { groupBy, mergeOutcomes, effectiveOutcome, type PlatformAnswer } from '../../domain/lookup/lookup-summary.js';
import { watchPages, type PagedContext, type ReadLimiter } from './watch-pages.js';

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
 * of what was emitted before: the rows before a page show what the page changes.
 *
 * @param input.from position that a resuming client has seen
 * @param input.show shapes the emissions of a page at once, so that the page itself is not kept
 */
export async function* streamLookup<Answer, Shown>(
  ctx: PagedContext,
  input: {
    lookupId: string;
    from: StreamCursor;
    projection: Projection<Answer>;
    signal: AbortSignal;
    limitRead: ReadLimiter;
    show: (page: EmissionPage<Answer>) => Shown;
    limit?: number;
  },
): AsyncGenerator<Shown> {
  const { lookupId, from, projection, signal, limitRead, show, limit = PAGE_OUTCOMES } = input;
  let last = from;
  let checked = from.seq === 0 ? 0 : await limitRead(() => ctx.changes.platformsBefore(lookupId, from));
  const shape = (page: ChangePage, isLast: boolean): Shown => {
    const emissions = emissionsOf(page, projection, last);
    last = { ...page.end, subject: AFTER_ALL };
    checked += newPlatforms(page);
    return show({ emissions, checked, page, isLast });
  };
  yield* watchPages(ctx, { lookupId, from, limit, signal, limitRead, shape });
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
