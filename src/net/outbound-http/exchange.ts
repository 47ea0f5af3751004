import type { Dispatcher } from 'undici';
import { ByteSink } from './byte-sink.js';
import type { Connection } from './connections.js';
import { failureOf, OutboundFailure } from './failure.js';

/** One response as it came over the wire: header names in lower case, repeated ones joined, the body still encoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface RawRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Sends one request on a connection and reads one response, at most `maxBytes` of body. Rejects with an OutboundFailure. After the signal,
 * a failure or a response over its cap the connection is unusable: the caller discards it.
 */
export function exchange(connection: Connection, request: RawRequest, maxBytes: number, signal: AbortSignal): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let status: number | null = null;
    let headers: Record<string, string> = {};
    let sink = new ByteSink(maxBytes, 0);
    let settled = false;
    const settle = () => {
      settled = true;
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (failure: OutboundFailure) => {
      if (settled) return;
      settle();
      const { doubt, detail, transient } = failure;
      reject(status === null ? failure : new OutboundFailure(doubt, detail, transient, status));
    };
    const onAbort = () => fail(new OutboundFailure('interrupted', 'ended by the caller'));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });

    const tooLarge = (controller: Dispatcher.DispatchController) => {
      fail(new OutboundFailure('too_large', `body over ${maxBytes} bytes`));
      controller.abort(new Error('too large'));
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (controller, statusCode, received) => {
        if (statusCode < 200) return; // an interim response; the final one follows
        status = statusCode;
        headers = flatten(received);
        const announced = request.method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0);
        if (announced > maxBytes) tooLarge(controller);
        else sink = new ByteSink(maxBytes, Number.isFinite(announced) ? announced : 0);
      },
      onResponseData: (controller, chunk) => {
        if (!settled && !sink.add(chunk)) tooLarge(controller);
      },
      onResponseEnd: () => {
        // A body without a length ends with its connection; when that connection broke, the body is incomplete.
        if (connection.broken) return fail(new OutboundFailure('unreachable', 'answer cut off', true));
        if (settled || status === null) return;
        settle();
        resolve({ status, headers, body: sink.content() });
      },
      onResponseError: (_, error) => fail(failureOf(error)),
    };
    const { method, url, body } = request;
    try {
      connection.client.dispatch(
        {
          method,
          path: `${url.pathname}${url.search}`,
          headers: { ...request.headers },
          ...(body === undefined ? {} : { body }),
        },
        handler,
      );
    } catch (error) {
      fail(failureOf(error));
    }
  });
}

function flatten(received: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name of Object.keys(received)) {
    const value = received[name];
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}
