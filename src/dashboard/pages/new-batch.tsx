import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { accountKey, useAccount } from '../client/account.js';
import { IdempotencyKeys } from '../client/idempotency.js';
import { Page } from '../components/page.js';
import { Compose } from './batches/compose.js';
import { sendList } from './batches/queries.js';
import type { Composed } from './batches/send-list.js';

const WARNING = 'The list has not been sent yet. Leave this page anyway?';

/** Many people at once: a list is read here, and sent as one batch, which has a page of its own. */
export function NewBatch() {
  const account = useAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keys = useRef(new IdempotencyKeys());
  const sending = useMutation({
    mutationFn: (composed: Composed) => sendList(account, composed, keys.current),
    async onSuccess({ batchId }) {
      void queries.invalidateQueries({ queryKey: accountKey(account, 'batches') });
      const params = batchId && { account: account.id, batch: batchId };
      if (params) await navigate({ to: '/dashboard/$account/batches/$batch', params, ignoreBlocker: true });
    },
  });
  useBlocker({ shouldBlockFn: () => !window.confirm(WARNING), enableBeforeUnload: true, disabled: !sending.isPending });
  return (
    <Page
      title="New batch"
      intro="Look up many people at once: paste a list or load a file. Each line is one lookup, billed when it starts."
    >
      <Compose sending={sending} />
    </Page>
  );
}
