import { customAlphabet } from 'nanoid';

/** 256 random bits: 43 characters of base 62. */
export const randomToken = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 43);
