/** What the generated part of every client has, from the document: a line each operation and schema. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../checks/tool.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const read = (): Document => JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8')) as Document;

/** A schema in a few characters: its name, or what it is made of. */
function nameOf(schema: Schema | undefined): string {
  if (schema === undefined) return 'nothing';
  const { $ref, items, anyOf, oneOf, enum: values, type } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (items) return `${nameOf(items)}[]`;
  if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).map(nameOf).join('|');
  if (values) return values.join('|');
  return type === undefined ? 'any' : [type].flat().join('|');
}

const contentOf = ({ content = {} }: Content): string =>
  Object.entries(content)
    .map(([type, { schema }]) => (type === 'application/json' ? nameOf(schema) : type))
    .join(' or ') || 'nothing';

export function operationLines(): string[] {
  return Object.entries(read().paths).flatMap(([address, operations]) =>
    Object.entries(operations).map(([method, { operationId, parameters = [], requestBody, responses }]) => {
      const takes = parameters.filter(({ name }) => name).map(({ name, required }) => (required ? name : `${name}?`));
      const body = requestBody ? [`body: ${contentOf(requestBody)}`] : [];
      const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const answers = good.map(([status, response]) => `${status} ${contentOf(response)}`).join(', ');
      return `operation ${operationId}: ${method.toUpperCase()} ${address} (${[...takes, ...body].join(', ')}) -> ${answers}`;
    }),
  );
}

export function schemaLines(): string[] {
  return Object.entries(read().components.schemas)
    .map(([name, schema]) => {
      const { properties, required = [] } = schema;
      if (!properties) return `schema ${name}: ${nameOf(schema)}`;
      const fields = Object.entries(properties).map(([field, of]) => `${field}${required.includes(field) ? '' : '?'}: ${nameOf(of)}`);
      return `schema ${name} { ${fields.join('; ')} }`;
    })
    .sort();
}
