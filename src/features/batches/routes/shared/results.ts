/** The results of a batch as lines of a file: of JSON or CSV, a row for each item or for each platform. */
import type { PlatformNames } from '../../../../engine/catalogue/rules/ports.js';
import { refsOf, SUBJECT_KINDS } from '../../../../kernel/identity/subjects.js';
import { csvOf, type CsvValue } from '../../../../kernel/values/write-csv.js';
import { RESULT_COLUMNS, resultRows } from '../../../lookups/report/results-csv.js';
import type { LookupBodyV2 } from '../../../lookups/routes/shared/v2/body-schemas.js';
import type { IdentityName } from '../../../lookups/routes/shared/v2/identity-name.js';
import { presentV2 } from '../../../lookups/routes/shared/v2/lookup-body.js';
import { identityName } from '../../../lookups/routes/shared/v2/platform-results.js';
import type { BatchItem } from '../../batch.js';
import type { ItemResult } from '../../use-cases/read-batches.js';

type Rows = 'items' | 'platforms';
type Results = AsyncIterable<ItemResult>;

const bodyOf = ({ known }: ItemResult, catalogue: PlatformNames): LookupBodyV2 | null => known && presentV2(known, catalogue);

export async function* jsonLines(results: Results, rows: Rows, catalogue: PlatformNames): AsyncGenerator<string> {
  for await (const result of results) {
    const { position: index, ref, lookupId, status, fault } = result;
    const lookup = bodyOf(result, catalogue);
    const named = { index, ref, lookupId };
    if (rows === 'items') yield `${JSON.stringify({ ...named, status, fault, lookup })}\n`;
    else for (const each of lookup?.results ?? []) yield `${JSON.stringify({ ...named, result: each })}\n`;
  }
}

export async function* csvLines(results: Results, rows: Rows, catalogue: PlatformNames): AsyncGenerator<string> {
  yield csvOf([rows === 'items' ? Object.keys(ITEM_COLUMNS) : ['index', 'ref', 'lookup_id', ...RESULT_COLUMNS]]);
  for await (const result of results) {
    const lookup = bodyOf(result, catalogue);
    const { position, ref, lookupId } = result;
    if (rows === 'items') yield csvOf([Object.values(ITEM_COLUMNS).map((cell) => cell(result, lookup))]);
    else if (lookup) yield csvOf(resultRows(lookup).map((cells) => [position, ref, lookupId, ...cells]));
  }
}

/** An unknown value is empty; an omitted platform is counted in `omitted`, never as not registered. */
const ITEM_COLUMNS: Readonly<Record<string, (result: ItemResult, lookup: LookupBodyV2 | null) => CsvValue>> = {
  index: ({ position }) => position,
  ref: ({ ref }) => ref,
  status: ({ status }) => status,
  lookup_id: ({ lookupId }) => lookupId,
  identity_type: (result) => several(identitiesOf(result).map(({ type }) => type)),
  identity: (result) => several(identitiesOf(result).map(({ value }) => value)),
  platforms_checked: (_, lookup) => lookup?.platformsChecked,
  omitted: (_, lookup) => lookup?.omitted,
  matches: (_, lookup) => lookup?.matches,
  social_matches: (_, lookup) => lookup?.socialMatches,
  hits: (_, lookup) => lookup && several(lookup.hits),
  breaches: (_, lookup) => breachesOf(lookup),
  risk_score: (_, lookup) => lookup?.risk.score,
  risk_level: (_, lookup) => lookup?.risk.level,
  error: ({ fault }) => fault?.message,
};

const several = (texts: readonly string[]): string => texts.join(' ');

/** As they were sent; of an item that is invalid, or whose lookup is gone, none. */
const identitiesOf = ({ named }: BatchItem): IdentityName[] =>
  named ? refsOf(named.subjects, SUBJECT_KINDS).map((ref) => identityName(named, ref)) : [];

/** An item as a list shows it. */
export function presentItem(item: BatchItem) {
  const { position: index, ref, lookupId, status, fault, found } = item;
  return { index, ref, lookupId, status, fault, identities: identitiesOf(item), found };
}

/** Names of the breaches over all identities; null where no source could be queried. */
function breachesOf(lookup: LookupBodyV2 | null): string | null {
  const known = (lookup?.modules.breaches ?? []).flatMap(({ facts }) => (facts === null ? [] : [facts]));
  return known.length === 0 ? null : [...new Set(known.flat().map(({ name }) => name))].join('; ');
}
