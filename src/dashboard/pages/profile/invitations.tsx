import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { personQuery } from '../../client/queries.js';
import { acceptInvitation } from '../../client/sign-in.js';
import { Badge, dated } from '../../components/facts.js';
import { Button, ErrorNote } from '../../components/controls.js';
import { Row, Rows } from '../../components/list.js';
import { Section } from '../../components/page.js';
import { ROLE_WORDS } from '../people/roles.js';

/** Joins an account, and opens it. */
export function useJoin() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: acceptInvitation,
    async onSuccess({ accountId }) {
      await queries.invalidateQueries({ queryKey: personQuery.queryKey });
      await navigate({ to: '/dashboard/$account', params: { account: accountId }, replace: true });
    },
  });
}

/** Accounts that the person is invited to: signing in showed that the address is theirs, so no link is needed. */
export function Invitations() {
  const { data: { invitations } = { invitations: [] } } = useQuery(personQuery);
  const joining = useJoin();
  if (invitations.length === 0) return null;
  return (
    <Section title="You are invited">
      {joining.error && <ErrorNote error={joining.error} />}
      <Rows label="Invitations">
        {invitations.map(({ invitationId, role, expiresAt, accountEmail, accountName }) => (
          <Row
            key={invitationId}
            title={accountName ?? accountEmail}
            badge={<Badge tone="neutral">{ROLE_WORDS[role].name}</Badge>}
            facts={[...(accountName === null ? [] : [accountEmail]), dated('until', expiresAt)]}
            actions={
              <Button
                label="Join"
                kind="primary"
                busy={joining.isPending}
                aria-label={`Join ${accountName ?? accountEmail}`}
                onClick={() => joining.mutate({ invitationId })}
              />
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
