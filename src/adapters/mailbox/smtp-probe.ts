import { hostname } from 'node:os';
import type { Socket } from 'node:net';
import type { Silence } from '../../domain/enrichment-ports.js';
import type { MailAddress } from '../../domain/mailbox/address.js';
import { operatorOf } from '../../domain/mailbox/exchangers.js';
import { bouncesLater, type MailRoute } from '../../domain/mailbox/route.js';
import { judgeDialogue, type RecipientReplies, type ServerTraits, type SmtpVerdict } from '../../domain/mailbox/smtp-verdict.js';
import type { Dialled, GuardedHttp } from '../guarded-http/index.js';
import { CallClock } from '../outbound-http/call-clock.js';
import { HostLimiter } from '../host-limiter.js';
import { FactCache } from './fact-cache.js';
import { heard, type Heard, silent } from './heard.js';
import { SmtpConversation } from './smtp-conversation.js';
import { askRecipients } from './smtp-dialogue.js';

export interface SmtpProbeOptions {
  /** Connects to mail exchangers, which the DNS of third parties names. */
  readonly guarded: Pick<GuardedHttp, 'dial'>;
  /** Name for EHLO; default: the machine's name where it is fully qualified, else its address. */
  readonly helo?: string | undefined;
  /** Sender; empty: the null sender. */
  readonly from: string;
  readonly port: number;
}

export interface SmtpPatience {
  readonly signal: AbortSignal;
  readonly budgetMs: number;
}

/** Exchangers that are tried, best preference first. */
const MOST_HOSTS = 2;
/** Sessions at a time with one host, and in all. */
const LIMITS = { perHost: 2, total: 200 } as const;
/** How long a server that refused is not contacted, and how long "accepts all" is cached for a domain, in milliseconds. */
const LEFT_ALONE_MS = 600_000;
const ACCEPTS_ALL_MS = 900_000;

/** Asks mail exchangers whether they would take mail for an address (opt-in; see the runbook for what it needs). */
export class SmtpProbe {
  private readonly limiter = new HostLimiter(LIMITS);
  private readonly leftAlone = new FactCache<true>({ most: 5_000 });
  private readonly acceptsAll = new FactCache<SmtpVerdict>({ most: 10_000 });

  constructor(private readonly options: SmtpProbeOptions) {}

  async verdict(address: MailAddress, route: MailRoute, patience: SmtpPatience): Promise<Heard<SmtpVerdict>> {
    if (route.kind !== 'exchangers') return silent('not_applicable', 'no_exchanger');
    const known = this.acceptsAll.peek(address.domain);
    if (known !== undefined) return heard(known);
    const clock = new CallClock([patience.signal]);
    clock.start(patience.budgetMs);
    try {
      return await this.tryHosts(address, route, clock);
    } finally {
      clock.stop();
    }
  }

  /** The next host is tried only when the one before could not be reached (RFC 5321, 5.1). */
  private async tryHosts(address: MailAddress, route: MailRoute & { kind: 'exchangers' }, clock: CallClock): Promise<Heard<SmtpVerdict>> {
    let last: Heard<never> = silent('unreachable', 'no_exchanger');
    for (const { host } of route.exchangers.filter(({ hasAddress }) => hasAddress !== false).slice(0, MOST_HOSTS)) {
      if (this.leftAlone.peek(host) !== undefined) return silent('refused', 'left_alone');
      const slot = await this.limiter.acquire(host, clock.signal);
      if (slot === null) return silent('timeout', 'host_busy');
      const dialled = await this.options.guarded.dial(
        { host, port: this.options.port },
        { deadlineMs: clock.leftMs, signal: clock.signal },
      );
      if (dialled.ok) {
        // The slot is released when the server has closed the connection.
        if (dialled.socket.closed) slot.release();
        else dialled.socket.once('close', () => slot.release());
        return this.converse(dialled.socket, host, address, route, clock);
      }
      slot.release();
      last = silent(silenceOf(dialled.failure), `exchanger_${dialled.failure}`);
      if (clock.ended !== null) break;
    }
    return last;
  }

  private async converse(
    socket: Socket,
    host: string,
    address: MailAddress,
    route: MailRoute,
    clock: CallClock,
  ): Promise<Heard<SmtpVerdict>> {
    const conversation = new SmtpConversation(socket, clock.signal);
    const traits: ServerTraits = { bouncesLater: bouncesLater(route), trusted: operatorOf(host)?.kind === 'mailboxes' };
    try {
      const asker = { helo: this.options.helo ?? nameOf(socket), from: this.options.from };
      const replies: Heard<RecipientReplies> = await askRecipients(conversation, address, asker, traits);
      if (replies.silence !== null) {
        if (replies.silence === 'refused') this.leftAlone.put(host, { value: true, forMs: LEFT_ALONE_MS });
        return replies;
      }
      const verdict = judgeDialogue(replies.value, traits);
      if (verdict.acceptAll === true) this.acceptsAll.put(address.domain, { value: verdict, forMs: ACCEPTS_ALL_MS });
      return heard(verdict);
    } finally {
      conversation.leave();
    }
  }
}

/** RFC 5321, 4.1.4: a fully qualified name, or the address as a literal. */
function nameOf(socket: Socket): string {
  const name = hostname();
  if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(name)) return name;
  const address = socket.localAddress ?? '127.0.0.1';
  return address.includes(':') ? `[IPv6:${address}]` : `[${address}]`;
}

function silenceOf(failure: (Dialled & { readonly ok: false })['failure']): Silence {
  if (failure === 'timeout' || failure === 'interrupted') return 'timeout';
  return failure === 'connect' || failure === 'dns' || failure === 'reset' ? 'unreachable' : 'refused';
}
