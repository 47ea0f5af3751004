import { z } from 'zod';
import { MAX_PARAMETER_LENGTH } from '../../kernel/http/request-fields.js';

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface JsonSchemas {
  /** One for each input schema, under the same name. */
  readonly roots: Readonly<Record<string, JsonSchema>>;
  /** Schemas with an id in their metadata, by that id. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

const LOCAL = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/**
 * Turns Zod schemas into JSON Schemas that share their named parts, as a client sends or reads them: before defaults and
 * transformations. All are converted in one go, so that a name means one schema in the whole document.
 *
 * @throws Error when two different schemas carry the same id
 */
export function toJsonSchemas(schemas: Readonly<Record<string, z.ZodType>>): JsonSchemas {
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object({ ...schemas }), { io: 'input', override: simplify }) as JsonSchema;
  const named = Object.entries($defs).map(([name, schema]) => {
    if (/^__schema\d+$/.test(name)) throw new Error('a schema without an id refers to itself: give it one');
    return [name, relink(schema)] as const;
  });
  const roots = Object.entries(properties).map(([name, schema]) => [name, relink(schema)] as const);
  return { roots: Object.fromEntries(roots), components: Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Removes what does not help a reader: the limits of a double and of a request's head, and the expression behind `date-time`. */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  delete jsonSchema.id;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.maxLength === MAX_PARAMETER_LENGTH) delete jsonSchema.maxLength;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}

/** The same schema with its references pointing to the document's components. */
function relink(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(LOCAL) ? COMPONENTS + value.slice(LOCAL.length) : value,
  ) as JsonSchema;
}
