/** Sends a reply in one piece. */
import type { ServerResponse } from 'node:http';
import type { SampleResponse } from '../../src/engine/catalogue/rules/probe-rule.js';
import { compileReply, type Reply } from './reply.js';

export function sendReply(response: ServerResponse, reply: Reply): void {
  const headers = ['Content-Type', reply.contentType, ...reply.headers];
  if (reply.status >= 200 && reply.status !== 204 && reply.status !== 304) headers.push('Content-Length', String(reply.length));
  response.writeHead(reply.status, headers);
  response.end(reply.body);
}

/** A reply without variables, made of a sample. */
export function fixedReply(sample: SampleResponse): Reply {
  return compileReply(sample).render(() => undefined);
}
