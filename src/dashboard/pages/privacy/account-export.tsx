import { bodyOf } from '../../client/api.js';
import { saveFile } from '../../client/save-file.js';
import { Button } from '../../components/button.js';
import { ErrorNote } from '../../components/error-note.js';
import { Section } from '../../components/section.js';
import { usePrivacyChange } from './queries.js';

/** Far more than the last line is long. */
const LAST_BYTES = 65_536;

/** Whether the archive has its last line: without it, it was cut short. */
async function isWhole(archive: Blob): Promise<boolean> {
  const lines = (await archive.slice(-LAST_BYTES).text()).trimEnd().split('\n');
  try {
    return (JSON.parse(lines.at(-1) ?? '') as { type?: unknown }).type === 'end';
  } catch {
    return false;
  }
}

/** All that the account has, as a file. */
export function AccountExport() {
  const exporting = usePrivacyChange(
    async (account) => {
      const archive = (await bodyOf(account.api.GET('/account/export', { parseAs: 'blob' }))) as Blob;
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
        <Button busy={exporting.isPending} onClick={() => exporting.mutate(undefined)}>
          {exporting.isPending ? 'Collecting the data…' : 'Export the account'}
        </Button>
      </div>
    </Section>
  );
}
