import type { Budget } from '../../domain/lookup/enrichment-ports.js';
import { hostname } from 'node:os';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { SourceFailure } from '../../domain/lookup/enrichment-ports.js';
import type { MailAddress } from '../../domain/email/address.js';
import { operatorOf } from '../../domain/email/exchangers.js';
import { bouncesLater, type MailRoute } from '../../domain/email/route.js';
import { evaluateRecipientReplies, type RecipientReplies, type ServerTraits, type SmtpVerdict } from '../../domain/email/smtp-verdict.js';
import type { ConnectResult, GuardedHttp } from '../../net/guarded-http/index.js';
import { type Deadline, withDeadline } from '../../net/deadline.js';
import { HostLimiter } from '../../net/host-limiter.js';
import { ok, type SourceResult, failed } from './source-result.js';
import { SmtpSession } from './smtp-session.js';
import { checkRecipients } from './smtp-recipient-check.js';

export interface SmtpProbeOptions {
  /** Connects to mail exchangers, which the DNS of third parties names. */
  readonly guarded: Pick<GuardedHttp, 'connect'>;
  /** Name for EHLO; default: the machine's name where it is fully qualified, else its address. */
  readonly helo?: string | undefined;
  /** Sender; empty: the null sender. */
  readonly from: string;
  readonly port: number;
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
  readonly #acceptsAll = new LRUCache<string, SmtpVerdict>({ max: 10_000, ttl: ACCEPTS_ALL_TTL_MS });
  readonly #options: SmtpProbeOptions;

  constructor(options: SmtpProbeOptions) {
    this.#options = options;
  }

  async verdict(address: MailAddress, route: MailRoute, budget: Budget): Promise<SourceResult<SmtpVerdict>> {
    if (route.kind !== 'exchangers') return failed('not_applicable', 'no_exchanger');
    const known = this.#acceptsAll.get(address.domain);
    if (known !== undefined) return ok(known);
    return withDeadline([budget.signal], budget.budgetMs, (deadline) => this.#tryHosts(address, route, deadline));
  }

  /** The next host is tried only when the one before could not be reached (RFC 5321, 5.1). */
  async #tryHosts(address: MailAddress, route: MailRoute & { kind: 'exchangers' }, deadline: Deadline): Promise<SourceResult<SmtpVerdict>> {
    let last: SourceResult<never> = failed('unreachable', 'no_exchanger');
    for (const { host } of route.exchangers.filter(({ hasAddress }) => hasAddress !== false).slice(0, MAX_HOSTS)) {
      if (this.#backoffs.has(host)) return failed('refused', 'left_alone');
      const slot = await this.#limiter.acquire(host, deadline.signal);
      if (slot === null) return failed('timeout', 'host_busy');
      const dialled = await this.#options.guarded.connect(
        { host, port: this.#options.port },
        { deadlineMs: deadline.remainingMs, signal: deadline.signal },
      );
      if (dialled.ok) {
        // The slot is released when the server has closed the connection.
        if (dialled.socket.closed) slot.release();
        else dialled.socket.once('close', () => slot.release());
        return this.#checkAtHost(dialled.socket, host, address, route, deadline);
      }
      slot.release();
      last = failed(sourceFailureOf(dialled.failure), `exchanger_${dialled.failure}`);
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
  ): Promise<SourceResult<SmtpVerdict>> {
    const conversation = new SmtpSession(socket, deadline.signal);
    const traits: ServerTraits = { bouncesLater: bouncesLater(route), trusted: operatorOf(host)?.kind === 'mailboxes' };
    try {
      const asker = { helo: this.#options.helo ?? ehloName(socket), from: this.#options.from };
      const replies: SourceResult<RecipientReplies> = await checkRecipients(conversation, address, asker, traits);
      if (replies.silence !== null) {
        if (replies.silence === 'refused') this.#backoffs.set(host, true);
        return replies;
      }
      const verdict = evaluateRecipientReplies(replies.value, traits);
      if (verdict.acceptAll === true) this.#acceptsAll.set(address.domain, verdict);
      return ok(verdict);
    } finally {
      conversation.quit();
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
