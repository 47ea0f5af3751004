import { get, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';

export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The body as received so far, comments and all. */
  text(): string;
  /** Whole events received so far. */
  events(): StreamedEvent[];
  /** Resolves when there are that many events or the server has ended the stream. */
  until(count: number): Promise<StreamedEvent[]>;
  /** Resolves with all events when the server has ended the stream. */
  whole(): Promise<StreamedEvent[]>;
  /** Whether more may come. */
  isOpen(): boolean;
  /** Whether the server brought the answer to its end, rather than cut it. */
  isComplete(): boolean;
  /** Leaves without a word, as a lost connection does. */
  cut(): void;
}

/** Reads one block of a stream (HTML standard, "Interpreting an event stream"); null for comments. */
function readBlock(block: string): StreamedEvent | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    if (name !== '') fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value);
  }
  const data = fields.get('data');
  return data === undefined
    ? null
    : { id: fields.get('id') ?? '', event: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown };
}

/**
 * Opens an event stream on a connection of its own.
 *
 * @param tls whom to trust, for an address with https
 */
export async function openStream(
  url: string,
  key: string,
  lastEventId?: string,
  more: Readonly<Record<string, string>> = {},
  tls?: { readonly ca: string },
): Promise<OpenStream> {
  const headers = { ...more, authorization: `Bearer ${key}`, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const open = tls ? getSecurely : get;
    open(url, { headers, agent: false, ...tls }, resolve).once('error', reject);
  });
  let text = '';
  let ended = false;
  let stir: () => void = () => undefined;
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    text += part;
    stir();
  });
  response.on('error', () => undefined);
  response.on('close', () => {
    ended = true;
    stir();
  });
  const events = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .map(readBlock)
      .filter((event) => event !== null);
  const until = async (count: number): Promise<StreamedEvent[]> => {
    while (!ended && events().length < count) await new Promise<void>((resolve) => (stir = resolve));
    return events();
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    events,
    until,
    whole: () => until(Number.POSITIVE_INFINITY),
    isOpen: () => !ended,
    isComplete: () => response.complete,
    cut: () => response.destroy(),
  };
}
