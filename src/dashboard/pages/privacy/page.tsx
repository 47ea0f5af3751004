import { parseJson } from '../../../kernel/values/json.js';
import { useMay, whoMay } from '../../client/account.js';
import { useRead } from '../../client/reading.js';
import { Page, Section } from '../../components/page.js';
import { QueryResult } from '../../components/list.js';
import { AccountDeletion, AccountIsClosed } from './account-deletion.js';
import { Erasures } from './erasures.js';
import { Purposes } from './purposes.js';
import { usePrivacyChange } from './queries.js';
import { Retention } from './retention.js';
import { Suppressions } from './suppressions.js';
import { saveFile } from '../../client/save-file.js';
import { Button, ErrorNote } from '../../components/controls.js';

/** What the account keeps of people and why, what it never asks, and how either ends. */
export function Privacy() {
  const query = useRead(['privacy', 'deletion'], (api) => api.GET('/account/deletion'));
  const mayExport = useMay('exportAccount');
  return (
    <Page title="Privacy" intro="What this account keeps about people, for how long and why; and how to delete it.">
      <QueryResult query={query}>
        {({ deletion }) =>
          deletion ? (
            <>
              <AccountIsClosed deletion={deletion} />
              {mayExport && <AccountExport />}
            </>
          ) : (
            <OfOpenAccount />
          )
        }
      </QueryResult>
    </Page>
  );
}

function OfOpenAccount() {
  const mayErase = useMay('createErasure');
  const mayDelete = useMay('deleteAccount');
  return (
    <>
      <Retention />
      <Purposes />
      {mayErase ? (
        <>
          <Suppressions />
          <Erasures />
        </>
      ) : (
        <Section title="Suppression list and erasures">
          <p>
            Only {whoMay('createErasure')} of the account can suppress and erase identities. If somebody asks for this, forward the request
            to one of them.
          </p>
        </Section>
      )}
      {mayDelete ? (
        <>
          <AccountExport />
          <AccountDeletion />
        </>
      ) : (
        <Section title="The account’s data">
          <p>Only {whoMay('deleteAccount')} of the account can export its data or delete it.</p>
        </Section>
      )}
    </>
  );
}

/** Far more than the last line is long. */
const LAST_BYTES = 65_536;

/** Whether the archive has its last line: without it, it was cut short. */
async function isWhole(archive: Blob): Promise<boolean> {
  const lines = (await archive.slice(-LAST_BYTES).text()).trimEnd().split('\n');
  return (parseJson(lines.at(-1) ?? '') as { type?: unknown } | null | undefined)?.type === 'end';
}

/** All that the account has, as a file. */
function AccountExport() {
  const exporting = usePrivacyChange(
    async (account) => {
      const archive = (await account.api.GET('/account/export', { parseAs: 'blob' })) as Blob;
      const whole = await isWhole(archive);
      if (whole) saveFile(`footprint-${account.id}.ndjson`, archive);
      return whole;
    },
    (whole) => (whole ? 'The export is ready.' : 'The export was interrupted.'),
  );
  return (
    <Section title="Export of the account">
      <p>
        All data of the account that its members may see, including identities: lookups with their results, keys, endpoints, deliveries,
        people and bills. The file has one JSON object per line. Secrets and digests are left out.
      </p>
      {exporting.error && <ErrorNote error={exporting.error} />}
      {exporting.data === false && (
        <p className="note note-warn" role="alert">
          The export was interrupted, so it was not saved. Try again.
        </p>
      )}
      <div>
        <Button
          label={exporting.isPending ? 'Collecting the data…' : 'Export the account'}
          busy={exporting.isPending}
          onClick={() => exporting.mutate()}
        />
      </div>
    </Section>
  );
}
