import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../client/account.js';
import { accountAddress } from '../../client/api.js';
import { withRecentSignIn } from '../../client/recent-sign-in.js';
import { Button, ErrorNote, SelectField } from '../../components/controls.js';
import { Section } from '../../components/page.js';
import type { Batch } from './queries.js';

const ROWS = [
  ['items', 'A row for each line'],
  ['platforms', 'A row for each answer of a platform'],
] as const;
const FORMATS = [
  ['csv', 'Download CSV'],
  ['jsonl', 'Download JSON lines'],
] as const;
type Query = { readonly format: (typeof FORMATS)[number][0]; readonly rows: (typeof ROWS)[number][0] };

/** All results as a file, which the service makes while the browser stores it. */
export function Results({ batch: { batchId } }: { readonly batch: Batch }) {
  const account = useAccount();
  const [rows, setRows] = useState<Query['rows']>('items');
  // The browser stores the file, and cannot ask for a sign-in: the page does, with the same request, of which it reads nothing.
  const save = useMutation({
    async mutationFn(query: Query) {
      const request = { params: { path: { id: batchId }, query }, parseAs: 'stream' } as const;
      const body = await withRecentSignIn(() => account.api.GET('/batches/{id}/results', request));
      await (body as unknown as ReadableStream).cancel();
      const address = `${accountAddress(account.id)}/batches/${encodeURIComponent(batchId)}/results`;
      location.assign(`${address}?${new URLSearchParams(query).toString()}`);
    },
  });
  return (
    <Section title="Results" intro="All lines with their results so far, including those that are not listed below.">
      <div className="batch-results">
        <SelectField label="Rows" options={ROWS} value={rows} onChange={setRows} />
        {FORMATS.map(([format, label]) => (
          <Button label={label} key={format} busy={save.isPending} onClick={() => save.mutate({ format, rows })} />
        ))}
      </div>
      {save.error && <ErrorNote error={save.error} />}
    </Section>
  );
}
