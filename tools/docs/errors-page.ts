import { ERRORS, type ErrorCode } from '../../src/kernel/values/errors.js';
import { table } from './table.js';

/** What a caller does about each refusal. */
const ADVICE: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'correct the body: the message says what is wrong',
  invalid_batch: 'correct the items that the message or `details.faults` names',
  unauthorized: 'use a valid key: create one, or replace one that was revoked or has expired',
  not_signed_in: 'sign in, then try again',
  sign_in_failed: 'request a new code',
  quota_exceeded: 'wait until `details.renewsAt`, or get a larger quota',
  insufficient_credits: 'top up the balance, then try again',
  account_suspended: 'ask the operator of the service',
  account_closed: 'ask an owner to reopen the account',
  insufficient_scope: 'use a key with the scope that the message names',
  forbidden_network: 'send the request from a network of the key, or use another key',
  insufficient_role: 'ask an admin or owner of the account',
  recent_sign_in_required: 'sign in again, then try again within ten minutes',
  passkey_required: 'sign in with a passkey',
  sign_in_method_refused: 'sign in with your organisation',
  cross_site_request: 'send the request from the pages of the service',
  not_found: 'check the id and the path: ids of other accounts are not found either',
  method_not_allowed: 'use a method that the header `Allow` lists',
  idempotency_conflict:
    'for a different request, use another key; to repeat a request, wait until the first one has ended, then send the same bytes',
  account_exists: 'use the existing account',
  batch_limit_reached: 'wait until a batch has finished, or cancel one',
  batch_of_other_kind: 'use a test key for batches of test keys, and another key for other batches',
  batch_ended: 'nothing: the batch can no longer be changed',
  endpoint_disabled: 'enable the endpoint, then try again',
  endpoint_limit_reached: 'delete an endpoint first',
  platform_disabled: 'the operator can enable the platform',
  key_limit_reached: 'revoke a key first',
  member_exists: 'nothing: the person is a member already',
  member_limit_reached: 'remove a member, or revoke an invitation first',
  last_owner: 'make somebody else an owner first',
  passkey_limit_reached: 'remove a passkey first',
  payload_too_large: 'send less in one request',
  unsupported_media_type: 'send `Content-Type: application/json`, and no `Content-Encoding`',
  missing_subject: 'send an identity',
  unknown_platform: 'use slugs from `GET /v2/platforms`; the message may suggest one',
  invalid_email: 'correct the address',
  invalid_phone: 'send the number in E.164 format: + and the country code',
  invalid_ip: 'correct the address',
  unknown_test_identity: 'use a test identity, or a key that is not a test key',
  purpose_required: 'add a `purpose` from the list of the account',
  unknown_purpose: 'use a `purpose` from the list of the account',
  purpose_forbids: 'ask for platforms or modules that the purpose allows (`GET /v2/account/purposes`), or name another purpose',
  endpoint_address_refused: 'use a public https address: the message says what is wrong',
  disposable_address: 'use another address',
  cursor_expired: 'read the feed again without `after`: older events may have been deleted',
  invalid_parameter: 'correct what the message names',
  passkey_refused: 'start again',
  email_limit_reached: 'wait a day, or create the invitation in the dashboard and pass on its link',
  rate_limit_exceeded: 'wait `Retry-After` seconds, then try again',
  internal_error: 'try again with the same `Idempotency-Key`',
  unavailable: 'wait `Retry-After` seconds, then try again with the same `Idempotency-Key`',
};

/** docs/errors.md: every code that a client can meet. */
export function errorsPage(): string {
  const rows = (Object.entries(ERRORS) as [ErrorCode, { status: number; message: string }][]).map(([code, { status, message }]) => [
    `\`${code}\``,
    String(status),
    message,
    ADVICE[code],
  ]);
  return `# Errors
<!-- Written by \`npm run docs\` from \`src/kernel/values/errors.ts\`. -->

Every refusal has the same body. Match on \`error.code\`: codes are stable, messages may be reworded.

\`\`\`json
{ "error": { "code": "rate_limit_exceeded", "message": "${ERRORS.rate_limit_exceeded.message}" } }
\`\`\`

A 402 says in \`error.details\` how much of the allowance is used: \`unit\` (\`lookups\` or \`millicents\`), \`used\`, \`limit\` and \`renewsAt\`.
\`renewsAt\` is null if the allowance is not renewed at a fixed time, as on the free trial or with a prepaid balance.

A refused request is never billed. A 503 with \`X-Lookup-Id\` may not be a refusal: see below. An instant lookup is refused with
\`unavailable\` if nothing can be answered in time: no result is stored, and the platforms are too busy or no worker is free.
\`X-Request-Id\` identifies the request in the service's logs.

${table(['Code', 'Status', 'Message', 'What to do'], rows)}

## When it is not known whether a request was accepted
If the database does not confirm that a lookup was stored, the answer is a 503 with the header \`X-Lookup-Id\`. The header names the
lookup that may have been accepted, or all lookups of a batch, separated by commas. There are two ways to find out:

- Send the same request with the same \`Idempotency-Key\`. You get the lookup of the first request if it was accepted, and
  a new one otherwise. Nothing is billed twice.
- Read \`GET /v1/lookup/{id}\` after \`Retry-After\` seconds. A 404 means that the lookup was not accepted and not billed.

A request that gets a 503 without this header is not accepted, and never billed.

In a v1 batch, an item that is not accepted has its own \`error\`, for example \`insufficient_credits\`. The other items are not affected.
`;
}
