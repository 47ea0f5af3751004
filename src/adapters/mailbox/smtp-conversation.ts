import type { Socket } from 'node:net';
import { readReply, type SmtpReply } from '../../domain/mailbox/smtp-reply.js';

/** Why an SMTP session ended early. */
export type BrokenOff = 'closed' | 'malformed' | 'interrupted';

/** An SMTP session that cannot continue. */
export class ConversationError extends Error {
  constructor(readonly reason: BrokenOff) {
    super(reason);
  }
}

/** Milliseconds that a server has to close the connection after QUIT before the socket is destroyed. */
const FAREWELL_MS = 500;
/** Characters buffered at most, of a reply and of replies sent ahead; a server that sends more counts as malformed. */
const MOST_RECEIVED = 65_536;

/** SMTP commands and replies, in order (RFC 5321, 4.2). The signal ends the session at any point. */
export class SmtpConversation {
  private received = '';
  private ended: BrokenOff | null = null;
  private waiting: (() => void) | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly signal: AbortSignal,
  ) {
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

  /** Sends one line and reads its reply. Callers pass only fixed commands and checked addresses. */
  async ask(line: string): Promise<SmtpReply> {
    this.say(line);
    return this.reply();
  }

  /** Sends lines at once, for servers with pipelining (RFC 2920). */
  say(...lines: readonly string[]): void {
    if (this.ended === null) this.socket.write(`${lines.join('\r\n')}\r\n`);
  }

  /** Sends RSET and QUIT; the socket is destroyed soon after, whatever the server does. */
  leave(): void {
    this.signal.removeEventListener('abort', this.interrupt);
    if (this.ended !== null) {
      this.socket.destroy();
      return;
    }
    this.ended = 'closed'; // later input is not read
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
