import { useState } from 'react';
import { useAccount } from '../../client/account.js';
import { accountAddress } from '../../client/api.js';
import { SelectField } from '../../components/field.js';
import { Section } from '../../components/section.js';
import type { Batch } from './queries.js';

const ROWS = [
  ['items', 'A row for each line'],
  ['platforms', 'A row for each answer of a platform'],
] as const;
const FORMATS = [
  ['csv', 'Download CSV'],
  ['jsonl', 'Download JSON lines'],
] as const;

/** All results as a file, which the service makes while the browser stores it. */
export function Results({ batch: { batchId } }: { readonly batch: Batch }) {
  const account = useAccount();
  const [rows, setRows] = useState<(typeof ROWS)[number][0]>('items');
  return (
    <Section title="Results" intro="All lines with what was found so far, also those that are not shown below.">
      <div className="batch-results">
        <SelectField label="Rows" options={ROWS} value={rows} onChange={setRows} />
        {FORMATS.map(([format, label]) => (
          <a
            key={format}
            className="button"
            href={`${accountAddress(account.id)}/batches/${encodeURIComponent(batchId)}/results?format=${format}&rows=${rows}`}
            download
          >
            {label}
          </a>
        ))}
      </div>
    </Section>
  );
}
