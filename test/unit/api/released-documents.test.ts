/** What clients of a released version rely on is still there: its paths, its operations, and the fields that its responses always have. */
import { expect, it } from 'vitest';
import { describeApi } from '../../../src/api/openapi/document.js';
import { apiRoutes } from '../../../src/api/routes.js';
import { releases } from '../../support/release-files.js';

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const present = describeApi(apiRoutes) as unknown as Document;

const resolved = ({ components }: Document, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

/** The fields that a schema always has, as paths, also those in its parts. Alternatives by their index. */
function requiredFields(document: Document, schema: Schema | undefined, path = '', seen: readonly Schema[] = []): string[] {
  if (!schema) return [];
  const { required = [], properties = {}, items, anyOf = [], oneOf = [] } = resolved(document, schema);
  const known = resolved(document, schema);
  if (seen.includes(known)) return [];
  const below = (part: Schema | undefined, name: string) => requiredFields(document, part, `${path}${name}`, [...seen, known]);
  return [
    ...required.map((name) => `${path}.${name}`),
    ...Object.entries(properties).flatMap(([name, part]) => below(part, `.${name}`)),
    ...below(items, '[]'),
    ...[...anyOf, ...oneOf].flatMap((part, index) => below(part, `|${index}`)),
  ];
}

/** What was removed on purpose, as CHANGELOG.md says. */
const REMOVED = ['post /v2/lookup/batch'];

/** Of every operation, and of every field that its good responses always have, a line. */
const promises = (document: Document): string[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses = {} }]) => [
      `${method} ${path}`,
      ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
        status.startsWith('2')
          ? Object.entries(content).flatMap(([type, { schema }]) =>
              requiredFields(document, schema, `${method} ${path} ${status} ${type} `),
            )
          : [],
      ),
    ]),
  );

it.each(releases())('nothing that the document of $version promises is gone', ({ openapi }) => {
  const recorded = promises(openapi() as Document);
  expect(recorded.length).toBeGreaterThan(300);
  const kept = new Set(promises(present));
  expect(
    recorded.filter((each) => !kept.has(each) && !REMOVED.some((removed) => each === removed || each.startsWith(`${removed} `))),
  ).toEqual([]);
});
