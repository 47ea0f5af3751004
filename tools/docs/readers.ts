import type { Route } from '../../src/features/route.js';
import { everyRoute } from '../../src/api/routes.js';
import type { PersonalData } from '../../src/kernel/db/personal-data.js';
import { holdersOf, ROLES } from '../../src/features/accounts/roles.js';
import { SCOPES } from '../../src/features/accounts/api-keys.js';

const ROUTES = everyRoute;
const MEMBERS = ROLES.map(holdersOf);

/** Who gets an answer: a key, by the scopes that it needs, a member of the account, by role, a person, or an operator. */
export type Reader = string;

/** Who may call an operation, and sees there what needs a scope of its own if `isContent`. */
export function callersOf({ audiences, scopes = [], contentScope, role = 'member' }: Route, isContent = false): Reader[] {
  const all = [...scopes, ...(isContent && contentScope ? [contentScope] : [])];
  return audiences.map((audience): Reader => {
    if (audience === 'key') return `key ${SCOPES.filter((scope) => all.includes(scope)).join(' ')}`;
    return audience === 'member' ? holdersOf(role) : audience === 'user' ? 'the person, signed in' : 'operators';
  });
}

/** Each reader once; of keys and of members only those that need least: who has more reads it too. */
export function least(readers: readonly Reader[]): Reader[] {
  const scopesOf = (reader: string) => reader.split(' ').slice(1);
  const isKey = (reader: string) => reader.startsWith('key ');
  const keys = readers.filter(isKey);
  const needed = keys.filter(
    (key) => !keys.some((other) => other !== key && scopesOf(other).every((scope) => scopesOf(key).includes(scope))),
  );
  const role = MEMBERS.find((each) => readers.includes(each));
  const others = readers.filter((reader) => !isKey(reader) && !MEMBERS.includes(reader));
  return [...new Set([...(role ? [role] : []), ...needed.sort(), ...others])];
}

/** Who can read a column through an operation. @throws Error when an annotation names no operation */
export function readersOf({ shownBy, isContent }: Pick<PersonalData, 'shownBy' | 'isContent'>): Reader[] {
  return least(
    shownBy.split(' ').flatMap((operationId) => {
      if (operationId === '') return [];
      const route = ROUTES.find((each) => each.operationId === operationId);
      if (!route) throw new Error(`no operation is called ${operationId} (shownBy in a schema.ts)`);
      return callersOf(route, isContent);
    }),
  );
}

/** The same in words, with those who need no operation. */
export function readersText(privacy: PersonalData): string {
  const readers = readersOf(privacy);
  const keys = readers.flatMap((reader) =>
    reader.startsWith('key ')
      ? [
          reader
            .slice(4)
            .split(' ')
            .map((scope) => `\`${scope}\``)
            .join(' and '),
        ]
      : [],
  );
  const [first, ...rest] = readers.filter((reader) => !reader.startsWith('key '));
  const words = [first, keys.length > 0 ? `keys with ${keys.join(', or with ')}` : undefined, ...rest, privacy.alsoReadBy];
  return words.filter((word) => word !== undefined).join('; ') || 'nobody';
}
