import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { ApiRefusal } from './api-client.js';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';

/** The seed's largest batch. */
const MOST_ITEMS = 50;

/** `footprint batch FILE`: queues one lookup a line; prints one JSON line each. `-` reads standard input. */
export function batchCommand(): Command {
  const command = new Command('batch').description('queue a lookup for every line of a file (- for standard input)').argument('<file>');
  return withConnection(command).action(async (file: string, flags: ConnectionFlags) => {
    const text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8').catch(() => {
      throw new ApiRefusal(`The file ${file} cannot be read.`);
    });
    const identities = text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
    const client = connect(flags);
    for (let start = 0; start < identities.length; start += MOST_ITEMS) {
      const chunk = identities.slice(start, start + MOST_ITEMS);
      for (const { index, ...result } of await client.batch(chunk)) {
        process.stdout.write(`${JSON.stringify({ identity: chunk[index], ...result })}\n`);
      }
    }
  });
}
