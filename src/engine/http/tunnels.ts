import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ProbeFailure } from './probe-failure.js';
import type { EgressProxy } from '../../kernel/net/proxies.js';
import { ByteSink } from '../../kernel/net/response.js';

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** Largest head of a proxy's response to CONNECT, in bytes. */
const MAX_HEAD_BYTES = 16_384;
const END_OF_HEAD = '\r\n\r\n';

/** Asks a connected proxy for a tunnel to the target, by name: the proxy resolves it. The signal destroys the socket. */
export async function openTunnel(socket: Socket, proxy: EgressProxy, target: Target, signal: AbortSignal): Promise<void> {
  const onAbort = () => socket.destroy();
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await (proxy.kind === 'socks5' ? openSocksTunnel : openHttpTunnel)(socket, proxy, target);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** CONNECT (RFC 9110, 9.3.6). Any response but 2xx is a failure of the proxy; 5xx is transient. */
async function openHttpTunnel(socket: Socket, proxy: EgressProxy, target: Target): Promise<void> {
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
  const { credentials } = proxy;
  const authorization =
    credentials === null
      ? ''
      : `Proxy-Authorization: Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${authorization}\r\n`);
  const head = await readMessage(socket, endOfHead, MAX_HEAD_BYTES);
  const status = Number(/^HTTP\/1\.[01] (\d{3})[ \r]/.exec(head.toString('latin1', 0, 64))?.[1] ?? 0);
  if (status >= 200 && status <= 299) return;
  socket.destroy();
  throw new ProbeFailure('proxy_failed', status === 0 ? 'the proxy does not speak HTTP' : `CONNECT answered ${status}`, status >= 500);
}

function endOfHead(bytes: Buffer, seen: number): number | null {
  const end = bytes.indexOf(END_OF_HEAD, Math.max(0, seen - END_OF_HEAD.length + 1));
  return end === -1 ? null : end + END_OF_HEAD.length;
}

/** Replies by which a SOCKS proxy reports that the target, not itself, is unreachable (RFC 1928, 6). */
const TARGET_REPLIES: Readonly<Record<number, string>> = {
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'TTL expired',
};

/** SOCKS 5 (RFC 1928) with user name and password (RFC 1929). */
async function openSocksTunnel(socket: Socket, proxy: EgressProxy, target: Target): Promise<void> {
  const { credentials } = proxy;
  socket.write(Buffer.from(credentials === null ? [5, 1, 0] : [5, 2, 0, 2]));
  const greeting = await readMessage(socket, () => 2, 512);
  if (greeting[0] !== 5) throw refused(socket, 'the proxy does not speak SOCKS 5');
  if (greeting[1] === 2 && credentials !== null) {
    const [username, password] = [Buffer.from(credentials.username), Buffer.from(credentials.password)];
    socket.write(Buffer.concat([Buffer.from([1, username.length]), username, Buffer.from([password.length]), password]));
    const admitted = await readMessage(socket, () => 2, 512);
    if (admitted[1] !== 0) throw refused(socket, 'the proxy refused the credentials');
  } else if (greeting[1] !== 0) {
    throw refused(socket, 'the proxy wants another way to authenticate');
  }
  const port = Buffer.from([target.port >> 8, target.port & 255]);
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(target.host), port]));
  const reply = await readMessage(socket, lengthOfReply, 512);
  const code = reply[1] ?? 255;
  if (code === 0) return;
  socket.destroy();
  const reason = TARGET_REPLIES[code];
  if (reason !== undefined) throw new ProbeFailure('unreachable', `through SOCKS: ${reason}`, code === 5);
  throw new ProbeFailure('proxy_failed', `SOCKS reply ${code}`, code === 1);
}

function socksAddress(host: string): Buffer {
  if (ipaddr.isValid(host)) {
    const bytes = ipaddr.parse(host).toByteArray();
    return Buffer.from([bytes.length === 4 ? 1 : 4, ...bytes]);
  }
  const name = Buffer.from(host, 'latin1');
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

function lengthOfReply(bytes: Buffer): number | null {
  if (bytes.length < 5) return null;
  const addressLength = bytes[3] === 1 ? 4 : bytes[3] === 4 ? 16 : 1 + (bytes[4] ?? 0);
  return 4 + addressLength + 2;
}

function refused(socket: Socket, detail: string): ProbeFailure {
  socket.destroy();
  return new ProbeFailure('proxy_failed', detail);
}

/**
 * Reads from a socket until `measure` gives the length of the message and that much has arrived. What follows is put back for the next
 * reader. Used for the few bytes that a proxy sends before a tunnel is open.
 *
 * @param measure length of the message in bytes, or null while it is not known yet; of the bytes `seen` were given before
 * @param limit bytes after which the peer is not a proxy
 */
function readMessage(socket: Socket, measure: (bytes: Buffer, seen: number) => number | null, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sink = new ByteSink(limit);
    const done = () => {
      socket.removeListener('readable', onReadable);
      socket.removeListener('end', onEnd);
      socket.removeListener('close', onEnd);
      socket.removeListener('error', onError);
    };
    const fail = (failure: ProbeFailure) => {
      done();
      socket.destroy();
      reject(failure);
    };
    const onReadable = () => {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        const seen = sink.length;
        sink.add(chunk.subarray(0, limit - seen));
        const bytes = sink.content();
        const length = measure(bytes, seen);
        if (length !== null && bytes.length >= length) {
          done();
          const rest = chunk.subarray(length - seen);
          if (rest.length > 0) socket.unshift(rest);
          resolve(bytes.subarray(0, length));
          return;
        }
        if (seen + chunk.length > limit) return fail(new ProbeFailure('proxy_failed', 'the proxy talks too much'));
      }
    };
    const onEnd = () => fail(new ProbeFailure('proxy_failed', 'the proxy closed the connection', true));
    const onError = () => fail(new ProbeFailure('proxy_failed', 'the connection to the proxy broke', true));
    socket.on('readable', onReadable);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
    socket.on('error', onError);
    onReadable();
  });
}
