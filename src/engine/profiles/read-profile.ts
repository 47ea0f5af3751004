/** Reads what a "registered" answer shows of the account itself, as far as the rule names it. Pure. */
import type { JsonAssertion, ProfileRule } from '../catalogue/rules/probe-rule.js';
import { isRecord } from '../../kernel/values/json.js';
import { holds, readPointer } from '../evaluation/json-assertion.js';
import type { Variables } from '../evaluation/template.js';
import { ACCOUNT_STATES, COUNT_NAMES, type Profile } from '../catalogue/rules/profile.js';
import { readCount, readName, readPictureUrl, readTime, readYear } from './profile-fields.js';

export interface ProbedIdentity {
  /** As it was probed. */
  readonly identity: string;
  readonly variables: Variables;
  /** When the platform answered, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * The profile that an answer shows; null where the object does not name the probed identity, or where no field of it
 * can be shown.
 *
 * @param document the answer's JSON; undefined: it is none
 */
export function readProfile(rule: ProfileRule, document: unknown, { identity, variables, now }: ProbedIdentity): Profile | null {
  const account = readPointer(document, rule.of ?? '');
  if (!account.found || !isRecord(account.value)) return null;
  const object = account.value;
  const at = (pointer: string | undefined): unknown => {
    const pointed = pointer === undefined ? undefined : readPointer(object, pointer);
    return pointed?.found ? pointed.value : undefined;
  };
  const isTrue = (assertion: JsonAssertion): boolean => holds(assertion, readPointer(object, assertion.pointer), variables);
  if (!isTrue(rule.handle)) return null;

  const created = timeAt(rule.createdAt, at, now);
  const active = timeAt(rule.lastActiveAt, at, now)?.time;
  const counts = Object.fromEntries(
    COUNT_NAMES.flatMap((name) => {
      const count = readCount(at(rule.counts?.[name]));
      return count === undefined ? [] : [[name, count]];
    }),
  );
  const profile: Profile = withoutAbsent({
    displayName: readName(at(rule.displayName), identity),
    pictureUrl: rule.picture && readPictureUrl(at(rule.picture.json), rule.picture.hosts),
    createdAt: created?.time === undefined ? undefined : new Date(created.time).toISOString(),
    createdYear: created?.year,
    lastActiveAt: active === undefined || active < (created?.time ?? active) ? undefined : new Date(active).toISOString(),
    counts: Object.keys(counts).length === 0 ? undefined : counts,
    state: ACCOUNT_STATES.find((state) => {
      const assertion = rule.state?.[state];
      return assertion !== undefined && isTrue(assertion);
    }),
  });
  return Object.keys(profile).length === 0 ? null : profile;
}

function timeAt(
  field: ProfileRule['createdAt'],
  at: (pointer: string) => unknown,
  now: number,
): { time?: number; year?: number } | undefined {
  if (field === undefined) return undefined;
  const value = at(field.json);
  if (field.as === 'year') {
    const year = readYear(value, now);
    return year === undefined ? undefined : { year };
  }
  const time = readTime(value, field.as, now);
  return time === undefined ? undefined : { time, year: new Date(time).getUTCFullYear() };
}

function withoutAbsent<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
