import { z } from 'zod';
import { actorOf, type Member } from '../people.js';
import { INVITABLE_ROLES, ROLES } from '../../accounts/roles.js';
import { changeRole, invite, type MembersContext, removeMember, revokeInvitation } from '../use-cases/members.js';
import { route, type Route } from '../../../kernel/http/route.js';
import { idText, text } from '../../../kernel/http/request-fields.js';
import { shown } from '../../../kernel/http/shown.js';

const timestamp = z.iso.datetime();
const role = z.enum(ROLES);

const member = z.strictObject({ id: z.string(), email: z.string(), role, joinedAt: timestamp }).meta({ id: 'Member' });
const invitation = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    role,
    invitedBy: z.string().describe('Id of the key or the member; `operator` for the command line.'),
    createdAt: timestamp,
    expiresAt: timestamp,
    emailedAt: timestamp.nullable().describe('When its e-mail was written; null: none was, so the link has to be given by hand.'),
  })
  .meta({ id: 'Invitation' });
const newInvitation = z.strictObject({ email: text(320), role: z.enum(INVITABLE_ROLES).default('member') }).meta({ id: 'NewInvitation' });
const id = z.object({ id: idText });

const common = { scopes: ['account:people'] } as const;
const members = { audiences: ['member'] } as const;

/** `/v2/account/members` and `/v2/account/invitations`. What is for people alone is not served to keys. */
export function memberRoutes(ctx: MembersContext): Route[] {
  return [
    route({
      ...common,
      operationId: 'listMembers',
      method: 'get',
      path: '/v2/account/members',
      summary: 'List members',
      description: 'People who can use the account in the dashboard, in the order in which they joined.',
      response: z.strictObject({ members: z.array(member) }).meta({ id: 'MemberList' }),
      handle: async ({ caller }) => ({ members: (await ctx.members.members(caller.accountId)).map(presentMember) }),
    }),
    route({
      ...members,
      operationId: 'changeMemberRole',
      role: 'owner',
      recent: true,
      method: 'patch',
      path: '/v2/account/members/:id',
      summary: 'Change the role of a member',
      description: 'An account needs at least one owner. To hand it over, make somebody else an owner first.',
      params: id,
      body: z.strictObject({ role }).meta({ id: 'MemberRole' }),
      response: member,
      errors: ['not_found', 'last_owner', 'invalid_parameter'],
      handle: async ({ caller: { accountId }, params, body }) =>
        presentMember(await changeRole(ctx, { accountId, memberId: params.id, role: body.role })),
    }),
    route({
      ...common,
      operationId: 'removeMember',
      recent: true,
      role: 'admin',
      method: 'delete',
      path: '/v2/account/members/:id',
      summary: 'Remove a member',
      description:
        'Requests of this person for the account are refused from now on, by every process. Only owners can remove owners; API keys ' +
        'cannot.',
      params: id,
      response: z.strictObject({ id: z.string(), removed: z.literal(true) }).meta({ id: 'RemovedMember' }),
      errors: ['not_found', 'insufficient_role', 'last_owner'],
      async handle({ caller, params }) {
        await removeMember(ctx, { accountId: caller.accountId, memberId: params.id, actor: actorOf(caller) });
        return { id: params.id, removed: true as const };
      },
    }),
    route({
      ...members,
      operationId: 'leaveAccount',
      recent: true,
      method: 'delete',
      path: '/v2/account/membership',
      summary: 'Leave the account',
      description: 'Ends the membership of the signed-in person. The only owner cannot leave.',
      response: z.strictObject({ id: z.string(), removed: z.literal(true) }).meta({ id: 'LeftAccount' }),
      errors: ['last_owner'],
      async handle({ caller }) {
        await removeMember(ctx, { accountId: caller.accountId, memberId: caller.apiKeyId, actor: actorOf(caller) });
        return { id: caller.apiKeyId, removed: true as const };
      },
    }),
    route({
      ...common,
      operationId: 'listInvitations',
      role: 'admin',
      method: 'get',
      path: '/v2/account/invitations',
      summary: 'List invitations',
      description: 'Invitations that can still be accepted, the oldest first.',
      response: z.strictObject({ invitations: z.array(invitation) }).meta({ id: 'InvitationList' }),
      handle: async ({ caller }) => ({
        invitations: (await ctx.members.invitations(caller.accountId)).map((each) => shown(invitation, each)),
      }),
    }),
    route({
      ...common,
      operationId: 'createInvitation',
      sendsDataOut: true,
      role: 'admin',
      recent: true,
      method: 'post',
      path: '/v2/account/invitations',
      summary: 'Invite a person',
      description:
        'Sends an e-mail with a link. A member also gets the link in the response, once; a key does not. The link is valid for seven ' +
        'days, can be used once, and works only for a person who signs in with that address. It replaces an open invitation to the ' +
        'same address. An account sends one e-mail to an address in 24 hours: a further invitation by a member has `emailedAt` null and a ' +
        'link to be given by hand, one by a key is refused with `email_limit_reached` and changes nothing.',
      body: newInvitation,
      response: z
        .strictObject({ invitation, link: z.string().nullable().describe('Shown only once, and only to members: null for a key.') })
        .meta({ id: 'CreatedInvitation' }),
      errors: ['invalid_email', 'member_exists', 'member_limit_reached', 'invalid_parameter', 'email_limit_reached'],
      async handle({ caller, body }) {
        const made = await invite(ctx, { ...body, accountId: caller.accountId, actor: actorOf(caller), needsEmail: !caller.member });
        return { invitation: shown(invitation, made.invitation), link: caller.member ? made.link : null };
      },
    }),
    route({
      ...common,
      operationId: 'revokeInvitation',
      recent: false,
      role: 'admin',
      method: 'delete',
      path: '/v2/account/invitations/:id',
      summary: 'Revoke an invitation',
      description: 'The invitation can no longer be accepted.',
      params: id,
      response: z.strictObject({ id: z.string(), revoked: z.literal(true) }).meta({ id: 'RevokedInvitation' }),
      errors: ['not_found'],
      async handle({ caller, params }) {
        await revokeInvitation(ctx, caller.accountId, params.id);
        return { id: params.id, revoked: true as const };
      },
    }),
  ];
}

const presentMember = (found: Member) => shown(member, { ...found, id: found.memberId });
