/** Operations of people outside of any account. */
import type { z } from 'zod';
import type { Person } from '../../domain/people/people.js';
import type { Browser } from '../../services/people/sign-in.js';
import type { CookieKind } from './cookies.js';

/** Sends the browser elsewhere, in place of a body. */
export class Redirect {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

export interface PersonInput<B, Q = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly browser: Browser;
  readonly cookie: (kind: CookieKind) => string | null;
  /** Query of the address, with `?`. */
  readonly search: string;
  readonly setCookie: (kind: CookieKind, value: string | null) => void;
}

interface Common<B extends z.ZodType> {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly body?: B;
  /** Needs a sign-in within the last ten minutes. */
  readonly recent?: true;
}

/** One operation of an operator of the service, who need be no member of any account. */
export interface OperatorRoute<B extends z.ZodType = z.ZodType, Q extends z.ZodObject = z.ZodObject, R extends z.ZodType = z.ZodType>
  extends Common<B> {
  readonly access: 'operator';
  /** Absent: the query is not read. */
  readonly query?: Q;
  /** Its name in the audit log: all have entries. A parameter `account` in its path says whom they concern. */
  readonly action: string;
  /** Answers are checked against it in tests: it names every field, and none holds an identity. */
  readonly response: R;
  handle(input: PersonInput<z.output<B>, z.output<Q>> & { readonly person: Person }): Promise<z.input<R>>;
}

/** One operation of a person, signed in or not yet. */
export type PersonRoute<B extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> =
  | (Common<B> & {
      readonly operationId: string;
      readonly query?: undefined;
      /** Absent: it redirects. */
      readonly response?: R;
      /** Its name in the audit log; absent: it has no entry, or writes its own. */
      readonly action?: string;
    } & (
        | { readonly access: 'anyone'; handle(input: PersonInput<z.output<B>>): Promise<z.input<R> | Redirect> }
        | {
            readonly access: 'person';
            handle(input: PersonInput<z.output<B>> & { readonly person: Person }): Promise<z.input<R> | Redirect>;
          }
      ))
  | OperatorRoute<B>;

/** Types a route by its schemas. */
export const personRoute = <B extends z.ZodType, R extends z.ZodType>(route: Exclude<PersonRoute<B, R>, OperatorRoute<B>>): PersonRoute =>
  route as unknown as PersonRoute;
/** Types a route by its schemas. Query parameters that `query` does not name are refused. */
export const operatorRoute = <B extends z.ZodType, Q extends z.ZodObject, R extends z.ZodType>(
  route: Omit<OperatorRoute<B, Q, R>, 'access'>,
): PersonRoute => ({ ...route, ...(route.query ? { query: route.query.strict() } : {}), access: 'operator' }) as unknown as PersonRoute;
