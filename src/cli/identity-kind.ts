import type { LibraryIdentityParser } from '../adapters/identity-parser.js';
import { ServiceError } from '../domain/errors.js';
import type { SubjectKind } from '../domain/identity/subjects.js';

/** What a text looks like. @throws ServiceError when it is none of the kinds */
export function kindOf(parser: LibraryIdentityParser, raw: string): SubjectKind {
  if (parser.ip(raw) !== null) return 'ip';
  const detected = parser.detect(raw);
  if ('invalid' in detected) throw new ServiceError(detected.invalid, 'The identity could not be read; --type says what it is.');
  return detected.type;
}
