/** The statements that clients send to Postgres, read from the wire (PostgreSQL protocol 3, "Message Formats"). */
export interface StatementLog {
  /** To be given all bytes that clients send, message by message or several at once. */
  readonly look: (bytes: Buffer) => void;
  /** Texts of the statements that were executed since the last call, in order. */
  readonly take: () => string[];
}

const textOf = (body: Buffer, from: number): [text: string, end: number] => {
  const end = body.indexOf(0, from);
  return [body.toString('utf8', from, end), end + 1];
};

export function createStatementLog(): StatementLog {
  const texts = new Map<string, string>();
  let bound = '';
  let executed: string[] = [];
  const messages: Record<string, (body: Buffer) => void> = {
    P(body) {
      const [name, next] = textOf(body, 0);
      texts.set(name, textOf(body, next)[0]);
    },
    B(body) {
      bound = texts.get(textOf(body, textOf(body, 0)[1])[0]) ?? 'unknown';
    },
    E: () => executed.push(bound),
    Q: (body) => executed.push(textOf(body, 0)[0]),
  };
  return {
    look(bytes) {
      // A startup message has no type: its first byte is that of its length.
      for (let at = 0; bytes[at] !== 0 && at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
        messages[String.fromCharCode(bytes[at] ?? 0)]?.(bytes.subarray(at + 5, at + 1 + bytes.readInt32BE(at + 1)));
      }
    },
    take() {
      const taken = executed;
      executed = [];
      return taken;
    },
  };
}
