/** Every field of every request, from the tables of routes: a new route or field is covered at once. */
import { z } from 'zod';
import { MAX_ITEMS } from '../../src/features/batches/batch.js';
import { newBatch, sentItem } from '../../src/features/batches/routes/shared/batch-schemas.js';
import type { Route } from '../../src/features/route.js';
import { everyRoute } from '../../src/api/routes.js';

type RequestLocation = 'params' | 'query' | 'body';
type Schema = z.core.JSONSchema.BaseSchema;

/** A text or a list in a request. */
export interface LimitedField {
  readonly path: string;
  /** Most code points or items; undefined: there is no limit. */
  readonly limit: number | undefined;
  /** A value of the part in which the field has this value, and what else has to be there. */
  readonly valueWith: (value: unknown) => unknown;
}

export interface RequestPart {
  readonly operation: string;
  readonly part: RequestLocation;
  readonly schema: z.ZodType;
  readonly route: Route;
}

/** Items of a batch are read one by one, so that each fault is named: the whole body as it is checked in the end. */
const READ_APART: Readonly<Record<string, z.ZodType>> = {
  createBatch: newBatch.extend({ items: z.array(sentItem).min(1).max(MAX_ITEMS.default) }),
};

/** The parts of all requests of all audiences. */
export function requestParts(): RequestPart[] {
  return everyRoute.flatMap((route) =>
    (
      Object.entries({ params: route.params, query: route.query, body: READ_APART[route.operationId] ?? route.body }) as [
        RequestLocation,
        z.ZodType | undefined,
      ][]
    ).flatMap(([part, schema]) => (schema ? { operation: route.operationId, part, schema, route } : [])),
  );
}

/** What a part of a request may hold without a limit: texts, lists, and objects with any fields. */
export function unlimitedIn(schema: z.ZodType): string[] {
  const found: string[] = [];
  visit(schema, (at, node) => {
    if (isOpen(node)) found.push(`${at}: anything`);
    else if (node.type === 'string' && node.maxLength === undefined && !isChoice(node)) found.push(`${at}: a text`);
    else if (node.type === 'array' && node.maxItems === undefined) found.push(`${at}: a list`);
    else if (node.type === 'object' && node.additionalProperties !== undefined && node.additionalProperties !== false)
      found.push(`${at}: an object with any fields`);
  });
  return found;
}

/** The texts of a part of a request, those of a few words left out; or its lists. */
export function fieldsOf(schema: z.ZodType, type: 'string' | 'array'): LimitedField[] {
  const { root, resolve } = described(schema);
  const fieldsIn = (raw: Schema, path: string): LimitedField[] => {
    const node = resolve(raw);
    const options = alternativesOf(node);
    if (options.length > 0) return options.flatMap((option) => fieldsIn(option, path));
    const limit = type === 'string' ? node.maxLength : node.maxItems;
    const own = node.type === type && !isChoice(node) ? [{ path, limit, valueWith: (value: unknown) => value }] : [];
    if (node.type === 'array') {
      const inner = fieldsIn(node.items as Schema, `${path}[]`);
      return [...own, ...inner.map((field) => ({ ...field, valueWith: (value: unknown) => [field.valueWith(value)] }))];
    }
    const required = sampleOf(node, resolve) as object;
    const inner = Object.entries(node.properties ?? {}).flatMap(([name, property]) =>
      fieldsIn(property as Schema, `${path}.${name}`).map((field) => ({
        ...field,
        valueWith: (value: unknown) => ({ ...required, [name]: field.valueWith(value) }),
      })),
    );
    return [...own, ...inner];
  };
  return fieldsIn(root, '');
}

function described(schema: z.ZodType): { root: Schema; resolve: (node: Schema) => Schema } {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const resolve = (node: Schema): Schema =>
    node.$ref === undefined ? node : resolve(root.$defs?.[node.$ref.split('/').at(-1) ?? ''] as Schema);
  return { root, resolve };
}

const alternativesOf = (node: Schema): Schema[] => [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])] as Schema[];
const isChoice = (node: Schema): boolean => node.enum !== undefined || node.const !== undefined;
const isOpen = (node: Schema): boolean => node.type === undefined && !isChoice(node) && alternativesOf(node).length === 0;

function visit(schema: z.ZodType, see: (at: string, node: Schema) => void): void {
  const { root, resolve } = described(schema);
  const step = (raw: Schema, at: string): void => {
    const node = resolve(raw);
    see(at || 'the whole', node);
    for (const option of alternativesOf(node)) step(option, at);
    if (node.items !== undefined) step(node.items as Schema, `${at}[]`);
    for (const [name, property] of Object.entries(node.properties ?? {})) step(property as Schema, `${at}.${name}`);
  };
  step(root, '');
}

/** A small value that a schema takes, without what may be absent. */
function sampleOf(raw: Schema, resolve: (node: Schema) => Schema): unknown {
  const node = resolve(raw);
  const [option] = alternativesOf(node);
  if (option) return sampleOf(option, resolve);
  if (isChoice(node)) return node.const ?? node.enum?.[0];
  switch (node.type) {
    case 'string':
      return node.format === 'date-time' ? '2026-11-21T05:14:09Z' : 'ada';
    case 'array':
      return node.minItems ? [sampleOf(node.items as Schema, resolve)] : [];
    case 'object':
      return Object.fromEntries((node.required ?? []).map((name) => [name, sampleOf(node.properties?.[name] as Schema, resolve)]));
    default:
      return node.type === 'boolean' ? true : (node.minimum ?? 1);
  }
}
