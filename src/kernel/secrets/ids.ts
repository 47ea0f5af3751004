import { customAlphabet } from 'nanoid';
import { typeid } from 'typeid-js';
import { ID_PREFIX, type NewId } from '../values/ids.js';

/** Identifiers as typeid: a prefix and a UUIDv7 in base 32: sortable by time, 74 random bits. */
export const newId: NewId = (kind) => typeid(ID_PREFIX[kind]).toString();

/** 256 random bits: 43 characters of base 62. */
export const randomToken = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 43);
