import { CALIBRATION_DAYS, LEAST_OF_EACH, LEAST_STOOD } from '../../facts/risk/calibration.js';
import { MODULE_WORDS } from '../../features/lookups/report/labels.js';
import { accountKey, useAccount, useMay, whoMay } from '../client/account.js';
import type { Schemas } from '../client/api.js';
import { counted, formatNumber } from '../client/format.js';
import { useRead } from '../client/reading.js';
import { ErrorNote } from '../components/controls.js';
import { ConfirmButton } from '../components/dialog.js';
import { Figures } from '../components/facts.js';
import { FileButton } from '../components/file-button.js';
import { DataTable, QueryResult } from '../components/list.js';
import { EmptyState, Page, Section } from '../components/page.js';
import { useChange } from '../components/use-change.js';
import { Faults } from './batches/findings.js';

/** How well the reasons of the risk told bad lookups from good ones, and the weights that they would deserve. */
export function Calibration() {
  const query = useRead(['calibration'], (api) => api.GET('/risk/calibration'));
  return (
    <Page
      title="Calibration"
      intro={`Which reasons of the risk were right, by the outcomes of lookups of the last ${CALIBRATION_DAYS} days.`}
    >
      <OutcomeFile />
      <QueryResult query={query} what="the calibration">
        {({ outcomes: { good, bad }, modelVersion, shippedVersion, reasons, suggestion }) => (
          <>
            <Figures of={{ 'Good lookups': formatNumber(good), 'Bad lookups': formatNumber(bad), 'Model in force': modelVersion }} />
            {suggestion && <Suggestion {...suggestion} />}
            {modelVersion !== shippedVersion && suggestion?.modelVersion !== shippedVersion && (
              <ModelButton label="Go back to the shipped model" version={shippedVersion} />
            )}
            <Reasons reasons={reasons} />
          </>
        )}
      </QueryResult>
    </Page>
  );
}

/** Sends a file of outcomes, and names the lines that were not kept. */
function OutcomeFile() {
  const account = useAccount();
  const { mutate, isPending, error, data } = useChange({
    send: (file: File) =>
      account.api.POST('/lookups/outcomes', {
        body: file as never,
        bodySerializer: (body: unknown) => body as File,
        headers: { 'content-type': 'text/csv' },
      }),
    stale: [accountKey(account, 'calibration'), accountKey(account, 'outcome')],
  });
  const faults =
    data?.results.flatMap(({ line, error: fault }) => (fault ? [{ line, reason: fault.message.replace(/^\w+: |\.$/g, '') }] : [])) ?? [];
  return (
    <div className="stack">
      <div className="row">
        <FileButton label="Report outcomes" what="File with outcomes" busy={isPending} onFile={mutate} />
        <span className="hint">
          A CSV file with a line <code>lookup id,outcome</code> for each lookup. Sending it again changes nothing.
        </span>
      </div>
      {error && <ErrorNote error={error} />}
      {data && <p role="status">{counted(data.recorded, 'outcome was', 'outcomes were')} kept.</p>}
      {faults.length > 0 && <Faults title="These were not:" label="Lines that were not kept" faults={faults} count={faults.length} />}
    </div>
  );
}

/** The weights that the outcomes speak for, and what they would have changed. */
function Suggestion({ modelVersion, effect: { lookups, raised, lowered, levels } }: Schemas['SuggestedModel']) {
  return (
    <Section title="Suggested weights" intro={`Tried on your latest ${counted(lookups, 'lookup')}.`}>
      <div className="card">
        <p>
          <strong>{formatNumber(raised)}</strong> would have had a higher score and <strong>{formatNumber(lowered)}</strong> a lower one.
        </p>
        {levels.length > 0 && (
          <ul>
            {levels.map(({ from, to, lookups: count }) => (
              <li key={`${from} ${to}`}>
                {from} → {to}: {counted(count, 'lookup')}
              </li>
            ))}
          </ul>
        )}
        <ModelButton label="Take these weights" version={modelVersion} />
      </div>
    </Section>
  );
}

function ModelButton({ label, version }: { readonly label: string; readonly version: string }) {
  const account = useAccount();
  if (!useMay('chooseRiskModel'))
    return <p className="small muted">Only {whoMay('chooseRiskModel')} of the account can choose the model.</p>;
  return (
    <div>
      <ConfirmButton
        label={label}
        title={`${label}?`}
        action={label}
        send={() => account.api.PUT('/risk/model', { body: { modelVersion: version } })}
        stale={[accountKey(account, 'calibration')]}
        announcement={`Model ${version} is in force.`}
      >
        <p>Lookups that are accepted from now on are scored by model {version}, and name it. Earlier lookups keep their scores.</p>
      </ConfirmButton>
    </div>
  );
}

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points).replace('-', '−'));
const share = (stood: number, of: number): string => `${formatNumber(stood)} of ${formatNumber(of)} (${Math.round((100 * stood) / of)}%)`;
const times = (ratio: number): string => String(Number(ratio.toPrecision(2)));

/** Every reason of which the outcomes say something. */
function Reasons({ reasons }: { readonly reasons: readonly Schemas['ReasonCalibration'][] }) {
  const known = reasons.flatMap(({ likelihood, ...each }) => (likelihood ? [{ ...each, ...likelihood }] : []));
  const least =
    `Nothing is said of a reason before its module had evidence in ${LEAST_OF_EACH} good and ${LEAST_OF_EACH} bad lookups, ` +
    `and it occurred in ${LEAST_STOOD}.`;
  if (known.length === 0)
    return (
      <EmptyState title="Too few outcomes">
        <p>{least} Report outcomes on the pages of lookups, by the API, or with a file.</p>
      </EmptyState>
    );
  return (
    <Section
      title="Reasons"
      intro={`The ratio says how many times as often a reason occurred among bad lookups, with its 95 % interval. ${least}`}
    >
      <DataTable
        label="Reasons"
        rows={known}
        keyOf={({ code }) => code}
        columns={{
          Reason: ({ message, module }) => (
            <>
              {message} <span className="small muted">{MODULE_WORDS[module]}</span>
            </>
          ),
          Good: ({ stood, of }) => share(stood.good, of.good),
          Bad: ({ stood, of }) => share(stood.bad, of.bad),
          Ratio: ({ ratio, low, high }) => `${times(ratio)} (${times(low)} to ${times(high)})`,
          Weight: ({ weight }) => signed(weight),
          Suggested: ({ weight, suggestedWeight }) => signed(suggestedWeight ?? weight),
        }}
      />
    </Section>
  );
}
