import { ServiceError } from '../domain/errors.js';
import { isStorableTime } from '../domain/storable.js';

/** A place in a list that is ordered by time and id. */
export interface CursorPlace {
  readonly at: Date;
  readonly id: string;
}

const SHAPE = /^(\d{1,15})\.([\w-]{1,64})$/;

/** A place as a client keeps it: opaque, safe in an address, and nothing that it could not know anyway. */
export function encodeCursor({ at, id }: CursorPlace): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

/** @throws ServiceError invalid_parameter for what this service cannot have given out */
export function decodeCursor(cursor: string): CursorPlace {
  const match = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const at = new Date(Number(match?.[1] ?? Number.NaN));
  if (!match || !isStorableTime(at) || encodeCursor({ at, id: match[2] as string }) !== cursor) {
    throw new ServiceError('invalid_parameter', 'cursor: not one that this list gave out.');
  }
  return { at, id: match[2] as string };
}
