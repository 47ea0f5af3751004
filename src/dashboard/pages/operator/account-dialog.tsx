import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PLANS } from '../../../features/accounts/plans.js';
import { personApi } from '../../client/api.js';
import { counted } from '../../client/format.js';
import { Button, ErrorNote, Form, SelectField, TextField } from '../../components/controls.js';
import { Dialog } from '../../components/dialog.js';
import { dated, Facts } from '../../components/facts.js';
import { QueryResult } from '../../components/list.js';
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
            <AccountFacts about={data} />
            <Changes account={account} plan={data.plan} isSuspended={data.suspendedAt !== null} />
          </>
        )}
      </QueryResult>
    </Dialog>
  );
}

type About = Awaited<ReturnType<NonNullable<ReturnType<typeof accountQuery>['queryFn']>>>;

function AccountFacts({ about }: { readonly about: About }) {
  const { usage, counts, retentionDays } = about;
  const people = [counted(counts.members, 'member'), `${counts.openInvitations} invited`, counted(counts.activeKeys, 'key')];
  return (
    <Facts
      of={{
        Name: about.name,
        Address: about.email,
        Plan: about.plan,
        State: about.suspendedAt ? dated('suspended since', about.suspendedAt) : 'active',
        Used: dated(`${usedOf(usage)} since`, usage.periodStart, { dateOnly: true }),
        Balance: usage.balanceMillicents !== null && `${(usage.balanceMillicents / CENT_MILLICENTS).toLocaleString()} cents`,
        Lookups: `${counts.lookups.toLocaleString()}, ${counts.unfinishedLookups.toLocaleString()} unfinished`,
        'Lookups are kept': retentionDays === null ? 'until they are erased' : counted(retentionDays, 'day'),
        People: people.join(', '),
        Endpoints: `${counts.endpoints}, ${counts.disabledEndpoints} disabled`,
      }}
    />
  );
}

const usedOf = ({ used, allowance }: { readonly used: number; readonly allowance: number | null }): string =>
  `${used.toLocaleString()}${allowance === null ? ' (no limit)' : ` of ${allowance.toLocaleString()}`}`;

function Changes(props: { readonly account: string; readonly plan: Plan; readonly isSuspended: boolean }) {
  const params = { path: { account: props.account } };
  const [plan, setPlan] = useState<Plan>(props.plan);
  const [quota, setQuota] = useState('');
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const changePlan = useOperatorChange(
    () => personApi.POST('/operator/accounts/{account}/plan', { params, body: { plan } }),
    'The plan was changed.',
  );
  const changeQuota = useOperatorChange(
    () => personApi.POST('/operator/accounts/{account}/quota', { params, body: { quota: quota === '' ? null : Number(quota) } }),
    'The quota was changed.',
  );
  const topUp = useOperatorChange(
    () =>
      personApi.POST('/operator/accounts/{account}/top-up', {
        params,
        body: { amountMillicents: Math.round(Number(amount) * CENT_MILLICENTS), reference: reference.trim() },
      }),
    'The balance was topped up.',
  );
  const suspend = useOperatorChange(
    () =>
      props.isSuspended
        ? personApi.POST('/operator/accounts/{account}/resume', { params })
        : personApi.POST('/operator/accounts/{account}/suspend', { params }),
    props.isSuspended ? 'The account is active again.' : 'The account is suspended.',
  );
  const error = changePlan.error ?? changeQuota.error ?? topUp.error ?? suspend.error;
  return (
    <>
      {error && <ErrorNote error={error} />}
      <Form className="filter-id" onSubmit={changePlan.mutate}>
        <SelectField label="Plan" options={PLANS.map((each) => [each, each])} value={plan} onChange={setPlan} />
        <Button label="Change the plan" type="submit" busy={changePlan.isPending} disabled={plan === props.plan} />
      </Form>
      <Form className="filter-id" onSubmit={changeQuota.mutate}>
        <TextField
          label="Lookup quota (leave empty for the quota of the plan)"
          type="number"
          min={0}
          step={1}
          value={quota}
          onChange={setQuota}
        />
        <Button label="Set the quota" type="submit" busy={changeQuota.isPending} />
      </Form>
      <Form className="stack" onSubmit={topUp.mutate}>
        <div className="filters">
          <TextField label="Top up, in cents" type="number" min={1} step={1} required value={amount} onChange={setAmount} />
          <TextField
            label="Reference"
            required
            autoComplete="off"
            value={reference}
            onChange={setReference}
            hint="The reference of the payment. The same reference is credited only once."
          />
        </div>
        <div>
          <Button label="Top up" type="submit" busy={topUp.isPending} />
        </div>
        {topUp.data?.credited === false && <p role="status">This reference was already credited, so nothing was added.</p>}
      </Form>
      <footer>
        <Button
          label={props.isSuspended ? 'Resume the account' : 'Suspend the account'}
          kind={props.isSuspended ? 'primary' : 'danger'}
          busy={suspend.isPending}
          onClick={() => suspend.mutate()}
        />
      </footer>
    </>
  );
}
