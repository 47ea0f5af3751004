import { Command } from 'commander';
import { connect, withConnection, type ConnectionFlags } from './connection-options.js';
import { printRecords } from './output.js';
import { wholeNumber } from './values.js';

/** Maximum page size of the API. */
const PAGE = 100;
const MAX_SHOWN = 10_000;

interface Entry {
  readonly lookupId: string;
  readonly kind: string;
  readonly status: string;
  readonly identities: readonly { readonly value: string }[];
  readonly platformsChecked: number;
  readonly matches: number;
  readonly createdAt: string;
}

/** `footprint history`: the lookups of the account, newest first. */
export function historyCommand(): Command {
  const command = new Command('history')
    .description('list the lookups of the account, newest first')
    .option('--limit <lookups>', 'how many', wholeNumber(MAX_SHOWN), 20)
    .option('--json', 'one JSON line a lookup, also on a terminal');
  return withConnection(command).action(async (flags: ConnectionFlags & { limit: number; json?: boolean }) => {
    const client = connect(flags);
    const entries: Entry[] = [];
    let cursor: string | null = null;
    while (entries.length < flags.limit) {
      const query = new URLSearchParams({
        limit: String(Math.min(PAGE, flags.limit - entries.length)),
        ...(cursor === null ? {} : { cursor }),
      });
      const page = (await client.call('GET', `/v2/lookup?${query}`)) as { lookups: Entry[]; nextCursor: string | null };
      entries.push(...page.lookups);
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    printRecords(
      entries,
      {
        lookup: ({ lookupId }) => lookupId,
        'created (UTC)': ({ createdAt }) => createdAt.slice(0, 19).replace('T', ' '),
        kind: ({ kind }) => kind,
        identities: ({ identities }) => identities.map(({ value }) => value).join(', '),
        status: ({ status }) => status,
        matches: ({ matches, platformsChecked }) => `${matches} of ${platformsChecked}`,
      },
      flags,
    );
  });
}
