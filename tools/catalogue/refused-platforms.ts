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
  intimate: 'having an account reveals health, love life, sexuality or belief',
  personal_data: 'the answer shows more about the holder than that the account exists',
  one_sided: 'the answers are not typed, or do not distinguish an account from none',
  needs_secret: 'it needs the key of an app, a signature, an attestation or a solved captcha',
  walled: 'the source itself gets a block page, or passes only as a browser',
  gone: 'a source says that the request or its host no longer answers',
  switched_off: 'the source itself has disabled it, or gave it up',
  too_many_requests: 'it needs more than a prelude and one request',
  owner_unknown: 'nothing shows that the host or the key belongs to the platform',
  same_account: 'the account of a platform that is already probed',
  no_person: 'the account of a company, a workspace or a mailbox, not of a person at the platform',
  effect_unknown: 'nothing says that the holder is not disturbed',
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
