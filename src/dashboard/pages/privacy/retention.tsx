import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_RETENTION_DAYS } from '../../../features/accounts/accounts.js';
import { accountQuery, useAccount, useMay, whoMay } from '../../client/account.js';
import type { Schemas } from '../../client/api.js';
import { counted } from '../../client/format.js';
import { Button, Check, ErrorNote, TextField } from '../../components/controls.js';
import { Dialog, DialogButton, DialogForm, useStepFocus } from '../../components/dialog.js';
import { QueryResult } from '../../components/list.js';
import { Section } from '../../components/page.js';
import { dated } from '../../components/facts.js';
import { usePrivacyChange } from './queries.js';

/** How long lookups are kept, and the change of it. */
export function Retention() {
  const query = useQuery(accountQuery(useAccount()));
  const mayChange = useMay('setRetention');
  return (
    <Section title="Retention">
      <QueryResult query={query} what="the retention">
        {({ retentionDays }) => (
          <>
            <p>
              <strong>{sentenceOf(retentionDays)}</strong> Billing records are kept; they contain no personal data.
            </p>
            {mayChange ? (
              <div>
                <DialogButton label="Change the period" dialog={(close) => <RetentionDialog inForce={retentionDays} onClose={close} />} />
              </div>
            ) : (
              <p className="small muted">Only {whoMay('setRetention')} of the account can change the period.</p>
            )}
          </>
        )}
      </QueryResult>
    </Section>
  );
}

const sentenceOf = (days: number | null): string =>
  days === null ? 'Lookups are kept until they are erased.' : `Lookups are deleted after ${counted(days, 'day')}, with all their results.`;

/** Changes the period: what it would delete is counted first. */
function RetentionDialog({ inForce, onClose }: { readonly inForce: number | null; readonly onClose: () => void }) {
  const [isKept, setKept] = useState(inForce === null);
  const [text, setText] = useState(String(inForce ?? 90));
  const days = isKept ? null : Number(text);
  const counting = usePrivacyChange((account, { days }: { days: number }) =>
    account.api.GET('/account/retention', { params: { query: { days } } }),
  );
  const setting = usePrivacyChange(
    (account, { days }: { days: number | null }) => account.api.PUT('/account/retention', { body: { days } }),
    ({ retentionDays }) => sentenceOf(retentionDays),
  );
  const save = () => {
    if (!setting.isPending) setting.mutate({ days }, { onSuccess: onClose });
  };
  const counts = counting.data;
  const step = useStepFocus<HTMLParagraphElement>(counts !== undefined);
  return (
    <Dialog title="Change the retention period" onClose={onClose}>
      {counts ? (
        <>
          <p ref={step} tabIndex={-1}>
            <strong>{consequenceOf(counts)}</strong>{' '}
            {counts.oldest && <>{dated('The oldest was accepted', counts.oldest)}. This cannot be undone.</>}
          </p>
          {setting.error && <ErrorNote error={setting.error} />}
          <footer>
            <Button label="Cancel" onClick={onClose} />
            <Button
              label={`Delete after ${counted(days ?? 0, 'day')}`}
              kind={counts.lookups > 0 ? 'danger' : 'primary'}
              busy={setting.isPending}
              onClick={save}
            />
          </footer>
        </>
      ) : (
        <DialogForm
          action={isKept ? 'Keep lookups' : 'Count what would be deleted'}
          change={days === null ? setting : counting}
          onSubmit={() => (days === null ? save() : counting.mutate({ days }))}
          onCancel={onClose}
        >
          <TextField
            label="Delete finished lookups after days"
            hint="Counted from the time they were accepted. You first see what would be deleted now."
            type="number"
            required={!isKept}
            disabled={isKept}
            min={1}
            max={MAX_RETENTION_DAYS}
            step={1}
            value={text}
            onChange={setText}
          />
          <Check label="Keep them until they are erased" checked={isKept} onChange={setKept} />
        </DialogForm>
      )}
    </Dialog>
  );
}

const consequenceOf = ({ lookups, results }: Schemas['RetentionPreview']): string =>
  lookups === 0
    ? 'Nothing would be deleted now.'
    : `${counted(lookups, 'lookup')} with ${counted(results, 'result')} would be deleted within the hour.`;
