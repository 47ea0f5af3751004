import type { Socket } from 'node:net';
import { ServiceError, apiErrorBody } from '../domain/errors.js';
import { UNCOUNTED_HEADERS } from './rate-headers.js';
import { newRequestId } from './request-id.js';

/** Responds to a request that is not HTTP, or whose headers are too large, with 400 and the body that every other error has. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(apiErrorBody(new ServiceError('invalid_request')));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${newRequestId('')}`,
      ...Object.entries(UNCOUNTED_HEADERS).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
