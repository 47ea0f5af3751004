import { useMutation } from '@tanstack/react-query';
import { readLines } from '../../../../clients/typescript/lines.js';
import { type ExportedLine, historyCsv } from '../../../features/lookups/report/history-csv.js';
import { useAccount } from '../../client/account.js';
import { withRecentSignIn } from '../../client/recent-sign-in.js';
import { saveFile } from '../../client/save-file.js';
import { useAnnounce } from '../../components/announcer.js';
import { Button, ErrorNote } from '../../components/controls.js';
import { conditionsOf, type Filters } from './filters.js';

/** Rows that become one part of the file: a browser keeps large parts outside of the page's memory. */
const ROWS_A_PART = 1_000;

/** Saves everything that the filters show as a CSV file. */
export function ExportHistory({ filters }: { readonly filters: Filters }) {
  const account = useAccount();
  const announce = useAnnounce();
  const save = useMutation({
    async mutationFn() {
      const request = { body: conditionsOf(filters), parseAs: 'stream' } as const;
      const body = await withRecentSignIn(() => account.api.POST('/lookups/export', request));
      const parts: Blob[] = [];
      let rows: string[] = [];
      for await (const row of historyCsv(readLines<ExportedLine>(body as unknown as ReadableStream<Uint8Array>))) {
        rows.push(row);
        if (rows.length < ROWS_A_PART) continue;
        parts.push(new Blob(rows));
        rows = [];
      }
      saveFile('lookups.csv', new Blob([...parts, ...rows], { type: 'text/csv;charset=utf-8' }));
    },
    onSuccess: () => announce('The file is saved.'),
  });
  return (
    <div>
      <Button label="Export CSV" busy={save.isPending} onClick={() => save.mutate()} />
      {save.error && <ErrorNote error={save.error} />}
    </div>
  );
}
