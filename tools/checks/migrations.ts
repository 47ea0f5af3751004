/**
 * Migrations run while the previous release is still in use (docs/development.md, "Change the schema"): they may neither lock a table for
 * long nor remove what that release uses. The rules read only the SQL files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Rule {
  readonly refuses: RegExp;
  readonly because: string;
}

const RULES: readonly Rule[] = [
  {
    refuses: /\bDROP\s+(?:TABLE|COLUMN|TYPE|SCHEMA)\b/i,
    because: 'drops what the release before may use: stop using it first, drop it one release later',
  },
  { refuses: /\bRENAME\b/i, because: 'renames what the release before uses: add the new one, fill it, drop the old one later' },
  {
    refuses: /\bSET\s+DATA\s+TYPE\b|\bALTER\s+(?:COLUMN\s+)?"?\w+"?\s+TYPE\b/i,
    because: 'changes a type, which rewrites the table: add a column',
  },
  {
    refuses: /\bSET\s+NOT\s+NULL\b/i,
    because: 'reads the whole table under its strongest lock: add a CHECK ... NOT VALID, validate it in a later file',
  },
  {
    refuses: /\bADD\s+COLUMN\b(?![^;]*\bDEFAULT\b)[^;]*\bNOT\s+NULL\b/i,
    because: 'adds a column that the release before does not fill: give it a DEFAULT',
  },
  {
    refuses: /\bADD\s+CONSTRAINT\b[^;]*\b(?:FOREIGN\s+KEY|CHECK)\b(?![^;]*\bNOT\s+VALID\b)/i,
    because: 'reads the whole table under its lock: add it NOT VALID, validate it in a later file',
  },
  {
    refuses: /\bADD\s+CONSTRAINT\b[^;]*\b(?:UNIQUE|PRIMARY\s+KEY)\b(?![^;]*\bUSING\s+INDEX\b)/i,
    because: "builds an index under the table's lock: build it CONCURRENTLY first, then ADD CONSTRAINT ... USING INDEX",
  },
  {
    refuses: /^\s*(?:UPDATE|DELETE|TRUNCATE)\b/i,
    because: 'changes rows of a table of any size in one transaction: let the service do it in parts',
  },
];
const CREATED = /\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/i;
const ABOUT = /\b(?:ALTER\s+TABLE|UPDATE|DELETE\s+FROM|TRUNCATE)\s+(?:ONLY\s+)?"?(\w+)"?/i;
const INDEX = /^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+(CONCURRENTLY\s+)?[^;]*?\bON\s+(?:ONLY\s+)?"?(\w+)"?/i;
const CONCURRENT = /^\s*(?:CREATE\s+(?:UNIQUE\s+)?|DROP\s+)INDEX\s+CONCURRENTLY\b/i;
/** Before a statement: why it may break the rules. */
const EXCUSED = /^\s*-- safe: \S/m;

/** @returns what is wrong with a migration, one sentence a statement */
export function migrationFindings(name: string, text: string): string[] {
  const statements = text
    .split('--> statement-breakpoint')
    .map((statement) => ({ isExcused: EXCUSED.test(statement), sql: statement.replace(/--[^\n]*/g, ' ').trim() }));
  // A table that the file itself creates is empty and not in use.
  const created = new Set(statements.flatMap(({ sql }) => CREATED.exec(sql)?.[1] ?? []));
  const isMixed = statements.some(({ sql }) => CONCURRENT.test(sql)) && statements.some(({ sql }) => sql !== '' && !CONCURRENT.test(sql));
  const findings = statements.flatMap(({ isExcused, sql }) => {
    if (isExcused || created.has(ABOUT.exec(sql)?.[1] ?? '')) return [];
    const [, concurrently, table] = INDEX.exec(sql) ?? [];
    if (table !== undefined && !concurrently && !created.has(table))
      return [`builds an index of ${table} under its lock: CREATE INDEX CONCURRENTLY`];
    return RULES.filter(({ refuses }) => refuses.test(sql)).map(({ because }) => because);
  });
  if (isMixed) findings.push('mixes statements CONCURRENTLY with others: they run outside of a transaction, in a file of their own');
  return findings.map((finding) => `${name} ${finding}`);
}

/** @param folder with the SQL files @returns what is wrong with them */
export function checkMigrations(folder = 'drizzle'): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files.sort().flatMap((name) => migrationFindings(join(folder, name), readFileSync(join(folder, name), 'utf8')));
}
