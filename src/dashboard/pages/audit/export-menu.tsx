import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type CurrentAccount, useAccount } from '../../client/account.js';
import { saveFile } from '../../client/save-file.js';
import { counted } from '../../client/format.js';
import { useAnnounce } from '../../components/announcer.js';
import { Button, ErrorNote } from '../../components/controls.js';
import type { AuditFilter } from './audit-filter.js';
import { waitingFetch } from '../../../../clients/typescript/wait.js';
import { csvOf } from '../../../kernel/values/write-csv.js';
import { type AuditEntry, auditPage } from './queries.js';

/** Saves all entries that fit the filter, also those that are not on the page yet. */
export function ExportMenu({ filter }: { readonly filter: AuditFilter }) {
  const account = useAccount();
  const announce = useAnnounce();
  const [read, setRead] = useState(0);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const exporting = useMutation({
    async mutationFn(format: Format) {
      const stop = new AbortController();
      stopping.current = stop;
      setRead(0);
      try {
        const entries = await readEntries(account, filter, { signal: stop.signal, onProgress: setRead });
        const { type, write } = FORMATS[format];
        saveFile(`footprint-audit.${format}`, write(entries), type);
        announce(`${counted(entries.length, 'entry', 'entries')} saved.`);
      } catch (error) {
        if (!stop.signal.aborted) throw error;
        announce('The export was stopped.');
      }
    },
  });
  return (
    <div>
      <div className="row">
        {Object.entries(FORMATS).map(([format, { name }]) => (
          <Button label={`Export ${name}`} key={format} busy={exporting.isPending} onClick={() => exporting.mutate(format as Format)} />
        ))}
        {exporting.isPending && (
          <>
            <span className="small muted">{counted(read, 'entry', 'entries')} read…</span>
            <Button label="Stop" kind="quiet" onClick={() => stopping.current?.abort()} />
          </>
        )}
      </div>
      {exporting.error && <ErrorNote error={exporting.error} />}
    </div>
  );
}

const PAGE_SIZE = 100;

const FORMATS = {
  csv: { name: 'CSV', type: 'text/csv', write: csvOfEntries },
  ndjson: { name: 'NDJSON', type: 'application/x-ndjson', write: linesOfEntries },
} as const;
type Format = keyof typeof FORMATS;

const COLUMNS = ['id', 'at', 'actor_type', 'actor_id', 'action', 'targets', 'network', 'outcome', 'purpose', 'means'];

/** A row for each entry; several targets stand in one cell, with spaces between them. */
function csvOfEntries(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ id, at, actor, action, targets, network, outcome, purpose, means }) => [
    ...[id, at, actor.type, actor.id, action, targets.join(' '), network, outcome, purpose, means],
  ]);
  return csvOf([COLUMNS, ...rows]);
}

/** A line of JSON for each entry, as the interface has it. */
function linesOfEntries(entries: readonly AuditEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

type Page = Awaited<ReturnType<typeof auditPage>>;

interface Reading {
  readonly signal: AbortSignal;
  readonly onProgress: (entries: number) => void;
}

/**
 * Every entry that fits the filter, latest first. Where the rate of the account is used up it waits, as long as the service says.
 *
 * @throws ApiFailure
 */
async function readEntries(account: CurrentAccount, filter: AuditFilter, { signal, onProgress }: Reading): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await auditPage(account, filter, PAGE_SIZE, cursor, { signal, fetch: waitingFetch() });
    signal.throwIfAborted();
    entries.push(...page.entries);
    onProgress(entries.length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return entries;
}
