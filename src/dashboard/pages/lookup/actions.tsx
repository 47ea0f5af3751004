import type { LookupBodyV2 } from '../../../features/lookups/routes/shared/v2/body-schemas.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { resultsCsv } from '../../../features/lookups/report/results-csv.js';
import { reportHtml } from '../../../features/lookups/report/report-html.js';
import { accountKey, useAccount, useMay } from '../../client/account.js';
import { curlOf } from '../../client/curl.js';
import { saveFile } from '../../client/save-file.js';
import { Button, CopyButton, ErrorNote } from '../../components/controls.js';
import { ConfirmButton } from '../../components/dialog.js';
import { lookupQuery } from './use-lookup.js';

const FORMATS = {
  report: { label: 'Report', ending: 'html', type: 'text/html', write: (body: LookupBodyV2) => reportHtml(body) },
  csv: { label: 'CSV', ending: 'csv', type: 'text/csv', write: resultsCsv },
  json: { label: 'JSON', ending: 'json', type: 'application/json', write: (body: LookupBodyV2) => `${JSON.stringify(body, null, 2)}\n` },
} as const;
type Format = keyof typeof FORMATS | 'stix';
const STIX_TYPE = 'application/stix+json;version=2.1';

/** What can be taken away from a lookup, and deleting it. */
export function LookupActions({ lookupId, body }: { readonly lookupId: string; readonly body: LookupBodyV2 | null }) {
  const account = useAccount();
  const queries = useQueryClient();
  const mayDelete = useMay('deleteLookupV2');
  // A lookup that is still running is exported with what is known by now.
  const exporting = useMutation({
    mutationFn: async (format: Format) => {
      if (format === 'stix') {
        const request = { params: { path: { id: lookupId } }, headers: { accept: STIX_TYPE }, parseAs: 'text' } as const;
        return saveFile(`footprint-${lookupId}.stix.json`, await account.api.GET('/lookup/{id}', request), STIX_TYPE);
      }
      const known = body ?? (await queries.fetchQuery({ ...lookupQuery(account, lookupId), staleTime: 0 }));
      const { ending, type, write } = FORMATS[format];
      return saveFile(`footprint-${lookupId}.${ending}`, write(known), type);
    },
  });
  return (
    <div>
      <div className="actions">
        {([...Object.keys(FORMATS), 'stix'] as Format[]).map((format) => (
          <Button
            label={format === 'stix' ? 'STIX' : FORMATS[format].label}
            key={format}
            busy={exporting.isPending && exporting.variables === format}
            onClick={() => exporting.mutate(format)}
          />
        ))}
        <CopyButton label="Copy as curl" text={curlOf(`/v2/lookup/${lookupId}`)} />
        {mayDelete && <DeleteLookup lookupId={lookupId} />}
      </div>
      {exporting.error && <ErrorNote error={exporting.error} />}
    </div>
  );
}

function DeleteLookup({ lookupId }: { readonly lookupId: string }) {
  const account = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  // The page is left first: what it shows is not read again.
  const remove = async () => {
    await account.api.DELETE('/lookup/{id}', { params: { path: { id: lookupId } } });
    await navigate({ to: '/dashboard/$account/lookups', params: { account: account.id }, replace: true });
    queries.removeQueries({ queryKey: lookupQuery(account, lookupId).queryKey });
    queries.removeQueries({ queryKey: accountKey(account, 'evidence', lookupId) });
  };
  return (
    <ConfirmButton
      label="Delete"
      kind="danger"
      title="Delete this lookup?"
      action="Delete"
      send={remove}
      stale={[accountKey(account, 'lookups')]}
    >
      <p>
        All results and webhook deliveries of this lookup are deleted permanently. The lookup stays billed. If it is still running, it is
        stopped.
      </p>
    </ConfirmButton>
  );
}
