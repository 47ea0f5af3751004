/** Databases on the server that a whole test run shares. */
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { migrateDatabase } from '../../src/db/migrate.js';
import { stackAddresses } from './stack.js';

const TEMPLATE = 'test_template';

async function create(serverUrl: string, name: string, template?: string): Promise<string> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => undefined });
  try {
    await admin.unsafe(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`);
  } finally {
    await admin.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Makes the database with the schema that `createDatabase` copies. @returns its name */
export async function makeTemplate(serverUrl: string): Promise<string> {
  await migrateDatabase(await create(serverUrl, TEMPLATE));
  return TEMPLATE;
}

const newName = (): string => `test_${randomBytes(6).toString('hex')}`;

/** A database of one test file's own, without any tables, on the shared server. @returns its URL */
export function createEmptyDatabase(): Promise<string> {
  return create(stackAddresses().postgresUrl, newName());
}

/** The same with the schema: a copy, which takes a fraction of what the migrations take. */
export function createDatabase(): Promise<string> {
  const { postgresUrl, templateDatabase } = stackAddresses();
  return create(postgresUrl, newName(), templateDatabase);
}

/** A copy of a database to which nobody is connected, as a backup that is restored elsewhere. */
export function copyDatabase(url: string): Promise<string> {
  return create(stackAddresses().postgresUrl, newName(), new URL(url).pathname.slice(1));
}
