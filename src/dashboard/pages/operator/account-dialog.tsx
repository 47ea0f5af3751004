import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PLANS } from '../../../features/accounts/plans.js';
import { bodyOf, personApi } from '../../client/api.js';
import { counted } from '../../client/format.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { ErrorNote } from '../../components/error-note.js';
import { Fact } from '../../components/fact.js';
import { SelectField, TextField } from '../../components/field.js';
import { QueryResult } from '../../components/query-result.js';
import { dated, Time } from '../../components/time.js';
import { accountQuery, useOperatorChange } from './queries.js';

type Plan = (typeof PLANS)[number];
const CENT_MILLICENTS = 1_000;

/** One account as operators see it: whose it is, its plan, use and size; and what they may change. */
export function AccountDialog({ account, onClose }: { readonly account: string; readonly onClose: () => void }) {
  const query = useQuery(accountQuery(account));
  return (
    <Dialog title="Account" onClose={onClose}>
      <p>
        <code>{account}</code>
      </p>
      <QueryResult query={query} what="the account">
        {(data) => (
          <>
            <dl className="facts">
              {data.name !== null && <Fact label="Name">{data.name}</Fact>}
              <Fact label="Address">{data.email}</Fact>
              <Fact label="Plan">{data.plan}</Fact>
              <Fact label="State">{data.suspendedAt ? dated('suspended since', data.suspendedAt) : 'active'}</Fact>
              <Fact label="Used">
                {data.usage.used.toLocaleString()}
                {data.usage.allowance === null ? ' (no limit)' : ` of ${data.usage.allowance.toLocaleString()}`} since{' '}
                <Time at={data.usage.periodStart} dateOnly />
              </Fact>
              {data.usage.balanceMillicents !== null && (
                <Fact label="Balance">{(data.usage.balanceMillicents / CENT_MILLICENTS).toLocaleString()} cents</Fact>
              )}
              <Fact label="Lookups">
                {data.counts.lookups.toLocaleString()}, {data.counts.unfinishedLookups.toLocaleString()} unfinished
              </Fact>
              <Fact label="Lookups are kept">
                {data.retentionDays === null ? 'until they are erased' : counted(data.retentionDays, 'day')}
              </Fact>
              <Fact label="People">
                {counted(data.counts.members, 'member')}, {data.counts.openInvitations} invited, {counted(data.counts.activeKeys, 'key')}
              </Fact>
              <Fact label="Endpoints">
                {data.counts.endpoints}, {data.counts.disabledEndpoints} disabled
              </Fact>
            </dl>
            <Changes account={account} plan={data.plan} isSuspended={data.suspendedAt !== null} />
          </>
        )}
      </QueryResult>
    </Dialog>
  );
}

function Changes(props: { readonly account: string; readonly plan: Plan; readonly isSuspended: boolean }) {
  const params = { path: { account: props.account } };
  const [plan, setPlan] = useState<Plan>(props.plan);
  const [quota, setQuota] = useState('');
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const changePlan = useOperatorChange(
    () => bodyOf(personApi.POST('/operator/accounts/{account}/plan', { params, body: { plan } })),
    'The plan was changed.',
  );
  const changeQuota = useOperatorChange(
    () => bodyOf(personApi.POST('/operator/accounts/{account}/quota', { params, body: { quota: quota === '' ? null : Number(quota) } })),
    'The quota was changed.',
  );
  const topUp = useOperatorChange(
    () =>
      bodyOf(
        personApi.POST('/operator/accounts/{account}/top-up', {
          params,
          body: { amountMillicents: Math.round(Number(amount) * CENT_MILLICENTS), reference: reference.trim() },
        }),
      ),
    'The balance was topped up.',
  );
  const suspend = useOperatorChange(
    () =>
      props.isSuspended
        ? bodyOf(personApi.POST('/operator/accounts/{account}/resume', { params }))
        : bodyOf(personApi.POST('/operator/accounts/{account}/suspend', { params })),
    props.isSuspended ? 'The account is active again.' : 'The account is suspended.',
  );
  const sending = (change: { mutate: () => void }) => (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  const error = changePlan.error ?? changeQuota.error ?? topUp.error ?? suspend.error;
  return (
    <>
      {error && <ErrorNote error={error} />}
      <form className="filter-id" onSubmit={sending(changePlan)}>
        <SelectField label="Plan" options={PLANS.map((each) => [each, each])} value={plan} onChange={setPlan} />
        <Button type="submit" busy={changePlan.isPending} disabled={plan === props.plan}>
          Change the plan
        </Button>
      </form>
      <form className="filter-id" onSubmit={sending(changeQuota)}>
        <TextField
          label="Lookup quota (empty: the quota of the plan)"
          type="number"
          min={0}
          step={1}
          value={quota}
          onChange={(event) => setQuota(event.target.value)}
        />
        <Button type="submit" busy={changeQuota.isPending}>
          Set the quota
        </Button>
      </form>
      <form className="stack" onSubmit={sending(topUp)}>
        <div className="filters">
          <TextField
            label="Top up, in cents"
            type="number"
            min={1}
            step={1}
            required
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
          <TextField
            label="Reference"
            required
            autoComplete="off"
            value={reference}
            onChange={(event) => setReference(event.target.value)}
            hint="The reference of the payment. The same reference is credited only once."
          />
        </div>
        <div>
          <Button type="submit" busy={topUp.isPending}>
            Top up
          </Button>
        </div>
        {topUp.data?.credited === false && <p role="status">This reference was already credited, so nothing was added.</p>}
      </form>
      <footer>
        <Button kind={props.isSuspended ? 'primary' : 'danger'} busy={suspend.isPending} onClick={() => suspend.mutate()}>
          {props.isSuspended ? 'Resume the account' : 'Suspend the account'}
        </Button>
      </footer>
    </>
  );
}
