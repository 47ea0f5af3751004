import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { portOf } from './port-of.js';

/** How a mail server turns a recipient (or sender, or caller) away: code and words, enhanced code included in the words. */
export interface Refusal {
  readonly code: number;
  readonly text: string;
}

export interface SmtpBehaviour {
  /** Refuses at the greeting. */
  readonly greeting?: Refusal;
  readonly sender?: Refusal;
  /** Judges a recipient by its local part; null: accepted. */
  readonly recipient?: (local: string) => Refusal | null;
  /** Extensions that are not offered. */
  readonly without?: readonly ('PIPELINING' | 'SMTPUTF8')[];
  /** Milliseconds before each recipient is answered. */
  readonly slowMs?: number;
}

export interface SmtpPeer {
  readonly port: number;
  /** Connections so far. */
  readonly connections: number;
  /** Local parts of recipients in the order in which they were asked about. */
  readonly recipients: readonly string[];
  /** Whether anybody began to send a message. */
  readonly sawData: boolean;
  readonly senders: readonly string[];
  close(): Promise<void>;
}

/** The mailbox that exists at a peer made by `knows`. */
export const ADA = 'ada';
export const NO_SUCH_USER: Refusal = { code: 550, text: '5.1.1 The email account that you tried to reach does not exist' };

/** A server that has the mailboxes `ada` and `postmaster`, and turns others away. */
export function knows(refusal: Refusal, known: readonly string[] = [ADA, 'postmaster']): SmtpBehaviour {
  return { recipient: (local) => (known.includes(local) ? null : refusal) };
}

/** A real SMTP server (npm smtp-server) on this machine. */
export async function startSmtpPeer(behaviour: SmtpBehaviour): Promise<SmtpPeer> {
  const recipients: string[] = [];
  const senders: string[] = [];
  let [connections, sawData] = [0, false];
  const without = Object.fromEntries((behaviour.without ?? []).map((extension) => [`hide${extension}`, true]));
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideENHANCEDSTATUSCODES: true,
    disableReverseLookup: true,
    closeTimeout: 200,
    ...without,
    onConnect: (_session, done) => {
      connections += 1;
      done(refusalError(behaviour.greeting));
    },
    onMailFrom: ({ address }, _session, done) => {
      senders.push(address);
      done(refusalError(behaviour.sender));
    },
    onRcptTo: ({ address }, _session, done) => {
      const local = address.slice(0, address.lastIndexOf('@'));
      recipients.push(local);
      setTimeout(() => done(refusalError(behaviour.recipient?.(local) ?? undefined)), behaviour.slowMs ?? 0);
    },
    onData: (stream, _session, done) => {
      sawData = true;
      stream.resume();
      stream.once('end', () => done());
    },
  });
  server.on('error', () => undefined); // callers that leave in the middle
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(server.server),
    get connections() {
      return connections;
    },
    get sawData() {
      return sawData;
    },
    recipients,
    senders,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A listener that is no proper mail server: what it does with a connection is up to the test. */
export async function startOddPeer(
  onConnection: (socket: Socket) => void,
): Promise<{ readonly port: number; readonly connections: () => number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(server),
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function refusalError(refusal: Refusal | undefined): Error | null {
  return refusal === undefined ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code });
}
