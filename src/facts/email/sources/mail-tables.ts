/** The tables of mailbox providers and of relays (`src/kernel/identity/mail-providers.ts`), as a bundle carries them. */
import { brotliCompressSync } from 'node:zlib';
import { z } from 'zod';
import {
  ALIAS_SERVICES,
  MAIL_TABLES_DATE,
  MAILBOX_PROVIDERS,
  setAliasServices,
  setMailProviders,
} from '../../../kernel/identity/mail-providers.js';
import { DataTable, readRows, type TableContent } from '../../sources/data-table.js';

const service = z.strictObject({
  slug: z.string().regex(/^[a-z0-9-]{1,60}$/),
  domains: z.array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)),
});
const provider = service.extend({ name: z.string().min(1).max(100), homepage: z.url({ protocol: /^https$/ }) });

export const mailProviders = mailTable('mail-providers.ts', MAILBOX_PROVIDERS, provider, setMailProviders);
/** Services whose addresses forward to a mailbox elsewhere. */
export const mailRelays = mailTable('mail-providers.ts', ALIAS_SERVICES, service, setAliasServices);

function mailTable<Row extends { readonly slug: string; readonly domains: readonly string[] }>(
  origin: string,
  rows: readonly Row[],
  row: z.ZodType<Row>,
  onUse: (rows: readonly Row[]) => void,
): DataTable<readonly Row[]> {
  return new DataTable({
    shipped: () => ({
      ...{ asOf: MAIL_TABLES_DATE, origin },
      get content() {
        return brotliCompressSync(JSON.stringify(rows));
      },
    }),
    read: (content) => withoutDoubles(content, row),
    onUse,
  });
}

function withoutDoubles<Row extends { readonly slug: string; readonly domains: readonly string[] }>(
  content: TableContent,
  row: z.ZodType<Row>,
): readonly Row[] {
  const rows = readRows(content, z.array(row).min(1));
  const claimed = new Set<string>();
  for (const domain of rows.flatMap(({ domains }) => domains)) {
    if (claimed.has(domain)) throw new Error(`names ${domain} twice`);
    claimed.add(domain);
  }
  return rows;
}
