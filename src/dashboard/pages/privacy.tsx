import { useQuery } from '@tanstack/react-query';
import { useAccount, useMay } from '../client/account.js';
import { Page } from '../components/page.js';
import { QueryResult } from '../components/query-result.js';
import { Section } from '../components/section.js';
import { AccountDeletion, AccountIsClosed } from './privacy/account-deletion.js';
import { AccountExport } from './privacy/account-export.js';
import { Erasures } from './privacy/erasures.js';
import { Purposes } from './privacy/purposes.js';
import { deletionQuery } from './privacy/queries.js';
import { Retention } from './privacy/retention.js';
import { Suppressions } from './privacy/suppressions.js';

/** What the account keeps of people and why, what it never asks, and how either ends. */
export function Privacy() {
  const query = useQuery(deletionQuery(useAccount()));
  const isOwner = useMay('owner');
  return (
    <Page title="Privacy" lead="What this account keeps about people, for how long and why; and how to delete it.">
      <QueryResult query={query}>
        {({ deletion }) =>
          deletion ? (
            <>
              <AccountIsClosed deletion={deletion} />
              {isOwner && <AccountExport />}
            </>
          ) : (
            <OfOpenAccount />
          )
        }
      </QueryResult>
    </Page>
  );
}

function OfOpenAccount() {
  const isAdmin = useMay('admin');
  const isOwner = useMay('owner');
  return (
    <>
      <Retention />
      <Purposes />
      {isAdmin ? (
        <>
          <Suppressions />
          <Erasures />
        </>
      ) : (
        <Section title="Suppression list and erasures">
          <p>
            Only admins and owners of the account can suppress and erase identities. If somebody asks for this, forward the request to one
            of them.
          </p>
        </Section>
      )}
      {isOwner ? (
        <>
          <AccountExport />
          <AccountDeletion />
        </>
      ) : (
        <Section title="The account’s data">
          <p>Only owners of the account can export its data or delete it.</p>
        </Section>
      )}
    </>
  );
}
