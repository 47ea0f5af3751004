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

export interface PersonInput<B> {
  readonly params: Readonly<Record<string, string>>;
  readonly body: B;
  readonly browser: Browser;
  readonly cookie: (kind: CookieKind) => string | null;
  /** Query of the address, with `?`. */
  readonly search: string;
  readonly setCookie: (kind: CookieKind, value: string | null) => void;
}

interface Common<B extends z.ZodType, R extends z.ZodType> {
  readonly operationId: string;
  readonly summary: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly body?: B;
  /** Absent: it redirects. */
  readonly response?: R;
  /** Its name in the audit log; absent: it has no entry, or writes its own. */
  readonly action?: string;
  /** Needs a sign-in within the last ten minutes. */
  readonly recent?: true;
}
/** One operation of a person, signed in or not yet. */
export type PersonRoute<B extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> = Common<B, R> &
  (
    | { readonly access: 'anyone'; handle(input: PersonInput<z.output<B>>): Promise<z.input<R> | Redirect> }
    | { readonly access: 'person'; handle(input: PersonInput<z.output<B>> & { readonly person: Person }): Promise<z.input<R> | Redirect> }
  );
/** Types a route by its schemas. */
export const personRoute = <B extends z.ZodType, R extends z.ZodType>(route: PersonRoute<B, R>): PersonRoute =>
  route as unknown as PersonRoute;
