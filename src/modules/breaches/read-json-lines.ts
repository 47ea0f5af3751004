import type { Readable } from 'node:stream';
import type { ImportLine } from '../../domain/breaches/import-record.js';
import { readLines } from './read-lines.js';

/** Reads one JSON object per line. Any other content yields a line with a `problem`. */
export async function* readJsonLines(bytes: Readable): AsyncGenerator<ImportLine> {
  let line = 0;
  for await (const text of readLines(bytes)) {
    line += 1;
    if (text === null) yield { line, problem: 'is too long' };
    else if (text.trim() !== '') yield readLine(line, text);
  }
}

function readLine(line: number, text: string): ImportLine {
  const json = parse(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { line, problem: 'is no JSON object' };
  const fields = Object.entries(json).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name.toLowerCase(), String(value)] as const] : [],
  );
  return { line, fields: Object.fromEntries(fields) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
