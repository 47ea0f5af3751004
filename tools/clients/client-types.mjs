/** Types of the operations of an API document. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';

/** @param {import('openapi-typescript').OpenAPI3} document @param {string} source what it is of */
export async function typesOf(document, source) {
  return `/** Written by \`npm run docs\` from ${source}: change the service's schemas instead. */\n${astToString(await openapiTypes(document))}`;
}

/** The types of the TypeScript client, which tools/launch/generated.mjs writes. @param {string} root folder of package.json */
export async function clientTypes(root) {
  const source = 'docs/openapi.json';
  const document = JSON.parse(readFileSync(path.join(root, source), 'utf8'));
  // Where an operation answers in another format too, whoever asks for that format reads it as text.
  for (const { responses = {} } of Object.values(document.paths).flatMap((operations) => Object.values(operations)))
    for (const response of Object.values(responses)) {
      const json = response.content?.['application/json'];
      if (json) response.content = { 'application/json': json };
    }
  return typesOf(document, source);
}
