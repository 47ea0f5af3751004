import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PLANS } from '../../../domain/billing/plans.js';
import { bodyOf, personApi } from '../../client/api.js';
import { counted } from '../../client/words.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { ErrorNote } from '../../components/error-note.js';
import { Field, TextField } from '../../components/field.js';
import { QueryResult } from '../../components/query-result.js';
import { Time } from '../../components/time.js';
import { accountQuery, useOperatorChange } from './queries.js';

type Plan = (typeof PLANS)[number];
const CENT_MILLICENTS = 1_000;

/** One account as operators see it: no identity, no address, but its plan, use and size; and what they may change. */
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
              <dt>Plan</dt>
              <dd>{data.plan}</dd>
              <dt>State</dt>
              <dd>{data.suspendedAt ? <Suspended at={data.suspendedAt} /> : 'active'}</dd>
              <dt>Used</dt>
              <dd>
                {data.usage.used.toLocaleString()}
                {data.usage.allowance === null ? ' (no limit)' : ` of ${data.usage.allowance.toLocaleString()}`} since{' '}
                <Time at={data.usage.periodStart} dateOnly />
              </dd>
              {data.usage.balanceMillicents !== null && (
                <>
                  <dt>Balance</dt>
                  <dd>{(data.usage.balanceMillicents / CENT_MILLICENTS).toLocaleString()} cents</dd>
                </>
              )}
              <dt>Lookups</dt>
              <dd>
                {data.counts.lookups.toLocaleString()}, {data.counts.unfinishedLookups.toLocaleString()} unfinished
              </dd>
              <dt>Lookups are kept</dt>
              <dd>{data.retentionDays === null ? 'until they are erased' : counted(data.retentionDays, 'day')}</dd>
              <dt>People</dt>
              <dd>
                {counted(data.counts.members, 'member')}, {data.counts.openInvitations} invited, {counted(data.counts.activeKeys, 'key')}
              </dd>
              <dt>Endpoints</dt>
              <dd>
                {data.counts.endpoints}, {data.counts.disabledEndpoints} disabled
              </dd>
            </dl>
            <Changes account={account} plan={data.plan} isSuspended={data.suspendedAt !== null} />
          </>
        )}
      </QueryResult>
    </Dialog>
  );
}

const Suspended = ({ at }: { readonly at: string }) => (
  <>
    suspended since <Time at={at} />
  </>
);

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
  const sending = (change: { mutate: (input: undefined) => void }) => (event: FormEvent) => {
    event.preventDefault();
    change.mutate(undefined);
  };
  const error = changePlan.error ?? changeQuota.error ?? topUp.error ?? suspend.error;
  return (
    <>
      {error && <ErrorNote error={error} />}
      <form className="filter-id" onSubmit={sending(changePlan)}>
        <Field label="Plan">
          {(ids) => (
            <select {...ids} value={plan} onChange={(event) => setPlan(event.target.value as Plan)}>
              {PLANS.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
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
        <Button kind={props.isSuspended ? 'primary' : 'danger'} busy={suspend.isPending} onClick={() => suspend.mutate(undefined)}>
          {props.isSuspended ? 'Resume the account' : 'Suspend the account'}
        </Button>
      </footer>
    </>
  );
}
