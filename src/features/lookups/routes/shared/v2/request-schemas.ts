/** Request schemas of v2 lookups. docs/contract.md, 14.1. */
import { z } from 'zod';
import { NOISES } from '../../../../../engine/eligibility.js';
import { MODULES } from '../../../../../facts/checks.js';
import { identityText, slugText, text, usernameText } from '../../../../../kernel/http/request-fields.js';
import { REGION_FAULT, REGIONS } from '../../../../../kernel/identity/regions.js';
import { MAX_PER_KIND } from '../../../../../kernel/identity/subjects.js';
import { MAX_PURPOSE } from '../../../../accounts/purposes.js';
import { DEADLINE_MS } from '../../../lookup.js';
import { MAX_CLAIMED_NAME } from '../../../../../facts/risk/name-agreement.js';

const some = (what: string, one: z.ZodString) => z.array(one).max(MAX_PER_KIND).optional().describe(`${what}, up to ${MAX_PER_KIND}.`);

export const identities = z
  .strictObject({
    emails: some('E-mail addresses', identityText('invalid_email')),
    phones: some('Phone numbers in E.164 format', identityText('invalid_phone')),
    usernames: some('Usernames', usernameText),
    ips: some('IPv4 or IPv6 addresses', identityText('invalid_ip')),
  })
  .meta({
    id: 'Identities',
    description: 'At least one identity, all of the same person. An identity that is sent in two formats counts once.',
  });

export const moduleName = z.enum(MODULES);
export const modules = z
  .array(moduleName)
  .max(20)
  .optional()
  .describe(
    'The modules (kinds of checks) to run. Default: every module that fits an identity. Modules without a source in this installation ' +
      '(GET /v2/sources) are ignored; if no module remains, the request is refused.',
  );
export const platforms = z
  .array(slugText)
  .max(10_000)
  .optional()
  .describe('Slugs: check only these platforms. If the list is empty, the mode decides.');

export const purpose = text(MAX_PURPOSE)
  .optional()
  .describe("Why the lookup is made: a purpose from the account's list (GET /v2/account/purposes). An account can require one.");

const claimedName = text(MAX_CLAIMED_NAME)
  .trim()
  .min(1)
  .optional()
  .describe(
    'The name that the person gave. It is compared with the names on the accounts that are found. It is stored only with the lookup, ' +
      'and never sent to a platform.',
  );

const claimedCompany = text(MAX_CLAIMED_NAME)
  .trim()
  .min(1)
  .optional()
  .describe(
    'The company that the person named. It is compared with the mail domain, stored only with the lookup, and never sent anywhere.',
  );
const claimedCountry = text(2, REGION_FAULT)
  // In capitals, letters beyond ASCII become others: ß is SS, South Sudan.
  .refine((code) => /^[a-z]{2}$/i.test(code) && REGIONS.includes(code.toUpperCase()), REGION_FAULT)
  .toUpperCase()
  .optional()
  .describe(
    'The country that the person named: an ISO 3166 code such as `DE`. It is compared with phone numbers and IP addresses, stored only ' +
      'with the lookup, and never sent anywhere.',
  );
/** What the person said of themselves. */
export const claimed = { claimedName, claimedCompany, claimedCountry };

export const noise = z
  .enum(NOISES)
  .optional()
  .describe(
    '`passive`: use only public interfaces and stored results. Platforms without these are omitted as `not_passive`, and so are ' +
      "sources that open pages that were found, or contact the mail or name servers of the identity's domain. By default, everything is used.",
  );

/** The refusal of two options that exclude each other; it names the field `deep`. */
export const DEEP_AND_INSTANT = {
  path: ['deep'],
  error: 'cannot be combined with instant, which probes only platforms that answer quickly',
};

export const DEADLINE_USE =
  'Only for an instant lookup: the milliseconds from the arrival of the request until the response is sent, with the results so far. ' +
  'Default: the setting INSTANT_CEILING_MS of the service. With more time, more platforms are probed.';
/** The refusal of a deadline in another mode. */
export const DEADLINE_AND_MODE = { path: ['deadlineMs'], error: 'only an instant lookup has a deadline: send instant, or no deadlineMs' };

const MODES = ['async', 'wait', 'instant'] as const;
export const lookupRequestV2 = z
  .strictObject({
    identities,
    modules,
    platforms,
    mode: z
      .enum(MODES)
      .optional()
      .describe(
        '`async` (the default): the response is sent immediately, and the lookup runs in the background. `wait`: the response is sent ' +
          'when the lookup has finished. `instant`: the response is sent after `deadlineMs`, with the results so far.',
      ),
    deep: z
      .boolean()
      .optional()
      .describe(
        'Check every platform, not only the default ones. The default is true with `async`, otherwise false. True is refused with ' +
          '`instant`, which probes only platforms that answer quickly.',
      ),
    deadlineMs: z.int().min(DEADLINE_MS.least).max(DEADLINE_MS.most).optional().describe(DEADLINE_USE),
    purpose,
    ...claimed,
    noise,
  })
  .refine(({ mode, deep }) => mode !== 'instant' || deep !== true, DEEP_AND_INSTANT)
  .refine(({ mode, deadlineMs }) => mode === 'instant' || deadlineMs === undefined, DEADLINE_AND_MODE)
  .meta({ id: 'LookupRequestV2' });

export type LookupRequestV2 = z.infer<typeof lookupRequestV2>;
