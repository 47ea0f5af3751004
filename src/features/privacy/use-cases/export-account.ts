import { unknownAccount } from '../../accounts/accounts.js';
import type { PlatformNames } from '../../../engine/catalogue/rules/ports.js';
import type { LookupReader } from '../../lookups/store/lookup-reader.js';
import { EXPORT_TYPES, type ExportedRow, type ExportType } from '../account-export.js';
import type { AccountExport } from '../export/account-export.js';
import { presentV2 } from '../../lookups/v2/lookup-body.js';

export interface ExportContext {
  readonly accountExport: AccountExport;
  readonly reader: Pick<LookupReader, 'snapshot'>;
  readonly catalogue: PlatformNames;
  /** The database's clock. */
  readonly now: () => Date;
}

/** Version of the archive's format: it grows when a line loses a field or changes its meaning. */
const FORMAT = 1;

/**
 * All that the people of an account may see, an object a line: `export`, then each type in turn, then `end` with the numbers of lines.
 * Reads page by page and holds no more than a page; what is added or deleted meanwhile may be in it or not.
 *
 * @throws ServiceError not_found when there is no such account, before the first line
 */
export async function exportAccount(ctx: ExportContext, accountId: string): Promise<AsyncGenerator<ExportedRow>> {
  const { rows } = await ctx.accountExport.page('account', accountId, null);
  if (rows.length === 0) throw unknownAccount(accountId);
  return linesOf(ctx, accountId);
}

async function* linesOf(ctx: ExportContext, accountId: string): AsyncGenerator<ExportedRow> {
  yield { type: 'export', format: FORMAT, accountId, at: ctx.now().toISOString() };
  const counts: Partial<Record<ExportType, number>> = {};
  for (const type of EXPORT_TYPES) {
    let count = 0;
    for (let after: readonly unknown[] | null = null; ; ) {
      const { rows, next } = await ctx.accountExport.page(type, accountId, after);
      for (const row of rows) {
        yield { type, ...(type === 'lookup' ? await withAnswer(ctx, accountId, row) : row) };
        count += 1;
      }
      if (!next) break;
      after = next;
    }
    counts[type] = count;
  }
  yield { type: 'end', counts, at: ctx.now().toISOString() };
}

/** A lookup with what `GET /v2/lookup/{id}` answers; null: it was deleted meanwhile. */
async function withAnswer({ reader, catalogue }: ExportContext, accountId: string, row: ExportedRow): Promise<ExportedRow> {
  const snapshot = await reader.snapshot(String(row['id']), { owner: { accountId, onlyKey: null } });
  return { ...row, answer: snapshot && presentV2(snapshot, catalogue) };
}
