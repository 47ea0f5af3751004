/** The tools: what each takes, what it asks of the API, and what it answers. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type components, type LookupRequestV2, type paths, unwrap } from '../../clients/typescript/index.js';
import type { Scope } from '../features/accounts/api-keys.js';
import type { LookupBodyV2 } from '../features/lookups/routes/shared/v2/body-schemas.js';
import { claimed, identities, noise, platforms, purpose } from '../features/lookups/routes/shared/v2/request-schemas.js';
import { cursorText, dateText, DEFAULT_LIMIT, idText, tagText, text } from '../kernel/http/request-fields.js';
import { MAX_IDENTITY_LENGTH, QUERY_TYPES } from '../kernel/identity/identity.js';
import { lookupFacts, MAX_SHOWN, NOTICE } from './facts.js';
import { readLookup, sendBilled, type ToolCall, waitForLookup } from './lookups.js';

interface Access {
  /** Scopes that the key needs; a key without them does not have the tool. */
  readonly scopes: readonly Scope[];
  readonly annotations: ToolAnnotations;
}
const READS = { readOnlyHint: true, openWorldHint: false };
const BILLED: Access = {
  scopes: ['lookups:create', 'lookups:read'],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
};
const READS_LOOKUPS: Access = { scopes: ['lookups:read'], annotations: READS };

interface ToolSpec<Input extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly access: Access;
  readonly input: Input;
  readonly output: z.ZodObject;
  run(input: z.output<Input>, call: ToolCall): Promise<object>;
}

/** The input is checked before `run` gets it. */
const tool = <Input extends z.ZodObject>(spec: ToolSpec<Input>) => spec as unknown as ToolSpec<z.ZodObject>;

const ANSWER =
  `By identity: accounts that are \`registered\`, platforms where it is \`notRegistered\` (at most ${MAX_SHOWN} of each are listed), facts, ` +
  'breaches and web mentions. A platform in neither list gave no answer, and an absent field is not known; neither means "no". `derived` ' +
  'and `linkedAccounts` may belong to other people. ';
const COST =
  "Every call is billed and counts towards the key's limit; `read_lookup` is not billed. Only look up people whom the user named.";

const data = z.looseObject({});
const notice = z.literal(NOTICE);
const nextCursor = z.string().optional().describe('Send it as `cursor` for the next page; absent on the last page.');
const lookupAnswer = z.looseObject({
  notice,
  lookupId: z.string(),
  status: z
    .enum(['processing', 'finished'])
    .describe('`processing`: these are the results so far; call `read_lookup` for more, which is not billed.'),
  risk: data,
  identities: z.array(z.looseObject({ type: z.string(), untrusted: data, registered: data, notRegistered: data })),
});

const lookup = tool({
  title: 'Look up a person',
  description: `Finds where e-mail addresses, phone numbers, usernames and IP addresses of a person are registered, with a risk score. ${ANSWER}${COST}`,
  access: BILLED,
  input: z.strictObject({
    ...identities.shape,
    mode: z
      .enum(['instant', 'default', 'deep'])
      .default('default')
      .describe(
        '`instant`: few platforms, in about a second. `default`: the most reliable platforms, in seconds. `deep`: all platforms, ' +
          'in minutes.',
      ),
    ...{ platforms, purpose, ...claimed, noise },
  }),
  output: lookupAnswer,
  async run({ mode, platforms: slugs, purpose: why, claimedName, claimedCompany, claimedCountry, noise: quiet, ...named }, call) {
    const how = mode === 'instant' ? { mode } : { mode: 'async', deep: mode === 'deep' };
    const options = { platforms: slugs, purpose: why, claimedName, claimedCompany, claimedCountry, noise: quiet };
    const body = { identities: named, ...how, ...options } as LookupRequestV2;
    const accepted = (await sendBilled(call, (sending) => call.client.POST('/v2/lookup', { body, ...sending }))) as LookupBodyV2;
    return lookupFacts(mode === 'instant' ? accepted : await waitForLookup(call, accepted.lookupId));
  },
});

const CHECKS = { email: '/v1/email', phone: '/v1/phone', ip: '/v1/ip' } as const;
const check = tool({
  title: 'Check one identity',
  description:
    'Facts about an e-mail address (deliverable, disposable, webmail), a phone number in E.164 format (valid, carrier, line type) or an IP ' +
    'address (VPN, proxy, Tor, data centre, location), in about a second. No platform is queried; the mail servers of the domain may be, ' +
    `which \`lookup\` with \`noise\` does not do. ${COST}`,
  access: BILLED,
  input: z.strictObject({ kind: z.enum(['email', 'phone', 'ip']), value: text(MAX_IDENTITY_LENGTH) }),
  output: lookupAnswer,
  async run({ kind, value }, call) {
    const body = { [kind]: value } as { email: string; phone: string; ip: string };
    const { lookupId } = await sendBilled(call, (options) => call.client.POST(CHECKS[kind], { body, ...options }));
    return lookupFacts(await waitForLookup(call, lookupId));
  },
});

const readOne = tool({
  title: 'Read a lookup',
  description: `Reads a lookup or check by its id. If it has not finished, waits a while. Not billed. ${ANSWER}`,
  access: READS_LOOKUPS,
  input: z.strictObject({ lookupId: idText.describe('The id of the lookup, `lkp_…`.') }),
  output: lookupAnswer,
  async run({ lookupId }, call) {
    const known = await readLookup(call.client, lookupId);
    return lookupFacts(known.status === 'finished' ? known : await waitForLookup(call, lookupId));
  },
});

const listHistory = tool({
  title: 'Search earlier lookups',
  description:
    'Lists the lookups of the account, newest first. If you name identities, lists only lookups that contain all of them. Not billed.',
  access: READS_LOOKUPS,
  input: z.strictObject({
    ...identities.shape,
    from: dateText.optional().describe('Only lookups accepted on this day or later, YYYY-MM-DD in UTC.'),
    to: dateText.optional().describe('Only lookups accepted on this day or earlier.'),
    limit: z.int().min(1).max(100).default(DEFAULT_LIMIT),
    cursor: cursorText,
  }),
  output: z.looseObject({ notice, lookups: z.array(data), nextCursor }),
  async run({ from, to, limit, cursor, ...named }, { client, signal }) {
    const conditions = Object.keys(named).length === 0 ? {} : { identities: named };
    const body = { ...conditions, from, to, limit, cursor } as components['schemas']['LookupSearch'];
    return unwrap(await client.POST('/v2/lookups/search', { body, signal }));
  },
});

const listPlatforms = tool({
  title: 'List platforms',
  description: 'Lists the platforms that lookups can check. `lookup` accepts their slugs as `platforms`. Not billed.',
  access: { scopes: [], annotations: READS },
  input: z.strictObject({
    queryType: z.enum(QUERY_TYPES).optional().describe('Only platforms that can be checked for this kind of identity.'),
    tag: tagText.optional().describe('Only platforms with this tag, such as `coding`.'),
    limit: z.int().min(1).max(1_000).default(100),
    cursor: cursorText,
  }),
  output: z.looseObject({ notice, total: z.int(), platforms: z.array(data), nextCursor }),
  async run({ limit, ...filter }, { client, signal }) {
    const query = { ...filter, limit: String(limit) } as NonNullable<paths['/v2/platforms']['get']['parameters']['query']>;
    const page = unwrap(await client.GET('/v2/platforms', { params: { query }, signal }));
    const listed = page.platforms.map(({ platform, health }) => ({ platform, queryTypes: health.map(({ queryType }) => queryType) }));
    return { total: page.total, platforms: listed, nextCursor: page.nextCursor };
  },
});

/** By their names. */
export const TOOLS = { lookup, check, read_lookup: readOne, list_history: listHistory, list_platforms: listPlatforms };
