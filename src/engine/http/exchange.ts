import type { Dispatcher } from 'undici';
import { probeFailureOf, ProbeFailure } from './probe-failure.js';
import { ByteSink, joinedHeaders } from '../../kernel/net/response.js';
import type { Connection } from './connections.js';

/** One response as it came over the wire: header names in lower case, repeated ones joined, the body still encoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** `Set-Cookie` headers, which cannot be told apart once they are joined. */
  readonly setCookies: readonly string[];
}

export interface RawRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Sends one request on a connection and reads one response, at most `maxBytes` of body. Rejects with an ProbeFailure. After the signal,
 * a failure or a response over its cap the connection is unusable: the caller discards it.
 */
export function exchange(connection: Connection, request: RawRequest, maxBytes: number, signal: AbortSignal): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let status: number | null = null;
    let headers: Record<string, string> = {};
    let setCookies: readonly string[] = [];
    let sink = new ByteSink(maxBytes, 0);
    let settled = false;
    const settle = () => {
      settled = true;
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (failure: ProbeFailure) => {
      if (settled) return;
      settle();
      const { reason, detail, transient } = failure;
      reject(status === null ? failure : new ProbeFailure(reason, detail, transient, status));
    };
    const onAbort = () => fail(new ProbeFailure('interrupted', 'ended by the caller'));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });

    const tooLarge = (controller: Dispatcher.DispatchController) => {
      fail(new ProbeFailure('too_large', `body over ${maxBytes} bytes`));
      controller.abort(new Error('too large'));
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (controller, statusCode, received) => {
        if (statusCode < 200) return; // an interim response; the final one follows
        status = statusCode;
        headers = joinedHeaders(received);
        setCookies = [received['set-cookie'] ?? []].flat();
        const announced = request.method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0);
        if (announced > maxBytes) tooLarge(controller);
        else sink = new ByteSink(maxBytes, announced);
      },
      onResponseData: (controller, chunk) => {
        if (!settled && !sink.add(chunk)) tooLarge(controller);
      },
      onResponseEnd: () => {
        // A body without a length ends with its connection; when that connection broke, the body is incomplete.
        if (connection.broken) return fail(new ProbeFailure('unreachable', 'answer cut off', true));
        if (settled || status === null) return;
        settle();
        resolve({ status, headers, body: sink.content(), setCookies });
      },
      onResponseError: (_, error) => fail(probeFailureOf(error)),
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
      fail(probeFailureOf(error));
    }
  });
}

/** Elements that only whole documents have. Fragments in API responses lack them, and need no end of a document. */
const DOCUMENT_ELEMENT = /<(?:!doctype|html|head|body|title|meta)\b/i;
/** The same where no content type says that it is HTML: feeds have titles too. */
const PAGE_ELEMENT = /<(?:!doctype\s+html|html|head|body)\b/i;

/**
 * Whether a page that ends with its connection is truncated. Such a response has no length to check, and a cut connection looks like a
 * closed one; a page that lacks its second half also lacks its markers. A page that never had an end counts as truncated too: it is
 * omitted, where the opposite mistake would be a wrong result.
 */
export function isTruncatedPage(raw: Pick<RawResponse, 'status' | 'headers' | 'body'>, text: string): boolean {
  const { 'content-length': length, 'transfer-encoding': framing, 'content-type': type = '' } = raw.headers;
  if (length !== undefined || framing !== undefined || text === '') return false;
  const isPage = /html/i.test(type) ? DOCUMENT_ELEMENT.test(text) : /^\s*</.test(text) && PAGE_ELEMENT.test(text);
  return isPage && !/<\/(?:html|body)\s*>/i.test(text.slice(-2_000));
}
