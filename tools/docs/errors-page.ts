import { ERRORS, type ErrorCode } from '../../src/kernel/values/errors.js';

/** What a client does with a status. Codes that share one are treated alike. */
const RETRY: Readonly<Record<number, string>> = {
  402: 'when the allowance is renewed or topped up',
  429: 'after `Retry-After` seconds',
  500: 'yes, with an `Idempotency-Key`',
  503: 'after `Retry-After` seconds, with an `Idempotency-Key`',
};

/** Codes of 409: each has a state of its own that is in the way. */
type Conflict = { [C in ErrorCode]: (typeof ERRORS)[C]['status'] extends 409 ? C : never }[ErrorCode];
const CONFLICTS: Readonly<Record<Conflict, string>> = {
  idempotency_conflict: 'under another key; or the same request, once its first use has ended',
  account_exists: 'no: use the account that there is',
  batch_limit_reached: 'once one has finished or was cancelled',
  batch_of_other_kind: 'with a key of its kind',
  batch_ended: 'no: nothing is left to change',
  endpoint_disabled: 'once it is enabled',
  endpoint_limit_reached: 'once one was deleted',
  platform_disabled: 'once the operator has enabled it',
  key_limit_reached: 'once one was revoked',
  member_exists: 'no: there is nothing left to do',
  member_limit_reached: 'once a member was removed or an invitation revoked',
  last_owner: 'once somebody else is an owner',
  passkey_limit_reached: 'once one was removed',
  email_limit_reached: 'a day later, or hand over a link from the dashboard',
};

/** Text that Markdown shows as it is, in one cell. */
export function cell(text: string): string {
  return text.replace(/[<|]/g, (sign) => (sign === '<' ? '&lt;' : '\\|'));
}

/** docs/errors.md: every code that a client can meet. */
export function errorsPage(): string {
  const rows = (Object.entries(ERRORS) as [ErrorCode, { status: number; message: string }][]).map(
    ([code, { status, message }]) =>
      `| \`${code}\` | ${status} | ${cell(message)} | ${(CONFLICTS as Partial<Record<ErrorCode, string>>)[code] ?? RETRY[status] ?? 'no: change the request'} |`,
  );
  return `# Errors
<!-- Written by \`npm run docs\` from \`src/kernel/values/errors.ts\`. -->

Every refusal has the same body. Match on \`error.code\`: codes are stable, messages may be reworded.

\`\`\`json
{ "error": { "code": "rate_limit_exceeded", "message": "${ERRORS.rate_limit_exceeded.message}" } }
\`\`\`

A 402 says in \`error.details\` how much of the allowance is used: \`unit\` (\`lookups\` or \`millicents\`), \`used\`, \`limit\` and \`renewsAt\`, which is
null when time alone renews nothing (the free trial, a prepaid balance).

A refused request is never billed; whether a 503 with \`X-Lookup-Id\` was refused is explained below. An instant lookup is refused with
\`unavailable\` if nothing is known yet, and no platform could be queried in time or no worker accepts lookups. \`X-Request-Id\` names the
request in the service's logs.

| Code | Status | Text | Try again? |
|---|---|---|---|
${rows.join('\n')}

## When it is not known whether a request was accepted
If the database does not answer a commit, the answer is a 503 whose header \`X-Lookup-Id\` has the id of the lookup that may have
been accepted (for a batch, all ids, separated by commas). There are two ways to find out:

- Send the same request with the same \`Idempotency-Key\`: if the first one was accepted, its lookup is the answer; if not, this one is
  accepted. It is billed once.
- Read \`GET /v1/lookup/{id}\` after \`Retry-After\` seconds: 404 says that it was not accepted and not billed.

A 503 without that header was not accepted and is never billed.

In a v1 batch, an item that is not accepted has its own \`error\` (for example \`insufficient_credits\`); the other items are not affected.
`;
}
