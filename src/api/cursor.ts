import { ServiceError } from '../domain/errors.js';
import type { OmissionCursor } from '../domain/lookup/pages.js';
import { isStorableTime } from '../domain/to-jsonb.js';

/** A position in a list that is ordered by time and id. */
export interface TimeCursor {
  readonly at: Date;
  readonly id: string;
}

const TIME_AND_ID = /^(\d{1,15})\.([\w-]{1,64})$/;
const FEED_KEY = /^(\d{1,10})\.([a-z0-9-]{1,64})\.([a-z#0-9]{1,16})$/;
const SLUG = /^([a-z0-9-]{1,64})$/;
const ID = /^([\w-]{1,64})$/;
const MAX_SEQ = 2_147_483_647;

/** The position as clients keep it: opaque, URL-safe, and without anything that a client could not know anyway. */
export function encodeCursor({ at, id }: TimeCursor): string {
  return pack(`${at.getTime()}.${id}`);
}

/** @throws ServiceError invalid_parameter for a cursor that this service cannot have issued */
export function decodeCursor(cursor: string): TimeCursor {
  const [, time, id = ''] = unpack(cursor, TIME_AND_ID);
  const at = new Date(Number(time));
  return isStorableTime(at) && encodeCursor({ at, id }) === cursor ? { at, id } : refuse();
}

/** A position among a lookup's omissions, in the same form. */
export function encodeOmissionCursor({ seq, platform, subject }: OmissionCursor): string {
  return pack(`${seq}.${platform}.${subject}`);
}

/** @throws ServiceError invalid_parameter for a cursor that this service cannot have issued */
export function decodeOmissionCursor(cursor: string): OmissionCursor {
  const [, number, platform = '', subject = ''] = unpack(cursor, FEED_KEY);
  const position = { seq: Number(number), platform, subject };
  return position.seq <= MAX_SEQ && encodeOmissionCursor(position) === cursor ? position : refuse();
}

/** A position in a list that is ordered by slug, in the same form. */
export function encodeSlugCursor(slug: string): string {
  return pack(slug);
}

/** @throws ServiceError invalid_parameter for a cursor that this service cannot have issued */
export function decodeSlugCursor(cursor: string): string {
  const [, slug = ''] = unpack(cursor, SLUG);
  return encodeSlugCursor(slug) === cursor ? slug : refuse();
}

/** A position in a list that is ordered by id, in the same form. */
export function encodeIdCursor(id: string): string {
  return pack(id);
}

/** @throws ServiceError invalid_parameter for a cursor that this service cannot have issued */
export function decodeIdCursor(cursor: string): string {
  const [, id = ''] = unpack(cursor, ID);
  return encodeIdCursor(id) === cursor ? id : refuse();
}

function pack(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function unpack(cursor: string, shape: RegExp): RegExpExecArray {
  return shape.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? refuse();
}

function refuse(): never {
  throw new ServiceError('invalid_parameter', 'cursor: not one that this list gave out.');
}
