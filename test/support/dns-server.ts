import { createSocket, type RemoteInfo } from 'node:dgram';
import { decode, encode, AUTHORITATIVE_ANSWER, type Answer, type DecodedPacket } from 'dns-packet';
import { portOf } from './port-of.js';

/** What goes wrong with a question. DROP: no answer ever. GARBAGE: bytes that are no DNS. */
export type DnsFault = 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'DROP' | 'GARBAGE';

/** Records of one name; a type that is absent is answered with no data (NOERROR, nothing in it). */
export interface DnsRecords {
  readonly A?: readonly string[] | DnsFault;
  readonly AAAA?: readonly string[] | DnsFault;
  /** `exchange: '.'` with preference 0 is the null MX of RFC 7505. */
  readonly MX?: ReadonlyArray<{ readonly preference: number; readonly exchange: string }> | DnsFault;
  readonly TXT?: readonly string[] | DnsFault;
  readonly NS?: readonly string[] | DnsFault;
  readonly PTR?: readonly string[] | DnsFault;
  readonly CNAME?: string;
  /** Milliseconds before this name is answered. */
  readonly delayMs?: number;
}

/** Names in lower case without the last dot; `*.example.com` stands for all names below. What is not in it is NXDOMAIN. */
export type DnsTable = Readonly<Record<string, DnsRecords | DnsFault>>;

export interface DnsServer {
  /** For `Resolver.setServers` and DNS_SERVERS: `127.0.0.1:port`. */
  readonly address: string;
  /** Questions so far, in order: `MX example.com`. */
  readonly queried: readonly string[];
  /** Replaces the table. */
  set(table: DnsTable): void;
  close(): Promise<void>;
}

const CODES = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;
type Section = { readonly code: number; readonly answers: readonly Answer[] } | 'DROP' | 'GARBAGE';

/** A DNS server over UDP on this machine that answers from a table. */
export async function startDnsServer(initial: DnsTable): Promise<DnsServer> {
  let table = initial;
  const queried: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const socket = createSocket('udp4');

  socket.on('message', (bytes: Buffer, peer: RemoteInfo) => {
    const query = decode(bytes);
    const first = query.questions?.[0];
    if (first === undefined) return;
    const name = first.name.toLowerCase();
    queried.push(`${first.type} ${name}`);
    const entry = entryOf(table, name);
    const section = answerTo(table, name, first.type);
    const reply = () => {
      if (section !== 'DROP') socket.send(bytesOf(query, section), peer.port, peer.address);
    };
    const delayMs = typeof entry === 'object' ? (entry.delayMs ?? 0) : 0;
    if (delayMs === 0) {
      reply();
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      reply();
    }, delayMs);
    timers.add(timer);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));

  return {
    address: `127.0.0.1:${portOf(socket)}`,
    queried,
    set: (next) => {
      table = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        socket.close(() => resolve());
      }),
  };
}

function bytesOf(query: DecodedPacket, section: Exclude<Section, 'DROP'>): Buffer {
  if (section === 'GARBAGE') return Buffer.from('this is no answer');
  const { id, questions } = query;
  return encode({ type: 'response', id, flags: AUTHORITATIVE_ANSWER | section.code, questions, answers: [...section.answers] });
}

function entryOf(table: DnsTable, name: string): DnsRecords | DnsFault | undefined {
  if (Object.hasOwn(table, name)) return table[name];
  const labels = name.split('.');
  const wildcards = labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
  const found = wildcards.find((wildcard) => Object.hasOwn(table, wildcard));
  return found === undefined ? undefined : table[found];
}

/** Follows aliases inside the table, as a resolver would. */
function answerTo(table: DnsTable, name: string, type: string, depth = 0): Section {
  const entry = entryOf(table, name) ?? 'NXDOMAIN';
  if (typeof entry === 'string') return faultSection(entry);
  if (entry.CNAME !== undefined && depth < 8) {
    const target = answerTo(table, entry.CNAME, type, depth + 1);
    if (typeof target === 'string') return target;
    return { ...target, answers: [{ type: 'CNAME', name, ttl: 60, data: entry.CNAME }, ...target.answers] };
  }
  const records = recordsOf(entry, name, type);
  return typeof records === 'string' ? faultSection(records) : { code: 0, answers: records };
}

function faultSection(fault: DnsFault): Section {
  return fault === 'DROP' || fault === 'GARBAGE' ? fault : { code: CODES[fault], answers: [] };
}

function recordsOf(entry: DnsRecords, name: string, type: string): Answer[] | DnsFault {
  const common = { name, ttl: 60 };
  switch (type) {
    case 'MX':
      return typeof entry.MX === 'string' ? entry.MX : (entry.MX ?? []).map((data) => ({ ...common, type, data }));
    case 'TXT':
      return typeof entry.TXT === 'string' ? entry.TXT : (entry.TXT ?? []).map((data) => ({ ...common, type, data }));
    case 'A':
    case 'AAAA':
    case 'NS':
    case 'PTR': {
      const values = entry[type] ?? [];
      return typeof values === 'string' ? values : values.map((data) => ({ ...common, type, data }));
    }
    default:
      return [];
  }
}
