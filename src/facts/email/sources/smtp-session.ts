import type { Socket } from 'node:net';
import { ReplyReader, type SmtpReply } from '../smtp.js';

export type SmtpSessionEnd = 'closed' | 'malformed' | 'interrupted';

/** An SMTP session that cannot continue. */
export class SmtpSessionError extends Error {
  constructor(readonly reason: SmtpSessionEnd) {
    super(reason);
  }
}

/** Milliseconds that a server has to close the connection after QUIT before the socket is destroyed. */
const CLOSE_TIMEOUT_MS = 500;
/** Characters buffered at most, of a reply and of replies sent ahead; a server that sends more counts as malformed. */
const MAX_BUFFERED = 65_536;
/** Characters in which something that is no reply shows itself before its line ends. */
const GARBAGE_SHOWS = 64;

/** SMTP commands and replies, in order (RFC 5321, 4.2). The signal ends the session at any point. */
export class SmtpSession {
  #received = '';
  #ended: SmtpSessionEnd | null = null;
  #waiting: (() => void) | null = null;
  readonly #socket: Socket;
  readonly #signal: AbortSignal;

  constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    this.#signal = signal;
    socket.setEncoding('utf8');
    socket.setNoDelay(true);
    socket.on('data', (text: string) => {
      if (this.#ended !== null) return;
      this.#received += text;
      if (this.#received.length > MAX_BUFFERED) this.#breakOff('malformed');
      // Once a line, not once a piece: an incomplete line is read again.
      if (text.includes('\n') || this.#received.length <= GARBAGE_SHOWS || this.#ended !== null) this.#waiting?.();
    });
    socket.on('error', () => this.#end('closed'));
    socket.on('close', () => this.#end('closed'));
    signal.addEventListener('abort', this.#interrupt, { once: true });
    if (signal.aborted) this.#interrupt();
  }

  /**
   * The next reply.
   *
   * @throws ConversationError when there will be none
   */
  async reply(): Promise<SmtpReply> {
    const reader = new ReplyReader();
    for (;;) {
      const read = reader.read(this.#received);
      if (read.state === 'malformed') throw new SmtpSessionError('malformed');
      this.#received = read.rest;
      if (read.state === 'complete') return read.reply;
      if (this.#ended !== null) throw new SmtpSessionError(this.#ended);
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }

  /** Sends one line and reads its reply. Callers pass only fixed commands and checked addresses. */
  async command(line: string): Promise<SmtpReply> {
    this.send(line);
    return this.reply();
  }

  /** Sends lines at once, for servers with pipelining (RFC 2920). */
  send(...lines: readonly string[]): void {
    if (this.#ended === null) this.#socket.write(`${lines.join('\r\n')}\r\n`);
  }

  /** Sends RSET and QUIT; the socket is destroyed soon after, whatever the server does. */
  quit(): void {
    this.#signal.removeEventListener('abort', this.#interrupt);
    if (this.#ended !== null) {
      this.#socket.destroy();
      return;
    }
    this.#ended = 'closed'; // later input is not read
    this.#socket.end('RSET\r\nQUIT\r\n');
    const timer = setTimeout(() => this.#socket.destroy(), CLOSE_TIMEOUT_MS).unref();
    this.#socket.once('close', () => clearTimeout(timer));
  }

  readonly #interrupt = () => this.#breakOff('interrupted');

  #breakOff(reason: SmtpSessionEnd): void {
    this.#end(reason);
    this.#socket.destroy();
  }

  #end(reason: SmtpSessionEnd): void {
    this.#ended ??= reason;
    this.#waiting?.();
  }
}
