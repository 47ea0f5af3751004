import type { z } from 'zod';
import { type InJson, inJson } from '../values/json.js';

/**
 * The fields of a value that a schema names, as JSON has them. What is stored besides, now or after a later change, is left out: responses
 * are checked against their schemas in tests only.
 */
export function shown<S extends z.ZodObject, V extends Readonly<Record<keyof S['shape'], unknown>>>(
  { shape }: S,
  value: V,
): InJson<Pick<V, keyof S['shape']>> {
  const names = Object.keys(shape) as (keyof S['shape'])[];
  return inJson(Object.fromEntries(names.map((name) => [name, value[name]])) as Pick<V, keyof S['shape']>);
}
