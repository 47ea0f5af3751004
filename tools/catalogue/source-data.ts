/** Tools whose lists of sites are read. */
export type SourceName = 'maigret' | 'sherlock';

/** Reads a source's data file, of which nothing is trusted. Pure. */
import { isRecord } from '../../src/kernel/values/json.js';

/** Names by which a key changes an object instead of being a part of it. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses a data file and looks at its shape: an object of sites, each an object.
 *
 * @throws when it is anything else; the message is one sentence
 */
export function parseSourceData(source: SourceName, bytes: Uint8Array): unknown {
  const json = parse(source, bytes);
  const sites = sitesOf(source, json);
  const odd = Object.keys(sites).filter((name) => !isRecord(sites[name]));
  if (odd.length > 0) throw new Error(`the data of ${source} is refused: ${odd.length} of its sites are no objects`);
  return json;
}

/**
 * The sites of a data file by name, as they are there.
 *
 * @throws when there are none
 */
export function sitesOf(source: SourceName, json: unknown): Readonly<Record<string, unknown>> {
  const holder = isRecord(json) && source === 'maigret' ? json['sites'] : json;
  const named = isRecord(holder) ? Object.entries(holder).filter(([name]) => source === 'maigret' || !name.startsWith('$')) : [];
  if (named.length === 0) throw new Error(`the data of ${source} is refused: it has no sites`);
  return Object.fromEntries(named);
}

function parse(source: SourceName, bytes: Uint8Array): unknown {
  const keys = new Set<string>();
  let json: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    json = JSON.parse(text, (key, value: unknown) => {
      if (PROTOTYPE_KEYS.has(key)) keys.add(key);
      return value;
    });
  } catch {
    throw new Error(`the data of ${source} is refused: it is no JSON in UTF-8, or cut off`);
  }
  const [key] = keys;
  if (key !== undefined) throw new Error(`the data of ${source} is refused: it has a member called ${key}`);
  return json;
}
