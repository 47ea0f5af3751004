import path from 'node:path';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';

/** Pinned: a newer one may find more, and then a run says so on the day we take it, not on any other. */
export const SCHEMATHESIS_VERSION = '4.32.5';

/**
 * Schemathesis in a virtual environment of its own, made at its first use and kept for every checkout of this user.
 *
 * @returns the environment's Python
 * @throws Error that says what to install, when Python or its packages cannot be had
 */
export async function schemathesisPython(): Promise<string> {
  const name = `schemathesis-${SCHEMATHESIS_VERSION}`;
  return path.join(await pythonEnvironment({ name, packages: [`schemathesis==${SCHEMATHESIS_VERSION}`] }), 'python');
}

interface Schema {
  readonly $ref?: string;
  properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** What is read of an OpenAPI document. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: Schema }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The document as the service takes bodies: what may be left out may be null too, as generated clients send it. */
export function withNulls(document: OpenApi): OpenApi {
  const loosened = structuredClone(document);
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    const { $ref, properties, required } = part as Schema;
    if ($ref !== undefined) visit(loosened.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]);
    Object.values(part).forEach(visit);
    for (const name of Object.keys(properties ?? {}).filter((each) => !required?.includes(each))) {
      (properties as Record<string, Schema>)[name] = { anyOf: [properties?.[name], { type: 'null' }] };
    }
  };
  for (const operation of Object.values(loosened.paths).flatMap((item) => Object.values(item))) visit(operation.requestBody);
  return loosened;
}
