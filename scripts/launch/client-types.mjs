/** Writes the types of the TypeScript client from docs/openapi.json, where their generator is installed. They are not committed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export async function writeClientTypes() {
  const document = path.join(root, 'docs/openapi.json');
  if (!existsSync(path.join(root, 'node_modules/openapi-typescript')) || !existsSync(document)) return;
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const types = astToString(await openapiTypes(JSON.parse(readFileSync(document, 'utf8'))));
  writeFileSync(
    path.join(root, 'clients/typescript/schema.d.ts'),
    `/** From docs/openapi.json: change the service's schemas instead. */\n${types}`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeClientTypes();
