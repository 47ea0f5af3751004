import { ServiceError } from '../values/errors.js';
import { isStorableTime } from '../values/json.js';

/** A position in a list that is ordered by time and id. */
export interface TimeCursor {
  readonly at: Date;
  readonly id: string;
}

const MAX_SEQ = 2_147_483_647;

/** Positions in one kind of list as clients keep them: opaque, URL-safe, and without anything that a client could not know anyway. */
function cursorOf<Position>(shape: RegExp, write: (position: Position) => string, read: (...parts: string[]) => Position | null) {
  const encode = (position: Position): string => Buffer.from(write(position)).toString('base64url');
  return {
    encode,
    /**
     * @returns null without a cursor: the first page
     * @throws ServiceError invalid_parameter for a cursor that this service cannot have issued
     */
    decode(cursor: string | undefined): Position | null {
      if (cursor === undefined) return null;
      const parts = shape.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
      const position = parts && read(...parts.slice(1));
      if (position === null || encode(position) !== cursor)
        throw new ServiceError('invalid_parameter', 'cursor: this is not a cursor of this list.');
      return position;
    },
  };
}

export const timeCursor = cursorOf<TimeCursor>(
  /^(\d{1,15})\.([\w-]{1,64})$/,
  ({ at, id }) => `${at.getTime()}.${id}`,
  (time, id = '') => (isStorableTime(new Date(Number(time))) ? { at: new Date(Number(time)), id } : null),
);

export const omissionCursor = cursorOf<{ readonly seq: number; readonly platform: string; readonly subject: string }>(
  /^(\d{1,10})\.([a-z0-9-]{1,64})\.([a-z#0-9]{1,16})$/,
  ({ seq, platform, subject }) => `${seq}.${platform}.${subject}`,
  (seq, platform = '', subject = '') => (Number(seq) <= MAX_SEQ ? { seq: Number(seq), platform, subject } : null),
);

export const deliveryCursor = cursorOf<{ readonly createdAt: Date; readonly eventId: string; readonly endpointId: string }>(
  /^\["([\d:.TZ-]{24})","([\w-]{1,64})","([\w-]{1,64})"\]$/,
  ({ createdAt, eventId, endpointId }) => JSON.stringify([createdAt.toISOString(), eventId, endpointId]),
  (time = '', eventId = '', endpointId = '') =>
    isStorableTime(new Date(time)) ? { createdAt: new Date(time), eventId, endpointId } : null,
);

const name = (text: string): string => text;
/** Of an item by its number, from 0. */
export const indexCursor = cursorOf<number>(/^(\d{1,9})$/, String, Number);
export const slugCursor = cursorOf<string>(/^([a-z0-9-]{1,64})$/, name, name);
export const idCursor = cursorOf<string>(/^([\w-]{1,64})$/, name, name);
