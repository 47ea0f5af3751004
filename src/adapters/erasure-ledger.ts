import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ErasureLedger, LedgerEntry } from '../domain/privacy/erasure.js';

/**
 * A file of one JSON line an erasure, only ever appended to. A line that a killed process or a full disk left incomplete is skipped:
 * its erasure was not reported as done, and is written again.
 */
export function openErasureLedger(file: string): ErasureLedger {
  return {
    async append(entry) {
      const handle = await open(file, 'a', 0o600);
      try {
        // With a line feed before it too, so that it never continues an incomplete line. One write: appends of processes do not mix.
        const line = Buffer.from(`\n${JSON.stringify(entry)}\n`);
        const { bytesWritten } = await handle.write(line);
        if (bytesWritten !== line.length) throw Object.assign(new Error('the ledger of erasures is full'), { code: 'ENOSPC' });
        await handle.sync();
      } finally {
        await handle.close();
      }
      await syncFolder(path.dirname(path.resolve(file)));
    },
    async entries() {
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      const entries = text.split('\n').flatMap((line) => parseEntry(line) ?? []);
      return [...new Map(entries.map((entry) => [entry.erasureId, entry])).values()];
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

function parseEntry(line: string): LedgerEntry | null {
  try {
    const { erasureId, accountId, target, digest, at } = JSON.parse(line) as Record<keyof LedgerEntry, unknown>;
    const isWhole = [erasureId, digest, at].every((each) => typeof each === 'string') && !Number.isNaN(Date.parse(String(at)));
    if (!isWhole || (accountId !== null && typeof accountId !== 'string')) return null;
    return { erasureId, accountId, digest, at, ...(target === 'account' ? { target } : {}) } as LedgerEntry;
  } catch {
    return null;
  }
}
