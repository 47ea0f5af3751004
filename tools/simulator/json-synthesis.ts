/** Makes a JSON document that satisfies the assertions of a rule's side, as a template. */
import { holds } from '../../src/engine/evaluation/json-assertion.js';
import type { JsonAssertion } from '../../src/engine/catalogue/rules/probe-rule.js';
import { escapeJson } from '../../src/kernel/values/escape.js';
import type { Json } from '../../src/kernel/values/json.js';
import { renderTemplate, type Variables } from '../../src/engine/evaluation/template.js';
import { textsMatching } from './regexp-samples.js';

/** A node while the document is built: a value, or a container defined by its members. */
type Node = { value: Json } | { members: Map<string, Node>; isArray: boolean };

/**
 * @param echo the variable that stands for the whole identity, in braces
 * @param variables of a sample identity, to test candidates with
 * @returns undefined when the assertions contradict each other or no candidate satisfies them
 */
export function synthesiseJson(assertions: readonly JsonAssertion[], echo: string, variables: Variables): Json | undefined {
  const byPointer = new Map<string, JsonAssertion[]>();
  for (const assertion of assertions) {
    if (assertion.is === 'missing') continue;
    byPointer.set(assertion.pointer, [...(byPointer.get(assertion.pointer) ?? []), assertion]);
  }
  const root: Node = { members: new Map(), isArray: false };
  const pointers = [...byPointer.keys()].sort((a, b) => a.length - b.length);
  for (const pointer of pointers) {
    const isInner = pointers.some((other) => other.startsWith(`${pointer}/`));
    const wanted = byPointer.get(pointer) as JsonAssertion[];
    const value = isInner ? containerFor(wanted) : candidates(wanted, echo).find((each) => satisfies(each, wanted, variables));
    if (value === undefined) return undefined;
    if (pointer === '') {
      if (!isInner) return value;
      root.isArray = Array.isArray(value);
    } else insert(root, pointer, value, isInner);
  }
  return toJson(root);
}

/** The empty container for a pointer that has members; they are added later. */
function containerFor(wanted: readonly JsonAssertion[]): Json | undefined {
  const shapes = wanted.map((assertion) => assertion.is);
  if (shapes.some((shape) => shape !== undefined && !['present', 'object', 'array', 'nonEmpty'].includes(shape))) return undefined;
  return shapes.includes('array') ? [] : {};
}

function insert(root: Node, pointer: string, value: Json, isInner: boolean): void {
  const names = pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop() as string;
  let node = root;
  for (const name of names) {
    if (!('members' in node)) return;
    let next = node.members.get(name);
    if (next === undefined) {
      next = { members: new Map(), isArray: false };
      node.members.set(name, next);
    }
    node = next;
  }
  if ('members' in node) node.members.set(last, isInner ? { members: new Map(), isArray: Array.isArray(value) } : { value });
}

function toJson(node: Node): Json {
  if ('value' in node) return node.value;
  const names = [...node.members.keys()];
  const indexed = names.length > 0 && names.every((name) => /^(0|[1-9]\d?)$/.test(name));
  if (!indexed && !node.isArray) return Object.fromEntries([...node.members].map(([name, member]) => [name, toJson(member)]));
  const items: Json[] = [];
  for (const [name, member] of node.members) items[Number(name)] = toJson(member);
  return Array.from(items, (item) => item ?? null);
}

function candidates(wanted: readonly JsonAssertion[], echo: string): Json[] {
  const exact = wanted.flatMap((assertion) => (assertion.equals === undefined ? [] : [assertion.equals]));
  const matching = wanted.flatMap((assertion) => (assertion.matches === undefined ? [] : textsMatching(assertion.matches)));
  return [...exact, ...matching, echo, true, false, null, 'text', 1, [], {}, [{ id: 1 }], { id: 1 }, ''];
}

function satisfies(candidate: Json, wanted: readonly JsonAssertion[], variables: Variables): boolean {
  const value = fillJson(candidate, variables);
  return wanted.every((assertion) => holds(assertion, { found: true, value }, variables));
}

function fillJson(template: Json, variables: Variables): unknown {
  return JSON.parse(renderTemplate(JSON.stringify(template), variables, escapeJson));
}
