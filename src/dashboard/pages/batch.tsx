import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { wait } from '../../../clients/typescript/wait.js';
import { accountKey, type CurrentAccount, useAccount } from '../client/account.js';
import { bodyOf } from '../client/api.js';
import { Button } from '../components/button.js';
import { Page } from '../components/page.js';
import { BatchRun, type Service } from './batch/batch-run.js';
import { Compose, type Composed } from './batch/compose.js';
import { Outcome } from './batch/outcome.js';

/** Many people at once: a list is read here, sent in parts and followed. Nothing of it is kept when the page is left. */
export function Batch() {
  const account = useAccount();
  const queries = useQueryClient();
  const [run, setRun] = useState<BatchRun | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    run?.start();
    heading.current?.focus();
    return () => run?.close();
  }, [run]);
  const changed = useCallback(() => {
    void queries.invalidateQueries({ queryKey: accountKey(account, 'account') });
    void queries.invalidateQueries({ queryKey: accountKey(account, 'lookups') });
  }, [account, queries]);
  const send = ({ lines, deep, purpose }: Composed) =>
    setRun(new BatchRun(lines, { deep, ...(purpose ? { purpose } : {}) }, serviceOf(account)));
  return (
    <Page
      title="Batch"
      intro="Look up many people at once: paste a list or load a file. Each line is one lookup."
      actions={run && <Button onClick={() => setRun(null)}>New batch</Button>}
    >
      {run ? <Outcome run={run} heading={heading} onChanged={changed} /> : <Compose onSend={send} />}
    </Page>
  );
}

const PAGE_SIZE = 100;
const CLOCK_LEEWAY_MS = 600_000;

function serviceOf(account: CurrentAccount): Service {
  // What is listed begins with the day of the batch; clocks may differ.
  const from = new Date(Date.now() - CLOCK_LEEWAY_MS).toISOString().slice(0, 10);
  return {
    send: async (items, key) =>
      (await bodyOf(account.api.POST('/lookup/batch', { body: { items: [...items] }, headers: { 'Idempotency-Key': key } }))).results,
    list: (cursor) =>
      bodyOf(
        account.api.POST('/lookups/search', {
          body: { limit: PAGE_SIZE, kind: 'lookup', apiKeyId: account.memberId, from, ...(cursor === null ? {} : { cursor }) },
        }),
      ),
    sleep: (ms, signal) => wait(ms, signal).catch(() => undefined),
  };
}
