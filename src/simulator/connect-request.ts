/**
 * Reads a CONNECT from a fresh connection without an HTTP parser: a sweep opens thousands of tunnels, and building
 * request and response objects for each costs a fifth of the whole request.
 */
import type { Socket } from 'node:net';

export interface ConnectRequest {
  /** `host:port` */
  readonly authority: string;
  /** What the client sent after the request's end, when it did not wait for the answer. */
  readonly head: Buffer;
}

const LONGEST_HEAD = 16 * 1024;

/**
 * @param done gets the CONNECT, with the socket paused; or null for any other request, with everything that was read
 *   put back into the socket
 */
export function readConnect(socket: Socket, done: (connect: ConnectRequest | null) => void): void {
  let received: Buffer = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0 && received.length < LONGEST_HEAD) return;
    socket.off('data', onData);
    socket.pause();
    const line = /^CONNECT (\S+) HTTP\/1\.[01]\r\n/.exec(received.toString('latin1', 0, Math.min(received.length, 600)));
    if (line !== null && end >= 0) return done({ authority: line[1] as string, head: received.subarray(end + 4) });
    socket.unshift(received);
    done(null);
  };
  socket.on('data', onData);
}
