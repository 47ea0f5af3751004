/** `/dashboard/api` outside of any account: signing in and out, sessions, invitations. */
import { z } from 'zod';
import type { EgressPool } from '../../../../engine/flow/egress-pool.js';
import { text } from '../../../../kernel/http/request-fields.js';
import { ROLES } from '../../../accounts/roles.js';
import type { MembersContext } from '../../use-cases/members.js';
import type { OpenIdContext } from '../../use-cases/openid-sign-in.js';

export type UserContext = OpenIdContext &
  MembersContext & {
    /** Addresses of operators, in lower case. */
    readonly operators: ReadonlySet<string>;
    /** Whether a mail server is set: without one only the command line prints codes and links. */
    readonly sendsEmail: boolean;
    readonly egress: EgressPool;
  };

export const OPENID_CALLBACK = '/dashboard/api/sign-in/openid/callback';

export const email = text(320);

export const token = text(100);

export const timestamp = z.iso.datetime();

export const signedIn = z.strictObject({ signedIn: z.literal(true) });

export const membership = z.strictObject({
  accountId: z.string(),
  email: z.string().describe('Address of the account.'),
  name: z.string().nullable().describe('Name of the account; null if it has none.'),
  memberId: z.string(),
  role: z.enum(ROLES),
});
