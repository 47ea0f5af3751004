/** What modules found, in the body of v2. */
import { z } from 'zod';
import { UNVERIFIED } from '../../../../../facts/email/unverified.js';
import type { FactModule } from '../../../../../facts/fact-modules.js';
import { SOURCE_FAILURES } from '../../../../../kernel/values/source.js';
import { breachRecord, emailDetails, ipDetails, phoneDetails, webMention } from '../v1/schemas.js';
import { identity } from './identity-name.js';

const source = z
  .object({
    source: z.string().describe('Name of the source.'),
    failure: z.enum(SOURCE_FAILURES).nullable().describe('Why it gave no answer; null if it answered.'),
    tookMs: z.number(),
    decidedFields: z.array(z.string()).describe('The fields whose value this source determined.'),
    codes: z.array(z.string()).describe('What the source found, as short codes.'),
  })
  .meta({ id: 'SourceNote' });

const FINDING_STATES = ['answered', 'unknown', 'not_configured', 'suppressed', 'pending'] as const;
const FINDING = {
  identity,
  state: z
    .enum(FINDING_STATES)
    .describe(
      '`unknown`: no source gave an answer. `not_configured`: no source is configured. `suppressed`: the identity is on the suppression ' +
        'list, so no source was queried.',
    ),
  checkedAt: z.iso.datetime().nullable(),
};
const sources = z.array(source).describe('How each source contributed.');

export const emailFinding = z
  .object({
    ...FINDING,
    facts: emailDetails.nullable(),
    provider: z.string().nullable().describe('Slug of the mailbox provider.'),
    exists: z.boolean().nullable().describe('True if the mailbox is known to exist, false if it is known not to exist.'),
    unverified: z
      .enum(UNVERIFIED)
      .nullable()
      .describe(
        'Why `deliverable` is not known; null if it is known, or nothing was checked. `no_source`: no source that can verify ' +
          'mailboxes is configured. `port_25_closed`: the network of the service blocks connections to mail servers. `no_answer`: no ' +
          'configured source answered. `inconclusive`: sources answered, but neither yes nor no. `accepts_all`: the domain accepts ' +
          'every address. `sources_disagree`: the sources contradict each other.',
      ),
    didYouMean: z
      .string()
      .nullable()
      .describe(
        'The same address at a mailbox provider whose domain is one typing error away. Null if there is none, or if the mailbox is ' +
          'known to exist. The suggestion changes no result.',
      ),
    canonical: z.string().describe('One address for all spellings that the provider is known to deliver to the same mailbox.'),
    records: z
      .object({ mx: z.boolean(), spf: z.boolean().nullable(), dmarc: z.boolean().nullable() })
      .nullable()
      .describe(
        'Which records the mail domain publishes in DNS. Null if this is not known, or if the domain belongs to a mail provider. ' +
          '`mx`: a mail exchanger. `spf` and `dmarc`: a policy, or null if DNS did not answer.',
      ),
    role: z.boolean().describe('The address belongs to a role, such as `info@`, and not to a person. Only its name is judged.'),
    sources,
  })
  .meta({ id: 'EmailFinding' });
export const phoneFinding = z.object({ ...FINDING, facts: phoneDetails.nullable(), sources }).meta({ id: 'PhoneFinding' });
export const ipFinding = z.object({ ...FINDING, facts: ipDetails.nullable(), sources }).meta({ id: 'IpFinding' });
const breach = z
  .object({
    ...breachRecord.shape,
    dataClasses: z
      .array(z.string())
      .nullable()
      .describe('Kinds of data that were exposed, in the words of the source; null if no source names them.'),
    stealerLog: z
      .boolean()
      .nullable()
      .describe("True if malware on people's devices collected the data, and no service leaked it; null if no source says."),
  })
  .meta({ id: 'Breach' });
export const breachesFinding = z
  .object({
    ...FINDING,
    facts: z.array(breach).nullable().describe('Empty if nothing was found.'),
    platforms: z
      .array(z.object({ platform: z.string(), breach: z.string() }))
      .describe('Platforms of the catalogue that these breaches are about.'),
    sources,
  })
  .meta({ id: 'BreachesFinding' });
export const webMentionsFinding = z
  .object({ ...FINDING, facts: z.array(webMention).nullable().describe('Empty if nothing was found.'), sources })
  .meta({ id: 'WebMentionsFinding' });

export const moduleFindings = z
  .object({
    email: z.array(emailFinding).nullable(),
    phone: z.array(phoneFinding).nullable(),
    ip: z.array(ipFinding).nullable(),
    breaches: z.array(breachesFinding).nullable(),
    webMentions: z.array(webMentionsFinding).nullable(),
  })
  .meta({
    id: 'ModuleFindings',
    description:
      'Each module has an entry for every identity that it ran for. A module that did not run is null: it was not requested, fits no ' +
      'identity, or has no source.',
  });

export type ShownSource = z.infer<typeof source>;
export type ShownBreach = z.infer<typeof breach>;
export type ModuleFindings = z.infer<typeof moduleFindings>;

/** What a module found about one identity; `facts` is null unless it answered. */
export type Finding<Facts> = Pick<ModuleFinding, 'identity' | 'state' | 'checkedAt' | 'sources'> & { facts: Facts | null };
type ModuleFinding = NonNullable<ModuleFindings[FactModule]>[number];

/** One finding as streams send it while a lookup runs: the same entry that the body has for it. */
export type FindingEvent = { [M in FactModule]: { module: M; finding: NonNullable<ModuleFindings[M]>[number] } }[FactModule];
