import { createHash } from 'node:crypto';
import type { Context } from 'koa';

/** The weak entity tag of a representation (RFC 9110, 8.8.3): equal for equal content. */
export function weakTag(content: string | Uint8Array): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

/** A JSON response that may have an entity tag. Its text is built only for a client that does not have it already. */
export class TaggedJson {
  /**
   * @param etag changes whenever the text would; null: none, as the text may change at any time
   * @param type another type than plain JSON, whose text has another shape than the route's `response`
   */
  constructor(
    readonly etag: string | null,
    readonly text: () => Promise<string>,
    readonly type?: string,
  ) {}

  /** Of a value that is already in memory, tagged by its text. */
  static of(value: object): TaggedJson {
    const text = JSON.stringify(value);
    return new TaggedJson(weakTag(text), async () => text);
  }
}

/**
 * Sends it, or 304 when the client's copy is still good (RFC 9110, 13.1.2).
 *
 * @param check gets the parsed body and returns the one to send
 */
export async function sendTagged(ctx: Context, { etag, text, type }: TaggedJson, check?: Check): Promise<void> {
  const isHeld = etag !== null && matchesTag(ctx.get('if-none-match'), etag);
  // Built first: until then the response may still become an error, which has no tag.
  const body = isHeld ? '' : checked(await text(), type ? undefined : check);
  if (etag !== null) ctx.set('ETag', etag);
  ctx.status = isHeld ? 304 : 200;
  if (isHeld) return;
  if (type) ctx.set('Content-Type', type);
  else ctx.type = 'application/json';
  ctx.body = body;
}

type Check = (value: unknown) => unknown;

function checked(text: string, check: Check | undefined): string {
  return check ? JSON.stringify(check(JSON.parse(text))) : text;
}

/**
 * Whether `If-None-Match` names this tag, by the weak comparison (RFC 9110, 13.1.2). Koa's `fresh` is no substitute: it sends the full
 * response to a request with `Cache-Control: no-cache`, which Node's fetch adds to every conditional request.
 */
function matchesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = (tag: string): string => tag.replace(/^W\//, '');
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => opaque(tag) === opaque(etag));
}
