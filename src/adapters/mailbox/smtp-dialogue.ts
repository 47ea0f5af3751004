import { randomBytes } from 'node:crypto';
import type { Silence } from '../../domain/enrichment-ports.js';
import { type MailAddress, needsSmtpUtf8 } from '../../domain/mailbox/address.js';
import { extensionsOf, type SmtpReply } from '../../domain/mailbox/smtp-reply.js';
import {
  needsPostmaster,
  type RecipientReplies,
  type RecipientState,
  recipientState,
  type ServerTraits,
} from '../../domain/mailbox/smtp-verdict.js';
import { heard, type Heard, silent } from './heard.js';
import { ConversationError, type SmtpConversation } from './smtp-conversation.js';

export interface Asker {
  /** Name for EHLO. */
  readonly helo: string;
  /** Sender of MAIL FROM; empty: the null sender, as of a bounce. */
  readonly from: string;
}

const SILENCES: Readonly<Record<ConversationError['reason'], Silence>> = {
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
export async function askRecipients(
  conversation: SmtpConversation,
  address: MailAddress,
  asker: Asker,
  traits: ServerTraits,
): Promise<Heard<RecipientReplies>> {
  const real = `${address.local}@${address.domain}`;
  if (!PLAIN.test(real)) return silent('not_applicable', 'address_not_sendable');
  try {
    const extensions = await greet(conversation, asker);
    if (extensions.silence !== null) return extensions;
    const utf8 = needsSmtpUtf8(address.local);
    if (utf8 && !extensions.value.has('SMTPUTF8')) return silent('not_applicable', 'no_smtputf8');
    const lines = [
      `MAIL FROM:<${asker.from}>${utf8 ? ' SMTPUTF8' : ''}`,
      `RCPT TO:<x${randomBytes(9).toString('hex')}@${address.domain}>`,
      `RCPT TO:<${real}>`,
    ] as const;
    const replies = extensions.value.has('PIPELINING') ? await atOnce(conversation, lines) : await oneByOne(conversation, lines);
    if (replies.silence !== null) return replies;
    const [random, own] = replies.value;
    const asksAgain = needsPostmaster(random, own, traits);
    const postmaster = asksAgain ? await postmasterOf(conversation, address.domain) : null;
    return heard({ random, real: own, postmaster });
  } catch (error) {
    if (!(error instanceof ConversationError)) throw error;
    return silent(SILENCES[error.reason], `conversation_${error.reason}`);
  }
}

/** Greeting and EHLO, or HELO for servers that do not know EHLO. */
async function greet(conversation: SmtpConversation, { helo }: Asker): Promise<Heard<ReadonlySet<string>>> {
  const greeting = await conversation.reply();
  if (greeting.code !== 220) return silent('refused', 'greeting_refused');
  const reply = await conversation.ask(`EHLO ${helo}`);
  if (reply.code === 250) return heard(extensionsOf(reply));
  const plain = await conversation.ask(`HELO ${helo}`);
  return plain.code === 250 ? heard(new Set()) : silent('refused', 'helo_refused');
}

type Lines = readonly [mail: string, random: string, real: string];
type States = readonly [random: RecipientState, real: RecipientState];

async function oneByOne(conversation: SmtpConversation, [mail, random, real]: Lines): Promise<Heard<States>> {
  const refused = senderRefusal(await conversation.ask(mail));
  if (refused !== null) return refused;
  const first = recipientState(await conversation.ask(random));
  return heard([first, recipientState(await conversation.ask(real))]);
}

async function atOnce(conversation: SmtpConversation, lines: Lines): Promise<Heard<States>> {
  conversation.say(...lines);
  const refused = senderRefusal(await conversation.reply());
  if (refused !== null) return refused;
  const first = recipientState(await conversation.reply());
  return heard([first, recipientState(await conversation.reply())]);
}

function senderRefusal({ code }: SmtpReply): Heard<never> | null {
  if (code === 250) return null;
  if (code === 530) return silent('refused', 'tls_or_login_required');
  return silent('refused', code >= 400 && code < 500 ? 'sender_deferred' : 'sender_refused');
}

/** Reply for the postmaster; null when the session breaks, since the result for the mailbox is valid without it. */
async function postmasterOf(conversation: SmtpConversation, domain: string): Promise<RecipientState | null> {
  try {
    return recipientState(await conversation.ask(`RCPT TO:<postmaster@${domain}>`));
  } catch (error) {
    if (error instanceof ConversationError) return null;
    throw error;
  }
}
