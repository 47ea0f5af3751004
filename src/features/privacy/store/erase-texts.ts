/** What an erasure does with texts in a client's own words: wherever one names the identity, that is replaced. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { lookupKey } from '../../webhooks/event.js';
import { lockEvents, remakeBodies } from '../../webhooks/store/event-bodies.js';
import { pagesOfAccounts } from './erase-everywhere.js';
import { noteSent } from './erase-lookup.js';
import type { ErasedRecogniser } from './naming-lookup.js';

/** A column with texts in a client's own words. */
export interface TextColumn {
  readonly table: string;
  readonly column: string;
  /** The column that says of which account a row is; null: of a person. */
  readonly owner: string | null;
  /** It is of a lookup, and in the event that reports it. */
  readonly isReported: boolean;
}

/** Different texts read at once. */
const TEXTS_AT_ONCE = 10_000;

/** @param accountId null: every account, and what belongs to none */
export async function eraseTexts(
  { sql, texts, erasureId }: { sql: Sql; texts: readonly TextColumn[]; erasureId: string },
  accountId: string | null,
  recogniser: ErasedRecogniser,
  onProgress: () => void,
): Promise<void> {
  /** Bodies of events hold what the lookup said before: they are made anew. */
  const replaceReported = (table: string, changed: Fragment, isNamed: Fragment): Promise<void> =>
    transaction(sql, async (tx) => {
      const rows = await tx<{ id: string }[]>`UPDATE ${sql(table)} SET ${changed} WHERE ${isNamed} RETURNING id`;
      const keys = rows.map(({ id }) => lookupKey(id));
      await lockEvents(tx, keys);
      await noteSent(tx, { erasureId }, keys);
      await remakeBodies(tx, keys);
    });
  const replaceIn = async ({ table, column, isReported }: TextColumn, isMeant: Fragment): Promise<void> => {
    for (let after = ''; ; ) {
      onProgress();
      const page = await sql<{ text: string }[]>`
        SELECT DISTINCT ${sql(column)} AS text FROM ${sql(table)} WHERE ${isMeant} AND ${sql(column)} > ${after} ORDER BY 1 LIMIT ${TEXTS_AT_ONCE}`;
      for (const { text } of page) {
        const rest = recogniser.withoutIdentity(text);
        if (rest === text) continue;
        const [changed, isNamed] = [sql`${sql(column)} = ${rest}`, sql`${isMeant} AND ${sql(column)} = ${text}`];
        if (isReported) await replaceReported(table, changed, isNamed);
        else await sql`UPDATE ${sql(table)} SET ${changed} WHERE ${isNamed}`;
      }
      if (page.length < TEXTS_AT_ONCE) return;
      after = page.at(-1)?.text ?? after;
    }
  };
  for (const text of texts) {
    const { owner } = text;
    // By accounts, so that each statement ends in time.
    if (owner !== null)
      for await (const accounts of pagesOfAccounts(sql, accountId)) await replaceIn(text, sql`${sql(owner)} = ANY (${accounts})`);
    if (accountId === null) await replaceIn(text, owner === null ? sql`true` : sql`${sql(owner)} IS NULL`);
  }
}
