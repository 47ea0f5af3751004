import type { Socket } from 'node:net';
import { ServiceError, apiErrorBody } from '../domain/errors.js';
import { UNCOUNTED } from './rate-headers.js';
import { newRequestId } from './request-id.js';

/** Answers what is not HTTP, or has headers beyond measure, in the shape of every other error. */
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
      ...Object.entries(UNCOUNTED).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
