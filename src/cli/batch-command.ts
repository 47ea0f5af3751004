import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { ApiRefusal } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';

/** The seed's largest batch. */
const MOST_ITEMS = 50;

interface Line {
  readonly number: number;
  readonly identity: string;
}

/** `footprint batch FILE`: queues one lookup a line; prints one JSON line each. `-` reads standard input. */
export function batchCommand(): Command {
  const command = new Command('batch')
    .description('queue a lookup for every line of a file (- for standard input); what was queued is not billed again within a day')
    .argument('<file>')
    .option('--again', 'queue and bill what was queued within the last day once more');
  return withConnection(command).action(async (file: string, flags: ConnectionFlags & { again?: boolean }) => {
    const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch(() => {
      throw new ApiRefusal(`The file ${file} cannot be read.`);
    });
    const lines = text.split(/\r?\n/).map((line, index): Line => ({ number: index + 1, identity: line.trim() })).filter(({ identity }) => identity !== '');
    const client = connect(flags);
    for (let start = 0; start < lines.length; start += MOST_ITEMS) {
      const chunk = lines.slice(start, start + MOST_ITEMS);
      const identities = chunk.map(({ identity }) => identity);
      const results = await client.batch(identities, flags.again ? undefined : keyOf(start, identities)).catch((error: unknown) => {
        throw error instanceof ApiRefusal ? new ApiRefusal(inTheFile(error.message, chunk)) : error;
      });
      for (const { index, ...result } of results) {
        process.stdout.write(`${JSON.stringify({ identity: identities[index], ...result })}\n`);
      }
    }
  });
}

/** The same for the same lines at the same place of a file: a second run goes on where the first one broke off. */
function keyOf(start: number, identities: readonly string[]): string {
  return `batch-${createHash('sha256').update(JSON.stringify([start, identities])).digest('base64url')}`;
}

/** The API counts from the first item of the chunk that it was sent; who reads the message has the file before them. */
function inTheFile(message: string, chunk: readonly Line[]): string {
  return message.replace(/^items\.(\d+)(?:\.query)?(?=:)/, (item, index: string) => {
    const line = chunk[Number(index)];
    return line === undefined ? item : `line ${line.number}`;
  });
}
