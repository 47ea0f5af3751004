import { table } from '../../tools/bench/stats.js';

export interface SourceFile {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** What was counted of an area. Lengths are of files by hand. */
export interface Size {
  readonly area: string;
  readonly files: number;
  readonly lines: number;
  readonly generatedLines: number;
  readonly median: number;
  readonly longest: string;
}

/** Folders whose files run in production, or are shipped. */
const PRODUCT = new Set(['src', 'workflows', 'activities']);
const COUNTED = /^(src|workflows|activities|tools|scripts|test|clients)\/.*\.tsx?$/;
/** Declarations are written by `npm run docs`; other generated files say so in their head. */
const isGenerated = ({ path, text }: SourceFile): boolean =>
  path.endsWith('.d.ts') || /^(?:\/\/|\/\*\*?) ?(?:Written by|Generated)/.test(text);

export const isProduct = (path: string): boolean => PRODUCT.has(path.split('/', 1)[0] ?? '');
/** The paths that are counted. */
export const foldersOf = (paths: readonly string[]): string[] => paths.filter((path) => COUNTED.test(path));

/** Sizes of the product, of its areas (folders of `src`), and of everything else by its top folder. */
export function measure(files: readonly SourceFile[]): Size[] {
  const product = files.filter(({ path }) => isProduct(path));
  const areas = [...new Set(files.map(({ path }) => areaOf(path)))];
  const named = areas.map((area) =>
    sizeOf(
      area,
      files.filter(({ path }) => areaOf(path) === area),
    ),
  );
  const isWithin = ({ area }: Size): boolean => isProduct(area);
  return [
    sizeOf('product', product),
    ...named.filter(isWithin).sort((a, b) => b.lines - a.lines),
    ...named.filter((size) => !isWithin(size)).sort((a, b) => b.lines - a.lines),
  ];
}

function areaOf(path: string): string {
  const [top = '', folder = '', ...rest] = path.split('/');
  return top === 'src' && rest.length > 0 ? `${top}/${folder}` : top;
}

function sizeOf(area: string, files: readonly SourceFile[]): Size {
  const byHand = files
    .filter((file) => !isGenerated(file))
    .map(({ path, text }) => ({ path, lines: linesIn(text) }))
    .sort((a, b) => a.lines - b.lines);
  const longest = byHand.at(-1);
  const sum = (lines: readonly number[]): number => lines.reduce((total, each) => total + each, 0);
  return {
    area,
    files: byHand.length,
    lines: sum(byHand.map(({ lines }) => lines)),
    generatedLines: sum(files.filter(isGenerated).map(({ text }) => linesIn(text))),
    median: byHand[Math.floor(byHand.length / 2)]?.lines ?? 0,
    longest: longest ? `${longest.lines} ${longest.path}` : '',
  };
}

const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** A table of sizes. @param before the same of another commit: each number is then followed by the difference */
export function sizeTable(now: readonly Size[], before: readonly Size[] | null): string {
  const gone = (before ?? []).filter(({ area }) => !now.some((size) => size.area === area));
  const none = { files: 0, lines: 0, generatedLines: 0, median: 0, longest: '' };
  const rows = [...now, ...gone.map(({ area }) => ({ area, ...none }))].map((size) => {
    const earlier = before?.find(({ area }) => area === size.area);
    const shown = (key: 'files' | 'lines' | 'generatedLines' | 'median'): string => {
      const difference = size[key] - (earlier?.[key] ?? 0);
      return `${size[key].toLocaleString('en')}${before ? ` (${difference < 0 ? '' : '+'}${difference.toLocaleString('en')})` : ''}`;
    };
    return [size.area, shown('files'), shown('lines'), shown('generatedLines'), shown('median'), size.longest];
  });
  return table(['area', 'files', 'lines by hand', 'generated', 'median', 'longest'], rows);
}
