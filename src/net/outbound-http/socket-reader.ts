import type { Socket } from 'node:net';
import { OutboundFailure } from './failure.js';

/**
 * Reads from a socket until `measure` gives the length of the message and that much has arrived. What follows is put back for the next
 * reader. Used for the few bytes that a proxy sends before a tunnel is open.
 *
 * @param measure length of the message in bytes, or null while it is not known yet
 * @param limit bytes after which the peer is not a proxy
 */
export function readMessage(socket: Socket, measure: (bytes: Buffer) => number | null, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const done = () => {
      socket.removeListener('readable', onReadable);
      socket.removeListener('end', onEnd);
      socket.removeListener('close', onEnd);
      socket.removeListener('error', onError);
    };
    const fail = (failure: OutboundFailure) => {
      done();
      socket.destroy();
      reject(failure);
    };
    const onReadable = () => {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        bytes = Buffer.concat([bytes, chunk]);
        const length = measure(bytes);
        if (length !== null && bytes.length >= length) {
          done();
          if (bytes.length > length) socket.unshift(bytes.subarray(length));
          resolve(bytes.subarray(0, length));
          return;
        }
        if (bytes.length > limit) return fail(new OutboundFailure('proxy_failed', 'the proxy talks too much'));
      }
    };
    const onEnd = () => fail(new OutboundFailure('proxy_failed', 'the proxy closed the connection', true));
    const onError = () => fail(new OutboundFailure('proxy_failed', 'the connection to the proxy broke', true));
    socket.on('readable', onReadable);
    socket.on('end', onEnd);
    socket.on('close', onEnd);
    socket.on('error', onError);
    onReadable();
  });
}
