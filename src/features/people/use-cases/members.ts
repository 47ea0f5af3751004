import type { PostgresAccountReports } from '../../accounts/store/account-reports.js';
import type { Caller } from '../../accounts/accounts.js';
import type { AccountStore } from '../../accounts/store/account-store.js';
import { requireNoGain } from '../../accounts/use-cases/api-keys.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { invitationEmail, invitationUrl } from '../people-emails.js';
import { type Actor, INVITATIONS, MAX_MEMBERS, type Member, type Membership } from '../people.js';
import { isAtLeast, type Role } from '../../accounts/roles.js';
import type { Invitation, MemberStore } from '../store/member-store.js';
import { addressOf, type SignInContext } from './sign-in.js';

export interface MembersContext extends Pick<SignInContext, 'identities' | 'signInTokens' | 'secrets' | 'publicUrl'> {
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly accountReports: PostgresAccountReports;
  readonly now: () => Date;
}

/**
 * Invites an address to an account, by a mail and by a link to be copied. An open invitation to the same address is replaced. One mail is
 * sent to an address in 24 hours; a further invitation has a link alone.
 *
 * @param input.key invites: it is shown no link, so it needs a mail, and lets nobody in who gets further than itself
 * @throws ServiceError invalid_email, insufficient_role for a role above the actor's, insufficient_scope, member_exists,
 *   member_limit_reached, not_found, email_limit_reached where it needs a mail
 */
export async function invite(
  ctx: MembersContext,
  { email: address, actor, key, ...input }: { accountId: string; email: string; role: Role; actor: Actor; key?: Caller | undefined },
): Promise<{ readonly invitation: Invitation; readonly link: string }> {
  const { accountId, role } = input;
  const email = addressOf(ctx, address);
  if (!isAtLeast(actor.role, role)) throw new ServiceError('insufficient_role');
  if (key) requireNoGain(key, role);
  const account = await ctx.accountReports.find(accountId, ctx.now());
  if (!account) throw new ServiceError('not_found', 'There is no such account.');
  const { token, digest } = ctx.signInTokens.create();
  const mail = { ...invitationEmail(ctx.publicUrl, { account: account.email, role }), to: email };
  const invitation = await ctx.members.invite(
    { ...input, email, digest, invitedBy: actor.actorId ?? 'operator', needsEmail: key !== undefined },
    { ...mail, sealFor: (id) => ctx.secrets.seal(token, id) },
  );
  if (invitation === null) throw new ServiceError('not_found', 'There is no such account.');
  if (invitation === 'member') throw new ServiceError('member_exists');
  if (invitation === 'full')
    throw new ServiceError(
      'member_limit_reached',
      `An account has at most ${MAX_MEMBERS} members and invitations; on the free trial ${INVITATIONS.trial.open} open invitations.`,
    );
  if (invitation === 'unemailed') throw new ServiceError('email_limit_reached');
  return { invitation, link: invitationUrl(ctx.publicUrl, token) };
}

/** @throws ServiceError not_found when the account has no such open invitation */
export async function revokeInvitation(ctx: Pick<MembersContext, 'members'>, accountId: string, invitationId: string): Promise<void> {
  if (!(await ctx.members.revokeInvitation(accountId, invitationId))) throw new ServiceError('not_found');
}

/**
 * Makes a signed-in person a member. The invitation is bound to the address that it was sent to, and signing in has shown that it is
 * theirs: so its id, which they are shown, is as good as the token of its link.
 *
 * @throws ServiceError not_found, the same for an unknown, expired, revoked and used invitation and for one to another address
 */
export async function acceptInvitation(
  ctx: Pick<MembersContext, 'members' | 'signInTokens'>,
  person: { readonly userId: string; readonly email: string; readonly network: string },
  by: { readonly token: string } | { readonly invitationId: string },
): Promise<Membership> {
  const key = 'token' in by ? ctx.signInTokens.digestOf(by.token) : by.invitationId;
  const accepted = key && (await ctx.members.accept(person, key));
  if (!accepted) throw new ServiceError('not_found', 'This invitation has expired or was used, or is for another address.');
  return accepted;
}

/** @throws ServiceError not_found, last_owner */
export async function changeRole(
  ctx: Pick<MembersContext, 'members'>,
  { accountId, memberId, role }: { accountId: string; memberId: string; role: Role },
): Promise<Member> {
  const changed = await ctx.members.changeRole(accountId, memberId, role);
  if (changed === null) throw new ServiceError('not_found');
  if (changed === 'last_owner') throw new ServiceError('last_owner');
  return changed;
}

/**
 * Ends a membership, at once and in every process: of somebody with the actor's role at most.
 *
 * @throws ServiceError not_found, insufficient_role, last_owner
 */
export async function removeMember(
  ctx: Pick<MembersContext, 'members'>,
  { accountId, memberId, actor }: { accountId: string; memberId: string; actor: Actor },
): Promise<void> {
  const outcome = await ctx.members.remove(accountId, memberId, actor.role);
  if (outcome === null) throw new ServiceError('not_found');
  if (outcome === 'forbidden') throw new ServiceError('insufficient_role');
  if (outcome === 'last_owner') throw new ServiceError('last_owner');
}
