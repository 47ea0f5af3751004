import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatAmount, formatNumber } from '../../client/format.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { DataTable } from '../../components/data-table.js';
import { TextField } from '../../components/field.js';
import { LoadMore } from '../../components/load-more.js';
import { QueryResult } from '../../components/query-result.js';
import { Time } from '../../components/time.js';
import { AccountDialog } from './account-dialog.js';
import { accountsQueryKey, searchAccounts } from './queries.js';

const usedOf = (used: number, allowance: number | null): string =>
  `${formatNumber(used)}${allowance === null ? '' : ` of ${formatNumber(allowance)}`}`;

/** Accounts by a part of their id, address or name; what is searched for travels in a body and is not shown again. */
export function Accounts() {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const query = useInfiniteQuery({
    queryKey: accountsQueryKey(search),
    queryFn: ({ pageParam }) => searchAccounts(search, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const accounts = query.data?.pages.flatMap((page) => page.accounts) ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSearch(text.trim());
  };
  return (
    <section className="stack" aria-labelledby="accounts-title">
      <h2 id="accounts-title">Accounts</h2>
      <form className="filter-id" onSubmit={submit}>
        <TextField
          label="Search"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="Account id, or part of an address or a name"
        />
        <Button type="submit">Search</Button>
      </form>
      <QueryResult query={query} what="accounts" empty={accounts.length === 0 && <p className="muted">No accounts match.</p>}>
        <DataTable
          label="Accounts"
          head={['Account', 'Owners', 'Plan', 'Used', 'State', 'Keys', 'Created', 'More']}
          rows={accounts.map(({ accountId, email, name, owners, plan, used, allowance, suspendedAt, activeKeys, createdAt }) => ({
            key: accountId,
            cells: [
              <div key="id" className="breakable">
                <strong>{name ?? email}</strong>
                <p className="small muted">
                  {name !== null && `${email} · `}
                  <code>{accountId}</code>
                </p>
              </div>,
              owners.length === 0 ? '–' : owners.join(', '),
              plan,
              plan === 'credit' ? formatAmount(used, 'millicents') : usedOf(used, allowance),
              <Badge key="state" tone={suspendedAt ? 'bad' : 'good'}>
                {suspendedAt ? 'Suspended' : 'Active'}
              </Badge>,
              activeKeys,
              <Time key="at" at={createdAt} dateOnly />,
              <Button key="open" aria-label={`Open ${accountId}`} onClick={() => setOpened(accountId)}>
                Open
              </Button>,
            ],
          }))}
        />
        {(query.hasNextPage || (query.data?.pages.length ?? 0) > 1) && <LoadMore query={query} />}
      </QueryResult>
      {opened && <AccountDialog account={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}
