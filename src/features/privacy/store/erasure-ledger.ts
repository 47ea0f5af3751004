import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { SUBJECT_KINDS } from '../../../kernel/identity/subjects.js';
import type { ErasureLedger, LedgerEntry } from '../erasure.js';

const text = z.string().min(1);
const at = z.iso.datetime();

/** What a line of each type holds; nothing else is written, and a line that lacks any of it was cut off. */
const LINES = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('identity'),
    erasureId: text,
    accountId: text.nullable(),
    digest: text,
    forms: z.array(text).default([]),
    indexed: text.nullable().default(null),
    at,
  }),
  z.object({ type: z.literal('account'), erasureId: text, accountId: text, at }),
  z.object({
    type: z.literal('suppressed'),
    suppressionId: text,
    accountId: text.nullable(),
    kind: z.enum(SUBJECT_KINDS),
    digest: text,
    sentDigest: text,
    keyCheck: text,
    addedBy: text,
    at,
  }),
  z.object({ type: z.literal('unsuppressed'), suppressionId: text, at }),
]) satisfies z.ZodType<LedgerEntry>;

/**
 * A file of one JSON line an act, only ever appended to. A line that a killed process or a full disk left incomplete is skipped:
 * what it is about was not reported as done, and is written again.
 */
export function openErasureLedger(file: string): ErasureLedger {
  return {
    async append(...entries) {
      if (entries.length === 0) return;
      const handle = await open(file, 'a', 0o600);
      try {
        // With a line feed before it too, so that it never continues an incomplete line. One write: appends of processes do not mix.
        const lines = Buffer.from(entries.map((entry) => `\n${encodeEntry(entry)}\n`).join(''));
        const { bytesWritten } = await handle.write(lines);
        if (bytesWritten !== lines.length) throw Object.assign(new Error('the ledger of erasures is full'), { code: 'ENOSPC' });
        await handle.sync();
      } finally {
        await handle.close();
      }
      await syncFolder(path.dirname(path.resolve(file)));
    },
    async entries() {
      const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return content.split('\n').flatMap((line) => parseEntry(line) ?? []);
    },
  };
}

/** So that the file's name survives a power failure as its content does. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws ZodError when an entry holds anything else than its type may */
export const encodeEntry = (entry: LedgerEntry): string => JSON.stringify(LINES.parse(entry));

/** @returns null for a line that is incomplete, or of a type that this release does not know */
export function parseEntry(line: string): LedgerEntry | null {
  if (line === '') return null;
  try {
    return LINES.safeParse({ type: 'identity', ...(JSON.parse(line) as object) }).data ?? null;
  } catch {
    return null;
  }
}
