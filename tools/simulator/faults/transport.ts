/** The connection fails, before, during or instead of the response. */
import type { ServerResponse } from 'node:http';
import type { Reply } from '../reply.js';
import { sendReply } from '../send-reply.js';
import type { Fault, FaultCall } from './fault.js';

/** Sends the correct status and headers; `length` may promise more than is sent, null promises none. */
function startResponse(response: ServerResponse, reply: Reply, length: number | null): void {
  const framing = length === null ? [] : ['Content-Length', String(length)];
  response.writeHead(reply.status, ['Content-Type', reply.contentType, ...reply.headers, ...framing]);
}

function firstHalf(reply: Reply): Buffer {
  const body = Buffer.from(reply.body);
  return body.subarray(0, Math.ceil(body.length / 2));
}

function reset({ exchange }: FaultCall): void {
  exchange.response.socket?.write('HTTP/1.1 200 OK\r\nContent-Ty', () => exchange.raw.resetAndDestroy());
}

function resetMidBody({ exchange, correctReply }: FaultCall): void {
  const reply = correctReply();
  startResponse(exchange.response, reply, reply.length + 1000);
  exchange.response.write(firstHalf(reply), () => exchange.raw.resetAndDestroy());
  if (exchange.request.method === 'HEAD') exchange.raw.resetAndDestroy();
}

function truncate({ exchange, correctReply }: FaultCall): void {
  const reply = correctReply();
  startResponse(exchange.response, reply, reply.length + 1000);
  exchange.response.write(firstHalf(reply), () => exchange.response.socket?.end());
}

function drip({ exchange, correctReply, dripMs }: FaultCall): void {
  const { response } = exchange;
  const reply = correctReply();
  const body = Buffer.from(reply.body.length > 0 ? reply.body : ' ');
  let sent = 0;
  startResponse(response, reply, null);
  const timer = setInterval(() => {
    response.write(body.subarray(sent % body.length, (sent % body.length) + 1));
    sent++;
  }, dripMs);
  response.once('close', () => clearInterval(timer));
}

function hangAfterHeaders({ exchange, correctReply }: FaultCall): void {
  const reply = correctReply();
  startResponse(exchange.response, reply, reply.length + 1);
  exchange.response.flushHeaders();
}

function failOnce(call: FaultCall): void {
  if (call.isFirst()) call.exchange.raw.resetAndDestroy();
  else sendReply(call.exchange.response, call.correctReply());
}

const broken = { truthKept: false, seenBy: 'answer' } as const;

export const transportFaults = {
  hang: { ...broken, description: 'Takes the request and never answers', act: () => undefined },
  hang_after_headers: { ...broken, description: 'Sends the headers, never the body', act: hangAfterHeaders },
  drip: { ...broken, description: 'Sends the body a byte a second, for ever', act: drip },
  reset: { ...broken, description: 'TCP reset in the middle of the headers', act: reset },
  reset_mid_body: { ...broken, description: 'TCP reset in the middle of the body', act: resetMidBody },
  truncated_body: { ...broken, description: 'Closes after half of the promised body', act: truncate },
  bad_tls: { ...broken, description: 'Shows a certificate of another name', connect: 'wrong_certificate' },
  connection_refused: { ...broken, description: 'The proxy answers 502 to CONNECT', connect: 'refuse' },
  fail_once: { truthKept: true, seenBy: 'answer', description: 'Resets the first request for each identity', act: failOnce },
} satisfies Record<string, Fault>;
