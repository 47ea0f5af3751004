import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { accountKey, useAccount } from '../../client/account.js';
import { curlOf } from '../../client/curl.js';
import { ApiFailure } from '../../client/failure.js';
import { IdempotencyKeys } from '../../client/idempotency.js';
import { identitiesBody, indexOfRefused } from '../../client/identities.js';
import { Button, CopyButton, ErrorNote, Form } from '../../components/controls.js';
import { Page } from '../../components/page.js';
import { type Entry, IdentityFields, typedOf } from './identity-fields.js';
import { CostNote, DepthChoice, PassiveChoice, PurposeChoice } from './send-options.js';
import type { Claimed } from './claimed-fields.js';
import { LatestLookups } from '../history/latest-lookups.js';

/** The list of countries is not needed to begin. */
const ClaimedFields = lazy(() => import('./claimed-fields.js'));
const EMPTY: readonly Entry[] = [{ id: 1, text: '', chosen: null }];

/** One field for anything. */
export function NewLookup() {
  const account = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [entries, setEntries] = useState(EMPTY);
  const [depth, setDepth] = useState<'default' | 'deep'>('default');
  const [isPassive, setPassive] = useState(false);
  const [purpose, setPurpose] = useState('');
  const [claimed, setClaimed] = useState<Claimed>({});
  const keys = useRef(new IdempotencyKeys());
  useSlashFocuses('identity');

  const typed = typedOf(entries);
  const optional = { ...(purpose ? { purpose } : {}), ...claimed };
  const noise = isPassive ? { noise: 'passive' as const } : {};
  const body = { identities: identitiesBody(typed), deep: depth === 'deep', mode: 'async' as const, ...noise, ...optional };
  const sending = useMutation({
    mutationFn: (sent: typeof body) =>
      account.api.POST('/lookup', { body: sent, headers: { 'Idempotency-Key': keys.current.keyFor(sent) } }),
    async onSuccess({ lookupId }) {
      keys.current.accepted();
      void queries.invalidateQueries({ queryKey: accountKey(account, 'account') });
      void queries.invalidateQueries({ queryKey: accountKey(account, 'lookups') });
      await navigate({ to: '/dashboard/$account/lookups/$lookup', params: { account: account.id, lookup: lookupId } });
    },
  });
  const position = sending.error instanceof ApiFailure ? indexOfRefused(sending.error.message, typed) : null;
  const refused =
    position === null || !sending.error
      ? null
      : {
          position: entries.findIndex((entry) => entry.text === typed[position]?.value),
          message: sending.error.message.replace(/^identities\.\w+\.\d+: /, ''),
        };
  const submit = () => {
    if (typed.length > 0) sending.mutate(body);
    else document.getElementById('identity')?.focus();
  };
  return (
    <Page title="Look up" intro="Find out where a person is registered, and what else is known about them.">
      <Form className="card look-up" onSubmit={submit}>
        <IdentityFields
          entries={entries}
          refused={refused}
          onChange={(changed) => {
            if (sending.isError) sending.reset();
            setEntries(changed);
          }}
        />
        <div className="look-up-options">
          <DepthChoice depths={['default', 'deep']} depth={depth} onChange={setDepth} />
          <PassiveChoice isPassive={isPassive} onChange={setPassive} />
          <PurposeChoice purpose={purpose} onChange={setPurpose} />
          <Suspense>
            <ClaimedFields onChange={setClaimed} />
          </Suspense>
        </div>
        {sending.error && !refused && <ErrorNote error={sending.error} />}
        <div className="look-up-send">
          <Button label="Look up" type="submit" kind="primary" busy={sending.isPending} />
          <CostNote requests={typed.length > 0 ? [body.identities] : []} />
          {typed.length > 0 && <CopyButton label="Copy as curl" text={curlOf('/v2/lookup', { body })} />}
        </div>
      </Form>
      <LatestLookups />
    </Page>
  );
}

/** `/` is the way to the field from anywhere on the page. */
function useSlashFocuses(id: string): void {
  useEffect(() => {
    const field = document.getElementById(id);
    // Where there is a keyboard, the field waits for it; a phone would cover half of the page with its own.
    if (window.matchMedia('(hover: hover)').matches) field?.focus();
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      document.getElementById(id)?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [id]);
}
