/** What is wrong with the rows of a list, each fault said once with its lines. Runs in browsers too. */

export interface RowFault {
  readonly line: number;
  /** Follows the text that it is about, or stands alone. */
  readonly reason: string;
  readonly text?: string;
}

/** Lines that one sentence names. */
const NAMED = 8;
const SHORT = 60;
const shortened = (text: string): string => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text);

/**
 * Sentences without their full stop, each of the lines that have a fault: `line 3: “two words” is not a username`.
 *
 * @param faults in the order of their lines
 */
export function faultSentences(faults: readonly RowFault[]): string[] {
  const reasons = new Set(faults.map(({ reason }) => reason));
  return [...reasons].map((reason) => {
    const alike = faults.filter((each) => each.reason === reason);
    const [first] = alike;
    const said = first?.text === undefined ? reason : `“${shortened(first.text)}” ${reason}`;
    if (alike.length === 1) return `line ${formatted(first?.line ?? 0)}: ${said}`;
    const named = alike.slice(0, NAMED).map(({ line }) => formatted(line));
    const last = alike.length > NAMED ? `${formatted(alike.length - NAMED)} more` : named.pop();
    return `lines ${named.join(', ')} and ${last}: ${said}${first?.text === undefined ? '' : ', and so on'}`;
  });
}

const formatted = (line: number): string => line.toLocaleString('en');
