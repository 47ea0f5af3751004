/** A client that keeps what it was told, and counts a lost connection as an answer of its own. */

export interface Reply {
  /** 0: the connection ended without an answer. */
  readonly status: number;
  readonly body: unknown;
  /** From sending to the end of the body, in milliseconds. */
  readonly tookMs: number;
}

export interface CallOptions {
  readonly key: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** One request. A silent server is given up after `timeoutMs`, default 30 s, and told as status 0. */
export async function call(url: string, method: string, path: string, options: CallOptions): Promise<Reply> {
  const began = performance.now();
  const tookMs = () => Math.round(performance.now() - began);
  const gaveUp = new AbortController();
  const timer = setTimeout(() => gaveUp.abort(), options.timeoutMs ?? 30_000);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${options.key}`,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal: gaveUp.signal,
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), tookMs: tookMs() };
  } catch {
    return { status: 0, body: null, tookMs: tookMs() };
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The code of an ApiError body; null for any other body. */
export function errorCode(body: unknown): string | null {
  const { error } = (body ?? {}) as { error?: { code?: unknown } };
  return typeof error?.code === 'string' ? error.code : null;
}

/** Id in a PendingLookup or LookupResponse body. */
export function lookupIdOf(body: unknown): string | null {
  const { lookupId } = (body ?? {}) as { lookupId?: unknown };
  return typeof lookupId === 'string' ? lookupId : null;
}
