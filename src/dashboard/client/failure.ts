import { retryAfterOf } from '../../../clients/typescript/errors.js';

/** A refusal of the service, as pages handle it. */
export class ApiFailure extends Error {
  /** 0: nothing was answered. */
  readonly status: number;
  /** Code of docs/errors.md, or `unreachable`. */
  readonly code: string;
  readonly requestId: string | null;
  /** Seconds after which it may be sent again. */
  readonly retryAfter: number | null;
  /** What the code has besides, as docs/errors.md says. */
  readonly details: unknown;

  constructor(about: {
    status: number;
    code: string;
    message: string;
    requestId?: string | null;
    retryAfter?: number | null;
    details?: unknown;
  }) {
    super(about.message);
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId ?? null;
    this.retryAfter = about.retryAfter ?? null;
    this.details = about.details;
  }

  static of(response: Response, body: unknown): ApiFailure {
    const {
      code = 'unreadable',
      message = `The response could not be read (HTTP ${response.status}).`,
      details,
    } = (body as { error?: { code?: string; message?: string; details?: unknown } } | undefined)?.error ?? {};
    return new ApiFailure({
      status: response.status,
      code,
      message,
      details,
      requestId: response.headers.get('x-request-id'),
      retryAfter: retryAfterOf(response) ?? null,
    });
  }
}

export const isFailure = (error: unknown, code: string): boolean => error instanceof ApiFailure && error.code === code;
