import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { QUERY_TYPES, type QueryType } from '../../../kernel/identity/identity.js';
import type { SubjectKind } from '../../../kernel/identity/subjects.js';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { type CurrentAccount, useAccount } from '../../client/account.js';
import { counted } from '../../client/format.js';
import { useAnnounce } from '../../components/announcer.js';
import { type Change, Dialog, DialogClose, DialogForm, useStepFocus } from '../../components/dialog.js';
import { ErrorNote, Option, TextField } from '../../components/controls.js';
import { useOnChange } from '../../components/use-on-change.js';
import { IdentityField, kindOfTyped, NOTHING_TYPED } from './identity-field.js';
import { erasureQuery, erasuresQuery, usePrivacyChange } from './queries.js';
import { Counts, type Receipt, ReceiptDetails } from './receipt.js';

const sending =
  (dryRun: boolean) =>
  (account: CurrentAccount, { kind, text, includePossible }: { kind: SubjectKind; text: string; includePossible: QueryType[] }) =>
    account.api.POST('/account/erasures', { body: { identity: { [kind]: text }, includePossible, dryRun } });

/** Erases an identity: what would go is counted first, then the identity is typed again, then it goes, until the receipt is there. */
export function EraseDialog({ onClose }: { readonly onClose: () => void }) {
  const account = useAccount();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [includePossible, setIncluded] = useState<QueryType[]>([]);
  const counting = usePrivacyChange(sending(true));
  const erasing = usePrivacyChange(sending(false));
  const id = erasing.data?.id ?? counting.data?.id ?? null;
  const { data: receipt, error } = useQuery({ ...erasureQuery(account, id ?? ''), enabled: id !== null });
  const isDone = receipt?.state === 'done';
  const step = `${id ?? ''} ${isDone}`;
  const start = useStepFocus<HTMLDivElement>(id === null ? null : step);
  useOnChange(step, () => {
    if (!isDone) return;
    announce(receipt.dryRun ? 'The data was counted.' : 'The identity was erased.');
    void queries.invalidateQueries({ queryKey: erasuresQuery(account).queryKey });
  });
  const identity = { kind: kindOfTyped(typed), text: typed.text.trim(), includePossible };
  return (
    <Dialog title="Erase an identity" onClose={onClose}>
      {id === null ? (
        <DialogForm action="Count what would be deleted" change={counting} onSubmit={() => counting.mutate(identity)} onCancel={onClose}>
          <p>
            Every lookup of this account that names the identity is deleted with all its results, even if it names other identities too.
            First you see what would be deleted; nothing is deleted yet.
          </p>
          <IdentityField typed={typed} onChange={setTyped} />
        </DialogForm>
      ) : (
        <div className="stack" ref={start} tabIndex={-1}>
          {error ? (
            <ErrorNote error={error} />
          ) : !receipt || !isDone ? (
            <UnderWay receipt={receipt} isDryRun={!erasing.data} onClose={onClose} />
          ) : receipt.dryRun ? (
            <Confirm receipt={receipt} text={identity.text} erasing={erasing} onErase={() => erasing.mutate(identity)} onClose={onClose}>
              <PossibleForms possible={receipt.possible} included={includePossible} onChange={setIncluded} />
            </Confirm>
          ) : (
            <>
              <ReceiptDetails receipt={receipt} />
              <DialogClose kind="primary" label="Done" onClose={onClose} />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

function UnderWay(props: { readonly receipt: Receipt | undefined; readonly isDryRun: boolean; readonly onClose: () => void }) {
  return (
    <>
      <p aria-busy="true">
        {props.isDryRun
          ? 'Counting…'
          : 'Erasing… You can close this dialog: the erasure continues, and its receipt is listed on this page.'}
      </p>
      {props.receipt && <Counts counts={props.receipt.counts} nothing="Nothing yet." />}
      <DialogClose label="Close" onClose={props.onClose} />
    </>
  );
}

/** Lookups that are kept unless they are chosen: what they name only may be the identity. */
function PossibleForms(props: {
  readonly possible: Receipt['possible'];
  readonly included: readonly QueryType[];
  readonly onChange: (included: QueryType[]) => void;
}) {
  const { possible, included, onChange } = props;
  const found = QUERY_TYPES.filter((kind) => possible[kind] > 0);
  if (found.length === 0) return null;
  return (
    <fieldset className="choices">
      <legend>Erase these too? They may be about the same identity, but that is not certain.</legend>
      {found.map((kind) => (
        <Option
          label={`${counted(possible[kind], 'lookup')} by ${KIND_WORDS[kind].toLowerCase()}`}
          key={kind}
          checked={included.includes(kind)}
          onChange={(checked) => onChange(found.filter((each) => (each === kind ? checked : included.includes(each))))}
        />
      ))}
    </fieldset>
  );
}

function Confirm(props: {
  readonly receipt: Receipt;
  /** The identity, to be typed again. */
  readonly text: string;
  readonly erasing: Change;
  readonly onErase: () => void;
  readonly onClose: () => void;
  /** What may be added to it. */
  readonly children: ReactNode;
}) {
  const [again, setAgain] = useState('');
  const isSame = again.trim().toLowerCase() === props.text.toLowerCase();
  const [isRefused, setRefused] = useState(false);
  const submit = () => {
    setRefused(!isSame);
    if (isSame) props.onErase();
  };
  return (
    <DialogForm action="Erase" kind="danger" change={props.erasing} onSubmit={submit} onCancel={props.onClose}>
      <h3>This would be deleted</h3>
      <Counts counts={props.receipt.counts} nothing="Nothing: the account has no data about it." />
      {props.children}
      <p>This cannot be undone. Billing records are kept; they contain no personal data.</p>
      <TextField
        label="Type the identity again to erase it"
        literal
        value={again}
        onChange={setAgain}
        error={isRefused && !isSame ? 'This is not the identity that was counted.' : null}
      />
    </DialogForm>
  );
}
