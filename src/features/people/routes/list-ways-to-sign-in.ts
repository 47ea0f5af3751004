import { z } from 'zod';
import { SIMULATOR_EGRESS } from '../../../engine/flow/egress-pool.js';
import { signInRoute } from '../../route.js';
import type { UserContext } from './shared/user-routes.js';

export const listWaysToSignInRoute = signInRoute({
  operationId: 'listWaysToSignIn',
  method: 'get',
  path: '/dashboard/api/sign-in',
  response: z.strictObject({
    openId: z.boolean(),
    signIn: z.enum(['any', 'openid']),
    signUp: z.enum(['closed', 'open']),
    sendsEmail: z.boolean(),
    simulated: z.boolean().describe('Lookups use the simulator, and every page says so.'),
  }),
  handle: async (ctx: UserContext) => ({
    openId: ctx.openId !== null,
    signIn: ctx.signIn,
    signUp: ctx.signUp,
    sendsEmail: ctx.sendsEmail,
    simulated: ctx.egress === SIMULATOR_EGRESS,
  }),
});
