/** Values that nobody else has, in columns of an account that has something of everything: who gets one has read the column. */
import { fillAccount, type FilledAccount } from '../dashboard/filled-account.js';
import type { Service } from '../service.js';

let count = 0;
const token = (): string => `zq${1_000 + (count += 1)}zq`;

export interface Planted extends FilledAccount {
  /** Columns, as docs/privacy.md names them, by what was planted there. */
  readonly columns: ReadonlyMap<string, string>;
}

/** Fields that `fillAccount` words, by the column that holds them. */
const FIELDS: Readonly<Record<string, string>> = {
  'key name': 'api_keys.name',
  carrier: 'lookup_modules.payload',
  'profile title in the evidence': 'lookup_results.evidence',
  'invited address': 'invitations.email',
  'proof of a suppression': 'suppressions.proof',
  'subject of a mail': 'emails.subject',
  'text of a mail': 'emails.text',
  'endpoint description': 'webhook_endpoints.description',
  'detail of an attempt': 'webhook_attempts.detail',
  'body of a response': 'webhook_attempts.response_body',
};

/** @throws Error when a statement plants nothing: its row is not there */
export async function plant(service: Service): Promise<Planted> {
  const columns = new Map<string, string>();
  const planted = (column: string, value = token()): string => {
    columns.set(value, column);
    return value;
  };
  const filled = await fillAccount(service, (field, usual) => {
    const column = FIELDS[field];
    return column === undefined ? usual : planted(column, field === 'invited address' ? `${token()}@example.com` : token());
  });
  const { sql } = service;
  const { accountId, owner, values } = filled;
  const { lookup, batch, endpoint, event } = values as Record<'lookup' | 'batch' | 'endpoint' | 'event', string>;
  planted('users.email', owner);
  planted('emails.recipient', 'alan@example.com');
  const evidence = (text: string) => JSON.stringify({ status: 200, explanation: text, host: 'a.example.com', latencyMs: 1, requests: 1 });
  const identities = (text: string) =>
    JSON.stringify({ username: text, email: 'ada@example.com', phone: '+12025550123', ip: '192.0.2.17' });
  const note = { source: planted('lookup_modules.evidence'), failure: null, tookMs: 3, decidedFields: [], codes: [] };
  const unanswered = { platform: planted('lookups.plan'), subjects: ['username'] };
  const statements = [
    sql`UPDATE accounts SET email = ${planted('accounts.email')} WHERE id = ${accountId}`,
    sql`UPDATE accounts SET name = ${planted('accounts.name')} WHERE id = ${accountId}`,
    sql`UPDATE accounts SET email_key = ${planted('accounts.email_key')} WHERE id = ${accountId}`,
    sql`UPDATE quota_pools SET key = ${planted('quota_pools.key')} WHERE id = (SELECT pool_id FROM accounts WHERE id = ${accountId})`,
    sql`INSERT INTO balance_top_ups (account_id, reference, amount_millicents) VALUES (${accountId}, ${planted('balance_top_ups.reference')}, 1)`,
    sql`UPDATE api_keys SET networks = ARRAY[${planted('api_keys.networks')}] WHERE account_id = ${accountId} AND name = 'Last year'`,
    // As v1 stores it, which sends one identity.
    sql`UPDATE lookups SET query = ${planted('lookups.query')}, raw_identities = NULL
      WHERE account_id = ${accountId} AND query = 'nobody-at-all'`,
    sql`UPDATE lookups SET subjects = ${identities(planted('lookups.subjects'))}::jsonb,
      raw_identities = ${identities(planted('lookups.raw_identities'))}::jsonb, plan = jsonb_set(plan, '{targets,999}', ${JSON.stringify(unanswered)}::jsonb)
      WHERE id = ${lookup}`,
    sql`UPDATE lookups SET claimed_name = ${planted('lookups.claimed_name')}, claimed_company = ${planted('lookups.claimed_company')},
      claimed_country = ${planted('lookups.claimed_country')} WHERE id = ${lookup}`,
    sql`UPDATE batch_items SET ref = ${planted('batch_items.ref')}, query = ${planted('batch_items.query')},
      raw_identities = ${identities(planted('batch_items.raw_identities'))}::jsonb, claimed_name = ${planted('batch_items.claimed_name')},
      claimed_company = ${planted('batch_items.claimed_company')}, claimed_country = ${planted('batch_items.claimed_country')}
      WHERE batch_id = ${batch} AND position = 0`,
    sql`UPDATE batch_items SET subjects = ${identities(planted('batch_items.subjects'))}::jsonb, raw_identities = NULL
      WHERE batch_id = ${batch} AND position = 1`,
    sql`INSERT INTO lookup_results (lookup_id, platform, subject, seq, state, method, checked_at, profile)
      VALUES (${lookup}, ${planted('lookup_results.platform')}, 'username', 900, 'registered', 'public_api', now(),
        ${JSON.stringify({ displayName: planted('lookup_results.profile') })}::jsonb)`,
    sql`UPDATE lookup_modules SET evidence = ${JSON.stringify({ notes: [note] })}::jsonb WHERE lookup_id = ${lookup} AND module = 'ip'`,
    sql`INSERT INTO lookup_derived (lookup_id, platform, handle, subject, seq, state, method, checked_at, evidence)
      VALUES (${lookup}, ${planted('lookup_derived.platform')}, ${planted('lookup_derived.handle')}, 'email', 901, 'registered', 'public_api',
        now(), ${evidence(planted('lookup_derived.evidence'))}::jsonb)`,
    sql`INSERT INTO linked_accounts (lookup_id, source, subject, platform, handle, seq, checked_at)
      VALUES (${lookup}, ${planted('linked_accounts.source')}, 'username', ${planted('linked_accounts.platform')}, ${planted('linked_accounts.handle')},
        902, now())`,
    sql`INSERT INTO result_disputes (lookup_id, platform, subject, query_type, account_id, api_key_id, state, method, checked_at, evidence, evidence_digest, note)
      VALUES (${lookup}, ${planted('result_disputes.platform')}, 'username', 'username', ${accountId}, 'key_planted', 'registered', 'public_api', now(),
        ${evidence(planted('result_disputes.evidence'))}::jsonb, ${planted('result_disputes.evidence_digest')}, ${planted('result_disputes.note')})`,
    sql`INSERT INTO lookup_outcomes (lookup_id, account_id, api_key_id, outcome) VALUES (${lookup}, ${accountId}, 'key_planted', 'fraud')`,
    sql`INSERT INTO platform_facts (account_id, identity, egress, platform, state, method, checked_at, profile)
      VALUES (${accountId}, ${planted('platform_facts.identity')}, 'direct', ${planted('platform_facts.platform')}, 'registered', 'public_api', now(),
        ${JSON.stringify({ displayName: planted('platform_facts.profile') })}::jsonb)`,
    sql`UPDATE emails SET html = ${planted('emails.html')} WHERE account_id = ${accountId}`,
    sql`INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter)
      SELECT 'psk_planted', id, ${planted('passkeys.name')}, ${planted('passkeys.credential_id')}, ${Buffer.from('x')}, 0 FROM users
      WHERE email = ${owner}`,
    sql`INSERT INTO sessions (id, user_id, digest, user_agent, network, expires_at)
      SELECT 'ses_planted', id, ${Buffer.from('planted')}, ${planted('sessions.user_agent')}, ${planted('sessions.network')}, now() + interval '1 day'
      FROM users WHERE email = ${owner}`,
    sql`INSERT INTO user_identities (issuer, subject, user_id)
      SELECT 'https://issuer.example.com', ${planted('user_identities.subject')}, id FROM users WHERE email = ${owner}`,
    sql`INSERT INTO sign_in_codes (id, email, browser_digest, code_digest, expires_at)
      VALUES ('sic_planted', ${planted('sign_in_codes.email')}, ${Buffer.from('planted')}, ${Buffer.from('x')}, now())`,
    sql`INSERT INTO audit_log (id, at, account_id, actor_type, actor_id, action, targets, network, outcome)
      VALUES ('aud_planted', now() + interval '1 hour', ${accountId}, 'key', ${planted('audit_log.actor_id')}, 'getLookup',
        ARRAY[${planted('audit_log.targets')}], ${planted('audit_log.network')}, 'ok')`,
    sql`UPDATE webhook_endpoints SET url = ${`https://hooks.example.com/${planted('webhook_endpoints.url')}`} WHERE id = ${endpoint}`,
    // It stays an envelope: the feed reads it.
    sql`UPDATE webhook_events SET body = convert_to(
        jsonb_set(convert_from(body, 'UTF8')::jsonb, '{data}', jsonb_build_object('text', ${planted('webhook_events.body')}::text))::text, 'UTF8')
      WHERE id = ${event}`,
    sql`UPDATE webhook_attempts SET url = ${`https://hooks.example.com/${planted('webhook_attempts.url')}`},
      remote_address = ${planted('webhook_attempts.remote_address')} WHERE event_id = ${event}`,
    sql`INSERT INTO idempotency_keys (account_id, key, fingerprint, acceptances)
      VALUES (${accountId}, ${planted('idempotency_keys.key')}, ${planted('idempotency_keys.fingerprint')}, '[]')`,
    sql`INSERT INTO rate_windows (caller, rate_class, window_start, hits) VALUES (${planted('rate_windows.caller')}, 'reads', now(), 1)`,
  ];
  for (const statement of statements) if ((await statement).count === 0) throw new Error(`nothing was planted: ${String(statement)}`);
  return { ...filled, columns };
}
