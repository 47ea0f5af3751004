import { useState } from 'react';
import { MAX_PROOF } from '../../../features/suppressions/suppressions.js';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { Dialog, DialogClose, DialogForm, useStepFocus } from '../../components/dialog.js';
import { Facts, Time } from '../../components/facts.js';
import { Field } from '../../components/controls.js';
import { IdentityField, kindOfTyped, NOTHING_TYPED } from './identity-field.js';
import { usePrivacyChange } from './queries.js';

/** Puts an identity on the list; then shows the entry, which may be an older one of the same identity. */
export function SuppressDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [proof, setProof] = useState('');
  const add = usePrivacyChange((account) =>
    account.api.POST('/account/suppressions', { body: { type: kindOfTyped(typed), value: typed.text.trim(), proof: proof.trim() } }),
  );
  const entry = add.data;
  const step = useStepFocus(entry !== undefined);
  return (
    <Dialog title="Suppress an identity" onClose={onClose}>
      {entry ? (
        <>
          <p ref={step} tabIndex={-1}>
            <strong>The identity is on the list.</strong> It is no longer looked up.
          </p>
          <Facts of={{ Kind: KIND_WORDS[entry.type], 'On the list since': <Time at={entry.createdAt} />, Proof: entry.proof }} />
          <DialogClose kind="primary" label="Done" onClose={onClose} />
        </>
      ) : (
        <DialogForm action="Suppress" change={add} onSubmit={add.mutate} onCancel={onClose}>
          <p>
            The identity is suppressed in every spelling: upper and lower case, a tag in an e-mail address (ada<b>+news</b>@example.com) and
            dots at Gmail make no difference, nor does whether it is sent as a username. If it is already on the list, its entry is shown
            and not changed.
          </p>
          <IdentityField typed={typed} onChange={setTyped} />
          <Field
            label="How did the request reach you?"
            hint="For example a ticket or a letter. This text is shown in the list, so do not write the identity in it."
          >
            {(ids) => (
              <textarea {...ids} required rows={2} maxLength={MAX_PROOF} value={proof} onChange={(event) => setProof(event.target.value)} />
            )}
          </Field>
        </DialogForm>
      )}
    </Dialog>
  );
}
