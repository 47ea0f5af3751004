/** Schemas of the kinds of values that settings have. */
import { z } from 'zod';
import { parseAllowedNetworks } from '../net/guarded-http/addresses.js';

const commaSeparated = z.string().transform((list) => list.split(',').map((each) => each.trim()));

export const url = (protocols: RegExp) => z.url({ protocol: protocols });
export const port = z.coerce.number().int().min(0).max(65_535);
export const networks = commaSeparated
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()], 'networks in CIDR notation, comma-separated')))
  .superRefine((list, context) => {
    try {
      parseAllowedNetworks(list);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });
export const nameServers = commaSeparated.pipe(
  z.array(
    z
      .string()
      .regex(
        /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\[[0-9a-f:]+\](?::\d{1,5})?|[0-9a-f:]+)$/i,
        'addresses of name servers, comma-separated',
      ),
  ),
);
export const paths = commaSeparated.pipe(z.array(z.string().min(1, 'paths, comma-separated')));
export const zone = z.string().regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i, 'a domain');
export const secretKeys = commaSeparated.pipe(
  z.array(z.string().regex(/^(?:[0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, 'keys of 32 bytes in base64 or hexadecimal, comma-separated')),
);
/** Public keys of Ed25519. */
export const publicKeys = commaSeparated.pipe(
  z.array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'public keys of Ed25519, 32 bytes in base64, comma-separated')),
);
/** `name=value` pairs, as a map: it is not written out where settings are serialised. */
export const platformKeys = z
  .string()
  .regex(
    /^(?:\s*[a-z][a-z0-9-]*=[\x21-\x2b\x2d-\x7e]+\s*(?:,|$))+$/,
    'name=value, comma-separated; names of lower-case letters, digits and hyphens',
  )
  .transform((list) => list.split(',').flatMap((pair) => pair.trim() || []))
  .transform((pairs) => pairs.map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
  .refine((pairs) => new Set(pairs.map(([name]) => name)).size === pairs.length, 'a name appears twice')
  .transform((pairs): ReadonlyMap<string, string> => new Map(pairs));
/** A URL or a mail address that may stand in the comment of a header: printable ASCII without brackets and quotes. */
export const contact = z
  .string()
  .max(200, 'at most 200 characters')
  .regex(
    /^(?:https?:\/\/[^@/]|[^@:/]+@)(?:(?![()<>"\\])[\x21-\x7e])+$/,
    'an http(s) URL or a mail address, in ASCII without spaces, quotes and brackets',
  );
export const addresses = commaSeparated.pipe(z.array(z.string().regex(/^[^\s@]+@[^\s@]+$/, 'e-mail addresses, comma-separated')));
export const flag = z.enum(['true', 'false', '1', '0', '']).transform((value) => value === 'true' || value === '1');
export const text = z.string().min(1).optional();
/** A setting that holds a secret: it may be in a file too, as orchestrators mount them (`src/main/secret-files.ts`). */
export const secret = <S extends z.ZodType>(schema: S) => schema.optional().meta({ secret: true });
/** A secret text of so many characters at least. */
export const secretText = (min: number) => secret(z.string().min(min));
/** A name that is shown to others. */
export const personName = z
  .string()
  .regex(/^\P{C}{1,100}$/u, 'a name of at most 100 characters, without control characters')
  .optional();
/** A whole number within limits. */
export const integer = (min: number, max: number, standard: number) => z.coerce.number().int().min(min).max(max).default(standard);
