import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatAmount, formatNumber } from '../../client/format.js';
import { Badge, Time } from '../../components/facts.js';
import { Button, Form, TextField } from '../../components/controls.js';
import { DataTable, LoadMore, QueryResult } from '../../components/list.js';
import { DialogButton } from '../../components/dialog.js';
import { AccountDialog } from './account-dialog.js';
import { accountsQuery } from './queries.js';

const usedOf = (used: number, allowance: number | null): string =>
  `${formatNumber(used)}${allowance === null ? '' : ` of ${formatNumber(allowance)}`}`;

/** Accounts by a part of their id, address or name; what is searched for travels in a body and is not shown again. */
export function Accounts() {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(accountsQuery(search));
  const accounts = query.data?.pages.flatMap((page) => page.accounts) ?? [];
  return (
    <section className="stack" aria-labelledby="accounts-title">
      <h2 id="accounts-title">Accounts</h2>
      <Form className="filter-id" onSubmit={() => setSearch(text.trim())}>
        <TextField
          label="Search"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={setText}
          placeholder="Account id, or part of an address or a name"
        />
        <Button label="Search" type="submit" />
      </Form>
      <QueryResult query={query} what="accounts" empty={accounts.length === 0 && <p className="muted">No accounts match.</p>}>
        <DataTable
          label="Accounts"
          rows={accounts}
          keyOf={({ accountId }) => accountId}
          columns={{
            Account: ({ accountId, email, name }) => (
              <div className="breakable">
                <strong>{name ?? email}</strong>
                <p className="small muted">
                  {name !== null && `${email} · `}
                  <code>{accountId}</code>
                </p>
              </div>
            ),
            Owners: ({ owners }) => (owners.length === 0 ? '–' : owners.join(', ')),
            Plan: ({ plan }) => plan,
            Used: ({ plan, used, allowance }) => (plan === 'credit' ? formatAmount(used, 'millicents') : usedOf(used, allowance)),
            State: ({ suspendedAt }) => <Badge tone={suspendedAt ? 'bad' : 'good'}>{suspendedAt ? 'Suspended' : 'Active'}</Badge>,
            Keys: ({ activeKeys }) => activeKeys,
            Created: ({ createdAt }) => <Time at={createdAt} dateOnly />,
            More: ({ accountId }) => (
              <DialogButton
                label="Open"
                aria-label={`Open ${accountId}`}
                dialog={(close) => <AccountDialog account={accountId} onClose={close} />}
              />
            ),
          }}
        />
        {(query.hasNextPage || (query.data?.pages.length ?? 0) > 1) && <LoadMore query={query} />}
      </QueryResult>
    </section>
  );
}
