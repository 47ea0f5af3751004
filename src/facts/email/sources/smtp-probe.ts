import { LRUCache } from 'lru-cache';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { hostname } from 'node:os';
import { type MailAddress, needsSmtpUtf8 } from '../../../kernel/identity/mail-address.js';
import { operatorOf, bouncesLater, type MailRoute } from '../route.js';
import {
  extensionsOf,
  type SmtpReply,
  evaluateRecipientReplies,
  needsPostmaster,
  type RecipientReplies,
  type RecipientState,
  recipientState,
  type ServerTraits,
  type MailboxVerdict,
} from '../smtp.js';
import type { Budget, SourceFailure } from '../../../kernel/values/source.js';
import type { ConnectResult, GuardedHttp } from '../../../kernel/net/guarded-http/index.js';
import { HostLimiter } from '../../../kernel/net/host-limiter.js';
import { type Deadline, withDeadline } from '../../../kernel/net/deadline.js';
import { SmtpSession, SmtpSessionError } from './smtp-session.js';
import { PORT_CLOSED } from '../unverified.js';
import type { OutboundPort } from './outbound-port.js';
import { failed, ok, type SourceResult } from './source-result.js';

export interface SmtpProbeOptions {
  /** Connects to mail exchangers, which the DNS of third parties names. */
  readonly guarded: Pick<GuardedHttp, 'connect'>;
  /** Name for EHLO; default: the machine's name where it is fully qualified, else its address. */
  readonly helo?: string | undefined;
  /** Sender; empty: the null sender. */
  readonly from: string;
  readonly port: number;
  /** Whether mail servers can be reached at all; absent: that is not known. */
  readonly outbound?: Pick<OutboundPort, 'isClosed'>;
}

/** Exchangers that are tried, best preference first. */
const MAX_HOSTS = 2;
/** Sessions at a time with one host, and in all. */
const LIMITS = { perHost: 2, total: 200 } as const;
/** How long a server that refused is not contacted, and how long "accepts all" is cached for a domain, in milliseconds. */
const REFUSAL_BACKOFF_MS = 600_000;
const ACCEPTS_ALL_TTL_MS = 900_000;

/** Asks mail exchangers whether they would take mail for an address (opt-in; see the runbook for what it needs). */
export class SmtpProbe {
  readonly #limiter = new HostLimiter(LIMITS);
  readonly #backoffs = new LRUCache<string, true>({ max: 5_000, ttl: REFUSAL_BACKOFF_MS });
  readonly #acceptsAll = new LRUCache<string, MailboxVerdict>({ max: 10_000, ttl: ACCEPTS_ALL_TTL_MS });

  constructor(private readonly options: SmtpProbeOptions) {}

  async verdict(address: MailAddress, route: MailRoute, budget: Budget): Promise<SourceResult<MailboxVerdict>> {
    if (route.kind !== 'exchangers') return failed('not_applicable', 'no_exchanger');
    if (this.options.outbound?.isClosed) return failed('unreachable', PORT_CLOSED);
    const known = this.#acceptsAll.get(address.domain);
    if (known !== undefined) return ok(known);
    return withDeadline([budget.signal], budget.budgetMs, (deadline) => this.#tryHosts(address, route, deadline));
  }

  /** The next host is tried only when the one before could not be reached (RFC 5321, 5.1). */
  async #tryHosts(
    address: MailAddress,
    route: MailRoute & { kind: 'exchangers' },
    deadline: Deadline,
  ): Promise<SourceResult<MailboxVerdict>> {
    let last: SourceResult<never> = failed('unreachable', 'no_exchanger');
    for (const { host } of route.exchangers.filter(({ hasAddress }) => hasAddress !== false).slice(0, MAX_HOSTS)) {
      if (this.#backoffs.has(host)) return failed('refused', 'left_alone');
      const slot = await this.#limiter.acquire(host, deadline.signal);
      if (slot === null) return failed('timeout', 'host_busy');
      const connection = await this.options.guarded.connect(
        { host, port: this.options.port },
        { deadlineMs: deadline.remainingMs, signal: deadline.signal },
      );
      if (connection.ok) {
        // The slot is released when the server has closed the connection.
        if (connection.socket.closed) slot.release();
        else connection.socket.once('close', () => slot.release());
        return this.#checkAtHost(connection.socket, host, address, route, deadline);
      }
      slot.release();
      last = failed(sourceFailureOf(connection.failure), `exchanger_${connection.failure}`);
      if (deadline.endReason !== null) break;
    }
    return last;
  }

  async #checkAtHost(
    socket: Socket,
    host: string,
    address: MailAddress,
    route: MailRoute,
    deadline: Deadline,
  ): Promise<SourceResult<MailboxVerdict>> {
    const session = new SmtpSession(socket, deadline.signal);
    const traits: ServerTraits = { bouncesLater: bouncesLater(route), trusted: operatorOf(host)?.kind === 'mailboxes' };
    try {
      const asker = { helo: this.options.helo ?? ehloName(socket), from: this.options.from };
      const replies: SourceResult<RecipientReplies> = await checkRecipients(session, address, asker, traits);
      if (replies.failure !== null) {
        if (replies.failure === 'refused') this.#backoffs.set(host, true);
        return replies;
      }
      const verdict = evaluateRecipientReplies(replies.value, traits);
      if (verdict.acceptAll === true) this.#acceptsAll.set(address.domain, verdict);
      return ok(verdict);
    } finally {
      session.quit();
    }
  }
}

/** RFC 5321, 4.1.4: a fully qualified name, or the address as a literal. */
function ehloName(socket: Socket): string {
  const name = hostname();
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(name)) return name;
  const address = socket.localAddress ?? '127.0.0.1';
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`;
}

function sourceFailureOf(failure: (ConnectResult & { readonly ok: false })['failure']): SourceFailure {
  if (failure === 'timeout' || failure === 'interrupted') return 'timeout';
  return failure === 'connect' || failure === 'dns' || failure === 'reset' ? 'unreachable' : 'refused';
}

export interface SmtpSender {
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
  session: SmtpSession,
  address: MailAddress,
  asker: SmtpSender,
  traits: ServerTraits,
): Promise<SourceResult<RecipientReplies>> {
  const real = `${address.local}@${address.domain}`;
  if (!PLAIN.test(real)) return failed('not_applicable', 'address_not_sendable');
  try {
    const extensions = await greet(session, asker);
    if (extensions.failure !== null) return extensions;
    const utf8 = needsSmtpUtf8(address.local);
    if (utf8 && !extensions.value.has('SMTPUTF8')) return failed('not_applicable', 'no_smtputf8');
    const lines = [
      `MAIL FROM:<${asker.from}>${utf8 ? ' SMTPUTF8' : ''}`,
      `RCPT TO:<x${randomBytes(9).toString('hex')}@${address.domain}>`,
      `RCPT TO:<${real}>`,
    ] as const;
    const replies = extensions.value.has('PIPELINING') ? await checkPipelined(session, lines) : await checkSequentially(session, lines);
    if (replies.failure !== null) return replies;
    const [random, own] = replies.value;
    const checksPostmaster = needsPostmaster(random, own, traits);
    const postmaster = checksPostmaster ? await checkPostmaster(session, address.domain) : null;
    return ok({ random, real: own, postmaster });
  } catch (error) {
    if (!(error instanceof SmtpSessionError)) throw error;
    return failed(FAILURE_BY_END[error.reason], `conversation_${error.reason}`);
  }
}

/** Greeting and EHLO, or HELO for servers that do not know EHLO. */
async function greet(session: SmtpSession, { helo }: SmtpSender): Promise<SourceResult<ReadonlySet<string>>> {
  const greeting = await session.reply();
  if (greeting.code !== 220) return failed('refused', 'greeting_refused');
  const reply = await session.command(`EHLO ${helo}`);
  if (reply.code === 250) return ok(extensionsOf(reply));
  const plain = await session.command(`HELO ${helo}`);
  return plain.code === 250 ? ok(new Set()) : failed('refused', 'helo_refused');
}

type Lines = readonly [mail: string, random: string, real: string];
type States = readonly [random: RecipientState, real: RecipientState];

async function checkSequentially(session: SmtpSession, [mail, random, real]: Lines): Promise<SourceResult<States>> {
  const refused = senderRefusal(await session.command(mail));
  if (refused !== null) return refused;
  const first = recipientState(await session.command(random));
  return ok([first, recipientState(await session.command(real))]);
}

async function checkPipelined(session: SmtpSession, lines: Lines): Promise<SourceResult<States>> {
  session.send(...lines);
  const refused = senderRefusal(await session.reply());
  if (refused !== null) return refused;
  const first = recipientState(await session.reply());
  return ok([first, recipientState(await session.reply())]);
}

function senderRefusal({ code }: SmtpReply): SourceResult<never> | null {
  if (code === 250) return null;
  if (code === 530) return failed('refused', 'tls_or_login_required');
  return failed('refused', code >= 400 && code < 500 ? 'sender_deferred' : 'sender_refused');
}

/** Reply for the postmaster; null when the session breaks, since the result for the mailbox is valid without it. */
async function checkPostmaster(session: SmtpSession, domain: string): Promise<RecipientState | null> {
  try {
    return recipientState(await session.command(`RCPT TO:<postmaster@${domain}>`));
  } catch (error) {
    if (error instanceof SmtpSessionError) return null;
    throw error;
  }
}
