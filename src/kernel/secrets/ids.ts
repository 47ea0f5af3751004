import { typeid } from 'typeid-js';
import { ID_PREFIX, type NewId } from '../values/ids.js';

/** Identifiers as typeid: a prefix and a UUIDv7 in base 32: sortable by time, 74 random bits. */
export const newId: NewId = (kind) => typeid(ID_PREFIX[kind]).toString();
