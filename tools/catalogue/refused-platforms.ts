/** E-mail platforms that were looked at and refused: one JSON object a line, in the order of slugs, so that nobody looks again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '../checks/tool.js';

/** Why a platform is not asked, and what that means. */
export const REFUSALS = {
  writes_to_holder: 'the request mails, texts or rings its holder: a reset, a code, a link, a push',
  signs_in: 'it sends a password, or attempts a sign-in that the holder may see',
  creates: 'it submits a sign-up or stores something',
  intimate: 'that somebody has an account tells of health, love life, sexuality or belief',
  personal_data: 'the answer shows more of the holder than that the account exists',
  one_sided: 'the answers are not typed, or do not tell an account from none',
  needs_secret: 'it needs a key of an app, a signature, an attestation or a solved captcha',
  walled: 'the source itself meets a wall, or passes it as a browser only',
  gone: 'the request or its host answers no more, says a source',
  switched_off: 'the source itself has it switched off, or gave it up',
  too_many_requests: 'it takes more than a silent prelude and one request',
  owner_unknown: 'nothing ties the host, or the key, to a site of the platform',
  same_account: 'the account of a platform that is asked already',
  no_person: 'the account of a company, a workspace or a mailbox, not of a person at the platform',
  effect_unknown: 'nothing says that it leaves the holder alone',
} as const;
export type Refusal = keyof typeof REFUSALS;

const lineSchema = z.strictObject({
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  name: z.string().min(1),
  /** Method, host and path, without keys and without an identity. */
  request: z.string().regex(/^(?:(?:GET|POST|PUT|HEAD) )?[a-z0-9.{}-]+(?:\/\S*)?$/i),
  /** Package, version and place where the request was read. */
  source: z.string().min(5),
  reason: z.enum(Object.keys(REFUSALS) as [Refusal, ...Refusal[]]),
  why: z.string().min(15).max(240),
});
export type RefusedPlatform = z.infer<typeof lineSchema>;

/**
 * The refused e-mail platforms, as the file lists them.
 * @throws ZodError for a line that is malformed or has a reason of its own
 */
export function refusedPlatforms(root: string = PROJECT_ROOT): RefusedPlatform[] {
  const text = readFileSync(join(root, 'catalogue/refused/email.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
}
