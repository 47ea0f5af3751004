/** What commands read beside their arguments: standard input for `-`, and files. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { ApiError } from './api-client.js';

/** What a command's description says of an argument that `given` reads. */
export const FROM_INPUT = 'Use - to read it from standard input, so that it is not in the shell history';

/** An argument; `-`: what standard input holds. */
export const given = async (raw: string): Promise<string> => (raw === '-' ? (await text(process.stdin)).trim() : raw);

/** Reads a file; `-`: standard input. @throws ApiError for a file that cannot be read */
export async function readInput(file: string): Promise<Buffer> {
  return readFile(file === '-' ? '/dev/stdin' : file).catch(() => {
    throw new ApiError(`The file ${file} cannot be read.`);
  });
}
