/** What no identity of a kind can be, found before anything is sent. What passes here is still decided on by the service. */
import { MAX_IDENTITY_LENGTH } from '../../../domain/identity/identity.js';
import type { SubjectKind } from '../../../domain/identity/subjects.js';
import { normalise } from '../../../domain/normalise.js';

const MAX_PHONE_LENGTH = 40;
const USERNAME = /^[^\s]{1,64}$/u;
const DOTS = /[.\u3002\uff0e\uff61]/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** Why a text cannot be of a kind; null: it may be. */
export function faultOf(kind: SubjectKind, raw: string): string | null {
  if (raw.length > MAX_IDENTITY_LENGTH) return `is longer than ${MAX_IDENTITY_LENGTH} characters`;
  const text = raw.trim();
  switch (kind) {
    case 'email': {
      const at = text.lastIndexOf('@');
      return at > 0 && DOTS.test(text.slice(at + 1)) && !/\s/.test(text.slice(at + 1)) ? null : 'is no e-mail address';
    }
    case 'phone':
      if (!/\d/.test(text) || text.length > MAX_PHONE_LENGTH) return 'is no phone number';
      return null;
    case 'username':
      return USERNAME.test(normalise(text.replace(/^@+/, ''))) ? null : 'is no username: those have 1 to 64 characters, without spaces';
    case 'ip':
      return text.includes(':') || IPV4.test(text) ? null : 'is no IP address';
  }
}
