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
import { DataTable, type TableContent, unpackJson } from '../../sources/data-table.js';

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
    shipped: () => ({ asOf: MAIL_TABLES_DATE, origin, content: brotliCompressSync(JSON.stringify(rows)) }),
    read: (content) => readRows(content, row),
    onUse,
  });
}

function readRows<Row extends { readonly slug: string; readonly domains: readonly string[] }>(
  content: TableContent,
  row: z.ZodType<Row>,
): readonly Row[] {
  const parsed = z.array(row).min(1).safeParse(unpackJson(content));
  if (!parsed.success) throw new Error(`is not right at "${parsed.error.issues[0]?.path.join('.') ?? ''}"`);
  const claimed = parsed.data.flatMap(({ domains }) => domains);
  const twice = claimed.find((domain, index) => claimed.indexOf(domain) !== index);
  if (twice !== undefined) throw new Error(`names ${twice} twice`);
  return parsed.data;
}
