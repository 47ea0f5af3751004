import getRawBody from 'raw-body';
import type { Context } from 'koa';
import { ServiceError } from '../values/errors.js';

/** Fifty batch items of the longest sensible fields fit many times over. */
const LIMIT_BYTES = 256 * 1_024;

/**
 * Reads a JSON body.
 *
 * @throws ServiceError unsupported_media_type, payload_too_large, invalid_request
 */
export async function readJsonBody(ctx: Context): Promise<{ raw: Buffer; value: unknown }> {
  if (!ctx.is('application/json', '+json')) throw new ServiceError('unsupported_media_type');
  if (ctx.get('content-encoding') && ctx.get('content-encoding') !== 'identity')
    throw new ServiceError('unsupported_media_type', 'Send the body without a content encoding.');
  const raw = await getRawBody(ctx.req, { limit: LIMIT_BYTES, length: ctx.req.headers['content-length'] ?? null }).catch(
    (error: { type?: string }) => {
      throw new ServiceError(error.type === 'entity.too.large' ? 'payload_too_large' : 'invalid_request');
    },
  );
  try {
    return { raw, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw)) };
  } catch {
    throw new ServiceError('invalid_request', 'The body is not JSON in UTF-8.');
  }
}
