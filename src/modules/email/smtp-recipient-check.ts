import { randomBytes } from 'node:crypto';
import type { SourceFailure } from '../../domain/lookup/enrichment-ports.js';
import { type MailAddress, needsSmtpUtf8 } from '../../domain/email/address.js';
import { extensionsOf, type SmtpReply } from '../../domain/email/smtp-reply.js';
import {
  needsPostmaster,
  type RecipientReplies,
  type RecipientState,
  recipientState,
  type ServerTraits,
} from '../../domain/email/smtp-verdict.js';
import { ok, type SourceResult, failed } from './source-result.js';
import { SmtpSessionError, type SmtpSession } from './smtp-session.js';

export interface SmtpSender {
  /** Name for EHLO. */
  readonly helo: string;
  /** Sender of MAIL FROM; empty: the null sender, as of a bounce. */
  readonly from: string;
}

const FAILURE_BY_END: Readonly<Record<SmtpSessionError['reason'], SourceFailure>> = {
  closed: 'unreachable',
  malformed: 'malformed',
  interrupted: 'timeout',
};
/** No character may end a line early: the address comes from outside. */
const PLAIN = /^[^\p{Cc}\u2028\u2029<>]+$/u;

/**
 * Checks a random recipient and then the real one with a server, in one session, so that the sender's reputation is the same for both.
 * Never sends DATA: no mail results.
 */
export async function checkRecipients(
  conversation: SmtpSession,
  address: MailAddress,
  asker: SmtpSender,
  traits: ServerTraits,
): Promise<SourceResult<RecipientReplies>> {
  const real = `${address.local}@${address.domain}`;
  if (!PLAIN.test(real)) return failed('not_applicable', 'address_not_sendable');
  try {
    const extensions = await greet(conversation, asker);
    if (extensions.silence !== null) return extensions;
    const utf8 = needsSmtpUtf8(address.local);
    if (utf8 && !extensions.value.has('SMTPUTF8')) return failed('not_applicable', 'no_smtputf8');
    const lines = [
      `MAIL FROM:<${asker.from}>${utf8 ? ' SMTPUTF8' : ''}`,
      `RCPT TO:<x${randomBytes(9).toString('hex')}@${address.domain}>`,
      `RCPT TO:<${real}>`,
    ] as const;
    const replies = extensions.value.has('PIPELINING')
      ? await checkPipelined(conversation, lines)
      : await checkSequentially(conversation, lines);
    if (replies.silence !== null) return replies;
    const [random, own] = replies.value;
    const asksAgain = needsPostmaster(random, own, traits);
    const postmaster = asksAgain ? await checkPostmaster(conversation, address.domain) : null;
    return ok({ random, real: own, postmaster });
  } catch (error) {
    if (!(error instanceof SmtpSessionError)) throw error;
    return failed(FAILURE_BY_END[error.reason], `conversation_${error.reason}`);
  }
}

/** Greeting and EHLO, or HELO for servers that do not know EHLO. */
async function greet(conversation: SmtpSession, { helo }: SmtpSender): Promise<SourceResult<ReadonlySet<string>>> {
  const greeting = await conversation.reply();
  if (greeting.code !== 220) return failed('refused', 'greeting_refused');
  const reply = await conversation.command(`EHLO ${helo}`);
  if (reply.code === 250) return ok(extensionsOf(reply));
  const plain = await conversation.command(`HELO ${helo}`);
  return plain.code === 250 ? ok(new Set()) : failed('refused', 'helo_refused');
}

type Lines = readonly [mail: string, random: string, real: string];
type States = readonly [random: RecipientState, real: RecipientState];

async function checkSequentially(conversation: SmtpSession, [mail, random, real]: Lines): Promise<SourceResult<States>> {
  const refused = senderRefusal(await conversation.command(mail));
  if (refused !== null) return refused;
  const first = recipientState(await conversation.command(random));
  return ok([first, recipientState(await conversation.command(real))]);
}

async function checkPipelined(conversation: SmtpSession, lines: Lines): Promise<SourceResult<States>> {
  conversation.send(...lines);
  const refused = senderRefusal(await conversation.reply());
  if (refused !== null) return refused;
  const first = recipientState(await conversation.reply());
  return ok([first, recipientState(await conversation.reply())]);
}

function senderRefusal({ code }: SmtpReply): SourceResult<never> | null {
  if (code === 250) return null;
  if (code === 530) return failed('refused', 'tls_or_login_required');
  return failed('refused', code >= 400 && code < 500 ? 'sender_deferred' : 'sender_refused');
}

/** Reply for the postmaster; null when the session breaks, since the result for the mailbox is valid without it. */
async function checkPostmaster(conversation: SmtpSession, domain: string): Promise<RecipientState | null> {
  try {
    return recipientState(await conversation.command(`RCPT TO:<postmaster@${domain}>`));
  } catch (error) {
    if (error instanceof SmtpSessionError) return null;
    throw error;
  }
}
