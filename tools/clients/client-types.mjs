/** Types of the operations of an API document. Those of the TypeScript client are not committed. */
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

const file = (name) => new URL(`../../${name}`, import.meta.url);

/** @param {import('openapi-typescript').OpenAPI3} document @param {string} source what it is of */
export async function typesOf(document, source) {
  return `/** Written by \`npm run docs\` from ${source}: change the service's schemas instead. */\n${astToString(await openapiTypes(document))}`;
}

/** Writes the types of the TypeScript client. */
export async function writeClientTypes() {
  const document = JSON.parse(readFileSync(file('docs/openapi.json'), 'utf8'));
  writeFileSync(file('clients/typescript/schema.d.ts'), await typesOf(document, 'docs/openapi.json'));
}
