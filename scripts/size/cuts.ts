import { isProduct, type SourceFile } from './measure.js';

/** What became of the product's lines since a commit. Blank lines and imports are not counted: a move rewrites imports. */
export interface Cuts {
  /** Lines that are nowhere any more. */
  readonly deleted: number;
  /** Lines that were nowhere before. */
  readonly added: number;
  /** Lines that are outside of the product now. */
  readonly movedAway: number;
  /** Files of before with the most deleted lines. */
  readonly largest: readonly { readonly path: string; readonly deleted: number }[];
}

const LARGEST = 10;

/** Lines that were deleted and added, apart from those that are in another place. A line counts by its text, each time it is there. */
export function cutsSince(before: readonly SourceFile[], after: readonly SourceFile[]): Cuts {
  const product = new Bag(after.filter(({ path }) => isProduct(path)).flatMap(linesOf));
  const elsewhere = new Bag(after.filter(({ path }) => !isProduct(path)).flatMap(linesOf));
  let movedAway = 0;
  const largest = before
    .filter(({ path }) => isProduct(path))
    .map((file) => {
      const gone = linesOf(file).filter((line) => !product.take(line));
      const deleted = gone.filter((line) => !elsewhere.take(line)).length;
      movedAway += gone.length - deleted;
      return { path: file.path, deleted };
    })
    .sort((a, b) => b.deleted - a.deleted);
  const deleted = largest.reduce((total, each) => total + each.deleted, 0);
  return { deleted, added: product.size, movedAway, largest: largest.slice(0, LARGEST) };
}

function linesOf({ text }: SourceFile): string[] {
  const withoutImports = text.replaceAll(/^(?:import|export) [^;]*?from '[^']*'[^;]*;$/gm, '');
  return withoutImports
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Lines, each as often as it is there. */
class Bag {
  readonly #counts = new Map<string, number>();

  constructor(lines: readonly string[]) {
    for (const line of lines) this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1);
  }

  /** @returns whether it was there; it is there once less now */
  take(line: string): boolean {
    const count = this.#counts.get(line) ?? 0;
    if (count > 0) this.#counts.set(line, count - 1);
    return count > 0;
  }

  get size(): number {
    return [...this.#counts.values()].reduce((total, each) => total + each, 0);
  }
}
