/** Compares answers with the truth. */

/** By slug: registered or not; a platform without an answer is missing. */
export type Answers = ReadonlyMap<string, boolean>;

export interface Confusion {
  /** Rows are the truth, columns the answers. */
  readonly registered: Row;
  readonly absent: Row;
}

interface Row {
  readonly registered: number;
  readonly absent: number;
  readonly omitted: number;
}

/**
 * @param truth of every platform that was probed
 * @param answers the answers about them; other slugs are not counted
 */
export function confusion(truth: ReadonlyMap<string, boolean>, answers: Answers): Confusion {
  const rowOf = (exists: boolean): Row => {
    const slugs = [...truth].filter(([, value]) => value === exists).map(([slug]) => slug);
    const count = (value: boolean | undefined) => slugs.filter((slug) => answers.get(slug) === value).length;
    return { registered: count(true), absent: count(false), omitted: count(undefined) };
  };
  return { registered: rowOf(true), absent: rowOf(false) };
}

export function addCounts(a: Confusion, b: Confusion): Confusion {
  const row = (x: Row, y: Row): Row => ({
    registered: x.registered + y.registered,
    absent: x.absent + y.absent,
    omitted: x.omitted + y.omitted,
  });
  return { registered: row(a.registered, b.registered), absent: row(a.absent, b.absent) };
}

export const wrong = ({ registered, absent }: Confusion): number => registered.absent + absent.registered;
export const right = ({ registered, absent }: Confusion): number => registered.registered + absent.absent;
export const omitted = ({ registered, absent }: Confusion): number => registered.omitted + absent.omitted;
export const totalOf = (counts: Confusion): number => wrong(counts) + right(counts) + omitted(counts);
