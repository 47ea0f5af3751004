import { useState } from 'react';
import { type Outcome, OUTCOMES } from '../../../features/outcomes/outcome.js';
import { accountKey, useAccount } from '../../client/account.js';
import type { Schemas } from '../../client/api.js';
import { useRead } from '../../client/reading.js';
import { SelectField } from '../../components/controls.js';
import { DialogButton, FormDialog } from '../../components/dialog.js';
import { dated } from '../../components/facts.js';
import { useChange } from '../../components/use-change.js';
import type { LookupView } from './lookup-store.js';

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  legitimate: 'Legitimate',
  fraud: 'Fraud',
  chargeback: 'Chargeback',
  account_takeover: 'Account takeover',
  wrong_result: 'A result is wrong',
};

interface OutcomeProps {
  readonly lookupId: string;
  readonly view: LookupView;
}

/** How the lookup turned out, and a way to say so. */
export function OutcomeLine({ lookupId, view }: OutcomeProps) {
  const params = { path: { id: lookupId } };
  const { data, isError } = useRead(['outcome', lookupId], (api) => api.GET('/lookup/{id}/outcome', { params }));
  if (isError) return null;
  // It has its place before it is read: nothing below may move.
  const { outcome, recordedAt } = data ?? { outcome: null, recordedAt: null };
  return (
    <div className="row small">
      <span>
        Outcome: <strong>{outcome === null ? 'not reported' : OUTCOME_WORDS[outcome]}</strong>
        {recordedAt !== null && <span className="muted"> · {dated('reported', recordedAt)}</span>}
      </span>
      <DialogButton
        label={outcome === null ? 'Report the outcome' : 'Change the outcome'}
        kind="quiet"
        dialog={(close) => <OutcomeDialog lookupId={lookupId} view={view} reported={outcome} onClose={close} />}
      />
    </div>
  );
}

/** Asks how it turned out; of a wrong result, which one. */
function OutcomeDialog({
  lookupId,
  view,
  reported,
  onClose,
}: OutcomeProps & { readonly reported: Outcome | null; readonly onClose: () => void }) {
  const account = useAccount();
  const [outcome, setOutcome] = useState(reported);
  const [wrong, setWrong] = useState(0);
  const results = [...view.registered, ...view.absent];
  const change = useChange({
    send: () => {
      const { platform, identity } = results[wrong] ?? {};
      const named = identity as Schemas['NewLookupOutcome']['identity'];
      const body = outcome === 'wrong_result' && platform && named ? { outcome, platform, identity: named } : { outcome };
      return account.api.PUT('/lookup/{id}/outcome', { params: { path: { id: lookupId } }, body });
    },
    stale: ['outcome', 'disputes'].map((key) => accountKey(account, key, lookupId)).concat([accountKey(account, 'calibration')]),
    announcement: 'The outcome is saved.',
    onDone: onClose,
  });
  const known = OUTCOMES.filter((each) => each !== 'wrong_result' || results.length > 0);
  return (
    <FormDialog title="How did it turn out?" action="Save the outcome" change={change} onSubmit={change.mutate} onClose={onClose}>
      <SelectField
        label="Outcome"
        hint="The lookup and its score stay as they are. The calibration compares the reasons of good and bad lookups."
        options={[['', 'Not known'] as const, ...known.map((each) => [each, OUTCOME_WORDS[each]] as const)]}
        value={outcome ?? ''}
        onChange={(chosen) => setOutcome(chosen || null)}
      />
      {outcome === 'wrong_result' && (
        <SelectField
          label="Which result?"
          hint="It is disputed: the platform is checked within minutes."
          options={results.map(
            ({ name, identity, registered }, index) =>
              [index, `${name}, ${identity.value}: ${registered ? 'registered' : 'not registered'}`] as const,
          )}
          value={wrong}
          onChange={setWrong}
        />
      )}
    </FormDialog>
  );
}
