/** Counts what a reader does with a text, without a clock: characters and elements that built-in functions look at, and what is kept. */

export interface Work {
  /** Characters of texts, bytes of buffers and elements of lists that were looked at or copied. */
  readonly looked: number;
  /** Entries of what was returned, in lists, sets, maps and objects. */
  readonly rows: number;
  /** Bytes that what was returned holds on to: characters of texts, whole memory behind views, eight for each entry. */
  readonly kept: number;
  /** Turns that everybody else had meanwhile. */
  readonly turns: number;
}

/** How much more twice the text may cost. */
export const MOST = 2.1;
/** What does not depend on the length: settings, tables, the last chunk. */
export const FIXED = { looked: 2_048, kept: 2_048, rows: 64 } as const;

/** Functions of every kind are wrapped, whatever they take. */
type Any = ReturnType<typeof JSON.parse>;

/** What one call looked at, of what it was called on, its arguments and its result. */
type Cost = (self: Any, args: readonly Any[], result: Any) => number;
type Holder = Record<PropertyKey, Any>;

const one: Cost = () => 1;
const whole: Cost = (self) => self.length;
const ofResult: Cost = (_, __, result) => result?.length ?? 0;
const ofFirst: Cost = (_, [first]) => first?.length ?? first?.byteLength ?? 0;
/** To where something was found, or to the end. */
const toHit: Cost = (self, [sought, from = 0], at) => (at < 0 ? self.length : at + (sought?.length ?? 1)) - Math.min(from, self.length);
const indexOf = String.prototype.indexOf;
const included: Cost = (self, args) => toHit(self, args, typeof self === 'string' ? indexOf.call(self, args[0], args[1]) : -1);
const backToHit: Cost = (self, [, from = self.length], at) => Math.min(from, self.length) - Math.max(at, 0) + 1;
const TEXT = String.prototype as unknown as Holder;

const COSTS: readonly (readonly [Holder, Readonly<Record<string, Cost>>])[] = [
  [
    TEXT,
    {
      ...{ charAt: one, charCodeAt: one, codePointAt: one, at: one, startsWith: ofFirst, endsWith: ofFirst },
      ...{ indexOf: toHit, includes: included, lastIndexOf: backToHit, slice: ofResult, substring: ofResult, substr: ofResult },
      ...{ trim: whole, trimStart: whole, trimEnd: whole, toLowerCase: whole, toUpperCase: whole, normalize: whole, split: whole },
      ...{ replace: whole, replaceAll: whole, isWellFormed: whole, localeCompare: whole, concat: ofResult, repeat: ofResult },
    },
  ],
  [Object.getPrototypeOf(''[Symbol.iterator]()) as Holder, { next: one }],
  // `test`, `match`, `matchAll`, `replace`, `search` and `split` of an expression call its `exec`, once that is not the built-in one.
  [RegExp.prototype as unknown as Holder, { exec: one }],
  [
    Array.prototype as unknown as Holder,
    {
      ...{ indexOf: toHit, lastIndexOf: backToHit, includes: whole, find: whole, findIndex: whole, some: whole, every: whole },
      ...{ filter: whole, map: whole, flatMap: whole, concat: ofResult, slice: ofResult, shift: whole, splice: whole, join: ofResult },
    },
  ],
  [
    Buffer.prototype as unknown as Holder,
    { indexOf: toHit, lastIndexOf: backToHit, includes: whole, toString: ofResult, copy: (_, __, copied) => copied, equals: whole },
  ],
  [Uint8Array.prototype as unknown as Holder, { set: ofFirst, slice: ofResult }],
  [Buffer as unknown as Holder, { concat: ofResult, from: ofResult }],
  [TextDecoder.prototype as unknown as Holder, { decode: ofFirst }],
  [JSON as unknown as Holder, { parse: ofFirst, stringify: ofResult }],
  [globalThis as unknown as Holder, { decodeURIComponent: ofFirst, encodeURIComponent: ofFirst }],
];

let looked = 0;

/** Runs a reader, and counts. Nothing else may run meanwhile: what is counted belongs to the whole process. */
export async function countWork(read: () => unknown): Promise<Work> {
  let [turns, isOver] = [0, false];
  looked = 0;
  const restore = COSTS.flatMap(([holder, costs]) =>
    Object.entries(costs).map(([name, cost]) => {
      const own = Object.getOwnPropertyDescriptor(holder, name);
      const original = holder[name];
      const counting = name === 'exec' ? countedExec : counted;
      Object.defineProperty(holder, name, { value: counting(original, cost), writable: true, configurable: true });
      return () => (own ? Object.defineProperty(holder, name, own) : Reflect.deleteProperty(holder, name));
    }),
  );
  function counted(original: Any, cost: Cost) {
    return function (this: Any, ...args: Any[]): Any {
      const result = Reflect.apply(original, this, args);
      const size = cost(this, args, result);
      if (size > 0) looked += size;
      return result;
    };
  }
  /** From where the expression begins to the end of its match; without a match to the end of the text, or of a step of `split`. */
  function countedExec(original: Any) {
    return function (this: RegExp, text: string): Any {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const match = Reflect.apply(original, this, [text]) as RegExpExecArray | null;
      looked += match ? match.index + match[0].length - from + 1 : this.sticky ? 1 : Math.max(0, String(text).length - from);
      return match;
    };
  }
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  let result: unknown;
  try {
    result = await read();
  } finally {
    isOver = true;
    for (const undo of restore.reverse()) undo();
  }
  return { looked, turns, ...sizeOf(result) };
}

/** @returns what a piece of work looks at for a text, with what it may look at by what it does for half of it */
export async function lookedAt(work: (length: number) => unknown, length: number): Promise<{ looked: number; allowed: number }> {
  const [half, whole] = [await countWork(() => work(length / 2)), await countWork(() => work(length))];
  return { looked: whole.looked, allowed: MOST * half.looked + FIXED.looked };
}

function sizeOf(result: unknown): { rows: number; kept: number } {
  let [rows, kept] = [0, 0];
  const seen = new Set<unknown>();
  const waiting = [result];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') kept += value.length;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (ArrayBuffer.isView(value)) waiting.push(value.buffer);
    else if (value instanceof ArrayBuffer) kept += value.byteLength;
    else {
      const entries = value instanceof Map || value instanceof Set ? [...value.entries()].flat() : Object.entries(value).flat();
      rows += entries.length / 2;
      kept += 4 * entries.length;
      for (const entry of entries) waiting.push(entry);
    }
  }
  return { rows, kept };
}
