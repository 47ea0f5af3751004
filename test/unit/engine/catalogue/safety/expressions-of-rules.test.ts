/** Every member of a rule that is a regular expression, found from the schema: one that could run for ever never reaches a probe. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readEntries } from '../../../../../src/engine/catalogue/read-entries.js';
import type { Json } from '../../../../../src/kernel/values/json.js';
import { CATALOGUE_ROOT } from '../../../../support/simulated.js';

type Schema = Readonly<Record<string, unknown>>;
type Members = Record<string, Json>;

const read = (file: string) => JSON.parse(readFileSync(`${CATALOGUE_ROOT}/${file}`, 'utf8')) as Members;
const SCHEMA = read('platform.schema.json') as Schema;
const SLOW = '(?:a+)+';
const source = 'https://help.example.com/names';

/** A rule's member that holds a slow expression, by its place in the schema. */
const SLOW_MEMBERS: Readonly<Record<string, Members>> = {
  '/pattern': { pattern: `^${SLOW}$` },
  '/registered/json/[]/matches': { registered: { status: [200], json: [{ pointer: '/a', matches: SLOW }] } },
  '/absent/json/[]/matches': { absent: { status: [404], json: [{ pointer: '/a', matches: SLOW }] } },
  '/linkedAccounts/[]/text': { linkedAccounts: [{ text: `href="(${SLOW})"` }] },
  '/reservedNames/pattern': { reservedNames: { pattern: SLOW, source } },
  '/prelude/captures/*/text': {
    prelude: { url: 'https://gitee.com/', ttlSeconds: 60, captures: { a: { text: `a="(${SLOW})"` } } },
    request: { method: 'GET', url: 'https://gitee.com/api/v5/users/{username}', headers: { 'x-csrf-token': '{prelude:a}' } },
  },
  '/profile/handle/matches': { profile: { handle: { pointer: '/login', is: 'identity', matches: SLOW } } },
  '/profile/state/*/matches': {
    profile: { handle: { pointer: '/login', is: 'identity' }, state: { suspended: { pointer: '/state', matches: SLOW } } },
  },
};

/** @param within definitions that it stands in: some hold themselves */
function expressionsIn(schema: Schema, path = '', within: readonly string[] = []): string[] {
  const name = /^#\/\$defs\/(.*)$/.exec(String(schema['$ref']))?.[1];
  const definition = (SCHEMA['$defs'] as Record<string, Schema>)[name ?? ''] ?? {};
  const steps: [unknown, string][] = [
    ...Object.entries((schema['properties'] ?? {}) as Schema).map(([member, value]): [unknown, string] => [value, `/${member}`]),
    ...(['anyOf', 'oneOf', 'allOf'] as const).flatMap((kind) =>
      ((schema[kind] ?? []) as Schema[]).map((choice): [unknown, string] => [choice, '']),
    ),
    ...[[schema['additionalProperties'], '/*'] as [unknown, string], [schema['items'], '/[]'] as [unknown, string]],
  ];
  const isExpression = /regular expression/.test(String(schema['description'])) || schema['pattern'] === String.raw`^\^.*\$$`;
  return [
    ...(isExpression ? [path] : []),
    ...(name === undefined || within.includes(name) ? [] : expressionsIn(definition, path, [...within, name])),
    ...steps.flatMap(([next, step]) =>
      typeof next === 'object' && next !== null ? expressionsIn(next as Schema, path + step, within) : [],
    ),
  ];
}

it('the schema has these members', () => {
  expect([...new Set(expressionsIn(SCHEMA))].toSorted()).toEqual(
    Object.keys(SLOW_MEMBERS)
      .map((path) => `/probes/*${path}`)
      .toSorted(),
  );
});

it.each(Object.entries(SLOW_MEMBERS))('a slow one at %s is refused', (_, member) => {
  const json = read('curated/gitee.json') as { probes: { username: Members } };
  Object.assign(json.probes.username, member);
  const { entries, refused } = readEntries({ kind: 'operator', file: 'one.json', content: { json } });
  expect(entries).toEqual([]);
  expect(refused[0]?.reason).toMatch(/could run for ever/);
});
