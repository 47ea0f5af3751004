/** A mail server that takes what it is given and shows it; a real one (npm smtp-server), on a port of its own. */
import { SMTPServer } from 'smtp-server';
import { portOf } from './port-of.js';

export interface InboxEmail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as it came, with soft line breaks undone. */
  readonly text: string;
  header(name: string): string;
}

export interface MailInbox {
  readonly url: string;
  readonly messages: readonly InboxEmail[];
  /** Answers recipients with this code from now on; null: takes them. */
  refuse(code: number | null): void;
  close(): Promise<void>;
}

export async function startMailInbox(): Promise<MailInbox> {
  const messages: InboxEmail[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onRcptTo: (_address, _session, done) =>
      done(refusal === null ? undefined : Object.assign(new Error('not now'), { responseCode: refusal })),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const text = Buffer.concat(chunks).toString().replace(/=\r\n/g, '');
        const header = (name: string) => new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(text)?.[1] ?? '';
        messages.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text, header });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    messages,
    refuse: (code) => {
      refusal = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
