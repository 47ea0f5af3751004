import { Command, Option } from 'commander';
import { LibraryIdentityParser } from '../kernel/identity/identity-parser.js';
import { signInTokens } from '../features/people/credentials/sign-in-tokens.js';
import type { Stores } from '../wiring/stores.js';
import type { Config } from '../kernel/config/env.js';
import type { Member } from '../features/people/people.js';
import type { Invitation } from '../features/people/store/member-store.js';
import { type Role, ROLES } from '../features/accounts/roles.js';
import { changeRole, invite, removeMember, revokeInvitation } from '../features/people/use-cases/members.js';
import { addressOf, createSignInLink } from '../features/people/use-cases/sign-in.js';
import { operatorName } from './operator-config.js';
import { operatorsOf } from '../wiring/operators.js';
import { printFields, printNotice, printRecord } from './output.js';
import { recordOperator, withStores } from './with-stores.js';

/** An operator acts as an owner would. */
const OPERATOR = { actorId: null, role: 'owner' } as const;
const role = () => new Option('--role <role>', 'what the member may do').choices(ROLES);

/** What the services of people need. Emails and events are started by the reconciler: the command line is not connected to the engine. */
function people(stores: Stores, { PUBLIC_URL }: Config) {
  return {
    ...stores,
    identities: new LibraryIdentityParser(),
    signInTokens,
    publicUrl: new URL(PUBLIC_URL).origin,
    now: () => new Date(),
  };
}

/** `footprint sign-in`: prints a link that signs a person in. */
export function signInCommand(): Command {
  return new Command('sign-in')
    .description('print a link that signs a person in; it works once, and for fifteen minutes')
    .requiredOption(
      '--email <email>',
      'e-mail address of the person; if an account with this address has no owner, the person becomes its owner',
    )
    .action((flags: { email: string }) =>
      withStores(async (stores, config) => {
        const ctx = people(stores, config);
        const { link, hasAccount } = await createSignInLink(ctx, flags.email, operatorName());
        printRecord({ link });
        if (operatorsOf(config).has(addressOf(ctx, flags.email))) printNotice(`The operators' pages: ${ctx.publicUrl}/dashboard/operator`);
        else if (!hasAccount)
          printNotice(`${flags.email} is not a member of any account yet: footprint member invite adds a person to one.`);
      }),
    );
}

/** `footprint member …`: who may use an account in the dashboard. */
export function memberCommand(): Command {
  return new Command('member')
    .description('manage the members of an account')
    .addCommand(listCommand())
    .addCommand(inviteCommand())
    .addCommand(uninviteCommand())
    .addCommand(roleCommand())
    .addCommand(removeCommand());
}

const listCommand = () =>
  new Command('list')
    .description('list members and open invitations')
    .argument('<account>')
    .action((accountId: string) =>
      withStores(async ({ members }) => {
        const rows = [...(await members.members(accountId)).map(memberRow), ...(await members.invitations(accountId)).map(invitationRow)];
        printFields(rows, ['id', 'email', 'role', 'state', 'since']);
      }),
    );

const inviteCommand = () =>
  new Command('invite')
    .description('send an invitation, and print its link')
    .argument('<account>')
    .requiredOption('--email <email>')
    .addOption(role().default('member'))
    .action((accountId: string, flags: { email: string; role: Role }) =>
      withStores(async (stores, config) => {
        const { invitation, link } = await invite(people(stores, config), { accountId, ...flags, actor: OPERATOR });
        await recordOperator(stores, 'createInvitation', { accountId, targets: [invitation.id] });
        printRecord({ invitationId: invitation.id, expiresAt: invitation.expiresAt, emailedAt: invitation.emailedAt, link });
      }),
    );

const uninviteCommand = () =>
  new Command('uninvite')
    .description('revoke an invitation')
    .argument('<account>')
    .argument('<invitation>')
    .action((accountId: string, invitationId: string) =>
      withStores(async (stores) => {
        await revokeInvitation(stores, accountId, invitationId);
        await recordOperator(stores, 'revokeInvitation', { accountId, targets: [invitationId] });
        printRecord({ invitationId, revoked: true });
      }),
    );

const roleCommand = () =>
  new Command('role')
    .description('change the role of a member')
    .argument('<account>')
    .argument('<member>')
    .addOption(role().makeOptionMandatory())
    .action((accountId: string, memberId: string, flags: { role: Role }) =>
      withStores(async (stores) => {
        const { email } = await changeRole(stores, { accountId, memberId, role: flags.role });
        await recordOperator(stores, 'changeMemberRole', { accountId, targets: [memberId] });
        printRecord({ memberId, email, role: flags.role });
      }),
    );

const removeCommand = () =>
  new Command('remove')
    .description('remove a member')
    .argument('<account>')
    .argument('<member>')
    .action((accountId: string, memberId: string) =>
      withStores(async (stores) => {
        await removeMember(stores, { accountId, memberId, actor: OPERATOR });
        await recordOperator(stores, 'removeMember', { accountId, targets: [memberId] });
        printRecord({ memberId, removed: true });
      }),
    );

const memberRow = ({ memberId: id, email, role, joinedAt: since }: Member) => ({ id, email, role, state: 'member', since });
const invitationRow = ({ id, email, role, createdAt: since }: Invitation) => ({ id, email, role, state: 'invited', since });
