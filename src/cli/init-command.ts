import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Command, Option } from 'commander';
import { parseUrl } from '../kernel/values/parse-url.js';
import { apiClient, ApiError, bodyOf } from './api-client.js';
import { connectionFile, removeConnection, storeConnection } from './connection-file.js';
import { type ConnectionFlags, connectionOf, DEFAULT_URL, withConnection } from './connection-options.js';
import { printNotice, printRecord } from './output.js';

/** As much of a key as is shown: enough to tell keys apart, and whether it is a test key. */
const SHOWN = 12;
const shownKey = (key: string): string => `${key.slice(0, Math.min(SHOWN, key.length / 2))}…`;

interface Flags extends ConnectionFlags {
  readonly show?: boolean;
  readonly remove?: boolean;
}

/** `footprint init`: stores address and key for the other commands, once the API has accepted the key. */
export function initCommand(): Command {
  return withConnection(new Command('init'))
    .description(
      "store the API's address and your key for the other commands; without --key, it asks for the key or reads it from standard " +
        'input',
    )
    .addOption(
      new Option('--show', 'show which address and key apply, and where they come from; only the beginning of the key is shown').conflicts(
        'remove',
      ),
    )
    .option('--remove', 'remove the stored address and key')
    .action(async (flags: Flags) => {
      const file = connectionFile();
      if (flags.remove) return printRecord({ file, removed: removeConnection(file) });
      if (flags.show) {
        const { url, key: [key, keyFrom] = [null, null] } = connectionOf(flags);
        return printRecord({ url: url[0], urlFrom: url[1], key: key && shownKey(key), keyFrom });
      }
      const isTerminal = process.stdin.isTTY === true;
      const usual = process.env['FOOTPRINT_URL'] || DEFAULT_URL;
      const url = flags.url ?? ((isTerminal && (await prompted(`Address of the API [${usual}]: `))) || usual);
      if (!/^https?:$/.test(parseUrl(url)?.protocol ?? ''))
        throw new ApiError(`${url} is not the address of an API: it must begin with https://.`);
      const key = flags.key ?? (isTerminal ? await prompted('API key (it is not shown): ', true) : (await text(process.stdin)).trim());
      if (!/^[!-~]+$/.test(key)) throw new ApiError('No API key was given.', 401);
      const accountId = await accountOf(url, key);
      storeConnection({ url, key }, file);
      printRecord({ url, key: shownKey(key), accountId, file });
      if (accountId === null) printNotice('The API accepts the key. The key may not read its account, so the account is not shown.');
    });
}

/** @returns the account of a key; null for a valid key that may not read it @throws ApiError for any other */
async function accountOf(url: string, key: string): Promise<string | null> {
  const reading = bodyOf(apiClient({ baseUrl: url, key }).GET('/v2/account'));
  const body = await reading.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'insufficient_scope') return null;
    throw error;
  });
  if (body !== null && typeof body?.accountId !== 'string') throw new ApiError(`The server at ${url} is not the API of Footprint.`);
  return body?.accountId ?? null;
}

/** Asks on standard error: what is printed stays clean. @param isSecret what is typed is not shown */
async function prompted(prompt: string, isSecret = false): Promise<string> {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: isSecret ? sink : process.stderr, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  process.stderr.write(isSecret ? prompt : '');
  try {
    return await new Promise<string>((resolve) => {
      lines.question(isSecret ? '' : prompt, (answer) => resolve(answer.trim()));
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
}
