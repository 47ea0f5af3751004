import type { Socket } from 'node:net';
import { readReply, type SmtpReply } from '../../domain/mailbox/smtp-reply.js';

/** Why a conversation ended before its end. */
export type BrokenOff = 'closed' | 'malformed' | 'interrupted';

/** A conversation that cannot go on. */
export class ConversationError extends Error {
  constructor(readonly reason: BrokenOff) {
    super(reason);
  }
}

/** Milliseconds that a server has to take our leave before the socket is destroyed. */
const FAREWELL_MS = 500;
/** Characters of a reply, and of replies sent ahead, before a server is taken for one that only wants to fill memory. */
const MOST_RECEIVED = 65_536;

/** Lines to an SMTP server and its replies, in order (RFC 5321, 4.2). Ended by the signal at any point. */
export class SmtpConversation {
  private received = '';
  private ended: BrokenOff | null = null;
  private waiting: (() => void) | null = null;

  constructor(private readonly socket: Socket, private readonly signal: AbortSignal) {
    socket.setEncoding('utf8');
    socket.setNoDelay(true);
    socket.on('data', (text: string) => {
      if (this.ended !== null) return;
      this.received += text;
      if (this.received.length > MOST_RECEIVED) this.breakOff('malformed');
      this.waiting?.();
    });
    socket.on('error', () => this.end('closed'));
    socket.on('close', () => this.end('closed'));
    signal.addEventListener('abort', this.interrupt, { once: true });
    if (signal.aborted) this.interrupt();
  }

  /**
   * The next reply.
   *
   * @throws ConversationError when there will be none
   */
  async reply(): Promise<SmtpReply> {
    for (;;) {
      const read = readReply(this.received);
      if (read.state === 'malformed') throw new ConversationError('malformed');
      if (read.state === 'complete') {
        this.received = read.rest;
        return read.reply;
      }
      if (this.ended !== null) throw new ConversationError(this.ended);
      await new Promise<void>((resolve) => {
        this.waiting = resolve;
      });
    }
  }

  /** Sends lines and reads the reply to each, one after the other. Only fixed commands and checked addresses may come here. */
  async ask(line: string): Promise<SmtpReply> {
    this.say(line);
    return this.reply();
  }

  /** Sends lines at once, for servers that take them so (RFC 2920). */
  say(...lines: readonly string[]): void {
    if (this.ended === null) this.socket.write(`${lines.join('\r\n')}\r\n`);
  }

  /** Resets the transaction and takes leave; the socket is gone soon after, whatever the server does. */
  leave(): void {
    this.signal.removeEventListener('abort', this.interrupt);
    if (this.ended !== null) {
      this.socket.destroy();
      return;
    }
    this.ended = 'closed'; // what comes now is not read
    this.socket.end('RSET\r\nQUIT\r\n');
    const timer = setTimeout(() => this.socket.destroy(), FAREWELL_MS).unref();
    this.socket.once('close', () => clearTimeout(timer));
  }

  private readonly interrupt = () => this.breakOff('interrupted');

  private breakOff(reason: BrokenOff): void {
    this.end(reason);
    this.socket.destroy();
  }

  private end(reason: BrokenOff): void {
    this.ended ??= reason;
    this.waiting?.();
  }
}
