import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_PASSKEYS } from '../../../features/people/people.js';
import { personApi } from '../../client/api.js';
import { personQuery, waysToSignInQuery } from '../../client/queries.js';
import { addPasskey, canUsePasskeys } from '../../client/passkeys.js';
import { nameOfBrowser } from '../../client/user-agent.js';
import { TextField } from '../../components/controls.js';
import { ConfirmButton, DialogButton, FormDialog } from '../../components/dialog.js';
import { Listed, Row } from '../../components/list.js';
import { Section, useHeadingFocus } from '../../components/page.js';
import { dated } from '../../components/facts.js';
import { useChange } from '../../components/use-change.js';
import { type Passkey, passkeysQuery } from './queries.js';

const MAX_NAME = 100;

/** Passkeys of the person: with one of them they sign in without a code. */
export function Passkeys() {
  const passkeys = useQuery(passkeysQuery);
  const { data: person } = useQuery(personQuery);
  const { data: ways } = useQuery(waysToSignInQuery);
  const mayAdd = canUsePasskeys() && person?.needsPasskey === false && ways?.signIn === 'any';
  const [heading, focusHeading] = useHeadingFocus();
  const all = passkeys.data?.passkeys ?? [];
  return (
    <Section
      title="Passkeys"
      headingRef={heading}
      intro="Sign in with your fingerprint, face, PIN or security key, without waiting for a code."
      actions={
        mayAdd &&
        all.length < MAX_PASSKEYS && (
          <DialogButton label="Add a passkey" dialog={(close) => <AddDialog onDone={focusHeading} onClose={close} />} />
        )
      }
    >
      {!canUsePasskeys() && (
        <p className="muted">
          Passkeys cannot be added here: this browser does not support them, or the dashboard was not opened over https.
        </p>
      )}
      {person?.needsPasskey && (
        <p className="muted">
          Operators can add and remove passkeys only after signing in with one, or with a link from <code>footprint sign-in</code>.
        </p>
      )}
      {ways?.signIn === 'openid' && <p className="muted">This service accepts sign-in with your organisation only.</p>}
      <Listed
        query={passkeys}
        what="your passkeys"
        label="Passkeys"
        items={all}
        empty={<p className="muted">You have no passkey yet. Add one on each device that you sign in from.</p>}
        row={(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={focusHeading} />}
      />
    </Section>
  );
}

function PasskeyRow({ passkey, onRemoved }: { readonly passkey: Passkey; readonly onRemoved: () => void }) {
  const { id, name, createdAt, lastUsedAt } = passkey;
  return (
    <Row
      title={name}
      facts={[dated('Added', createdAt, { dateOnly: true }), lastUsedAt === null ? 'Not used yet' : dated('Last used', lastUsedAt)]}
      actions={
        <ConfirmButton
          label="Remove"
          kind="quiet"
          aria-label={`Remove ${name}`}
          title="Remove a passkey"
          action="Remove"
          send={() => personApi.DELETE('/passkeys/{id}', { params: { path: { id } } })}
          stale={[passkeysQuery.queryKey]}
          announcement="The passkey is removed."
          onDone={onRemoved}
        >
          <p>
            You can no longer sign in with <strong className="breakable">{name}</strong>. Your device may still offer it: delete it there
            too.
          </p>
        </ConfirmButton>
      }
    />
  );
}

function AddDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const [name, setName] = useState(() => nameOfBrowser(navigator.userAgent).slice(0, MAX_NAME));
  const adding = useChange({
    send: () => addPasskey(name.trim()),
    stale: [passkeysQuery.queryKey],
    announcement: 'The passkey is added.',
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <FormDialog title="Add a passkey" action="Add" change={adding} onSubmit={adding.mutate} onClose={onClose}>
      <TextField
        label="Name"
        hint="Where the passkey is stored, so that you can recognise it later. The browser then asks you to confirm."
        required
        pattern=".*\S.*"
        maxLength={MAX_NAME}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}
