/** An account's lookups as a CSV file, made while they are read. */
import { csvOf } from '../../../kernel/values/write-csv.js';
import type { ShownIdentity } from '../routes/shared/v2/body-schemas.js';

interface Listed {
  readonly type: 'lookup';
  readonly lookupId: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly kind: string;
  readonly status: string;
  readonly identities: readonly Pick<ShownIdentity, 'value'>[];
  readonly apiKeyId: string;
  readonly purpose: string | null;
  readonly matches: number;
  readonly platformsChecked: number;
  readonly risk: { readonly score: number | null; readonly level: string; readonly modelVersion: string } | null;
}

/** A line of the export; the last one is `end`. */
export type ExportedLine = Listed | { readonly type: 'end' };

const COLUMNS: Readonly<Record<string, (lookup: Listed) => string | number | null>> = {
  lookup: ({ lookupId }) => lookupId,
  accepted_at: ({ createdAt }) => createdAt,
  finished_at: ({ finishedAt }) => finishedAt,
  kind: ({ kind }) => kind,
  status: ({ status }) => status,
  identities: ({ identities }) => identities.map(({ value }) => value).join(' '),
  started_by: ({ apiKeyId }) => apiKeyId,
  purpose: ({ purpose }) => purpose,
  registered: ({ matches }) => matches,
  platforms_answered: ({ platformsChecked }) => platformsChecked,
  risk_score: ({ risk }) => risk?.score ?? null,
  risk_level: ({ risk }) => risk?.level ?? null,
  risk_model: ({ risk }) => risk?.modelVersion ?? null,
};

/**
 * The file in parts, the first of which names the columns.
 *
 * @throws Error at the end of an export that is incomplete
 */
export async function* historyCsv(lines: AsyncIterable<ExportedLine>): AsyncGenerator<string> {
  yield csvOf([Object.keys(COLUMNS)]);
  let isComplete = false;
  for await (const line of lines) {
    if (line.type === 'end') isComplete = true;
    else yield csvOf([Object.values(COLUMNS).map((cell) => cell(line))]);
  }
  if (!isComplete) throw new Error('The export ended before it was complete. Try again.');
}
