import { z } from 'zod';
import type { PlatformNames } from '../../../../engine/catalogue/rules/ports.js';
import { idText } from '../../../../kernel/http/request-fields.js';
import { route } from '../../../route.js';
import type { ErrorCode } from '../../../../kernel/values/errors.js';
import { type Batch, statusOf } from '../../batch.js';
import type { CreatingContext } from '../../use-cases/create-batch.js';
import { type BatchesContext, changeBatch, estimateSeconds } from '../../use-cases/read-batches.js';
import { batch } from './batch-schemas.js';

export type BatchRoutesContext = CreatingContext & BatchesContext & { readonly catalogue: PlatformNames };

export const params = z.object({ id: idText.describe('Identifier of a batch of this account.') });

/** An operation that pauses, resumes or ends a batch, by its `change`. */
export function changeRoute(
  change: 'pause' | 'resume' | 'cancel',
  operation: {
    readonly operationId: string;
    readonly summary: string;
    readonly description: string;
    readonly errors?: readonly ErrorCode[];
  },
) {
  return route({
    ...operation,
    scopes: ['lookups:create'],
    recent: false,
    method: 'post',
    path: `/v2/batches/:id/${change}`,
    params,
    response: batch,
    errors: ['not_found', 'batch_ended', ...(operation.errors ?? [])],
    handle: async (ctx: BatchRoutesContext, { caller, params: { id } }) =>
      shown(ctx, await changeBatch(ctx, caller, { batchId: id, change })),
  });
}

export const shown = async (ctx: BatchRoutesContext, each: Batch) => present(each, await estimateSeconds(ctx, each));

export function present(each: Batch, estimatedSeconds: number | null) {
  const { id, apiKeyId, band, pausedBecause, isWhole, purpose, noise, items, counts, createdAt, startedAt, finishedAt } = each;
  return {
    batchId: id,
    apiKeyId,
    mode: band,
    status: statusOf(each),
    pausedBecause,
    startedWhole: isWhole,
    purpose,
    noise,
    items,
    counts: { ...counts },
    estimatedSeconds,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
