/** Validates the evidence of a rule's two sides: each must be more than a status, and no response may match both. Pure. */
import { echoesIdentity, hasContentEvidence } from '../../evaluation/evidence-match.js';
import type { Evidence, JsonAssertion, JsonShape, ProbeRequest } from '../rules/probe-rule.js';
import { isJsonPointer } from '../../evaluation/json-assertion.js';
import type { Json } from '../../../kernel/values/json.js';
import { REDIRECT_STATUSES } from '../../evaluation/root-redirect.js';
import { variablesIn } from '../../evaluation/template.js';
import { blockPageByStatus } from '../../evaluation/block-pages.js';
import { regexFault } from '../safety/regex-safety.js';

/** Shapes that any JSON document may have, so that they prove nothing as the shape of the whole document. */
const ANY_DOCUMENT: ReadonlySet<JsonShape | undefined> = new Set<JsonShape>([
  'present',
  'object',
  'missing',
  'nonEmpty',
  'string',
  'number',
]);
const BODY_FIELDS = ['json', 'contains', 'containsAny', 'lacks', 'bodyEquals'] as const;

/** Why a requirement on a JSON response cannot be checked, or not cheaply; null when it can. @param name of what it belongs to */
export function assertionFault(name: string, { pointer, matches }: JsonAssertion): string | null {
  const source = matches?.replace(/\{[a-z][a-z0-9_:]*\}/g, 'x');
  const fault = source === undefined ? null : regexFault(source, 'iu');
  if (fault !== null) return `\`${name}\` ${pointer}: ${matches} ${fault}`;
  return isJsonPointer(pointer) ? null : `\`${name}\`: ${pointer} is not a JSON Pointer`;
}

/** Why one side proves nothing, in one sentence; null when it has evidence of its own. */
export function evidenceFault(name: 'registered' | 'absent', side: Evidence, request: ProbeRequest): string | null {
  if (side.redirectToRoot !== undefined) return redirectFault(name, side, request);
  if (side.weakEvidence === true) {
    const fault = weakEvidenceFault(name, side);
    if (fault !== null) return fault;
  } else if (isOnlyStatus(side)) return `\`${name}\` rests on a status alone: a wall or an outage has one too`;
  for (const assertion of side.json ?? []) {
    const fault = assertionFault(name, assertion);
    if (fault !== null) return fault;
  }
  if (request.method === 'HEAD') {
    const unread = BODY_FIELDS.find((field) => side[field] !== undefined);
    if (unread !== undefined) return `\`${name}\` reads the body (${unread}), but HEAD answers have none`;
  }
  if (side.location !== undefined) {
    if (request.followRedirects === true) return `\`${name}\` looks at \`location\`, but the rule follows redirects`;
    const odd = side.status.find((status) => status < 300 || status > 399);
    if (odd !== undefined) return `\`${name}\` looks at \`location\`, which status ${odd} does not have`;
  }
  const { json, contentType } = side;
  if (json !== undefined && contentType !== undefined && !['json', 'text', 'html'].includes(contentType)) {
    return `\`${name}\` reads JSON in an answer of type ${contentType}`;
  }
  return null;
}

/** Why a side cannot be a redirect to the site's root; null when it can. */
function redirectFault(name: 'registered' | 'absent', { status, redirectToRoot, ...more }: Evidence, request: ProbeRequest): string | null {
  if (name === 'registered' || redirectToRoot !== true) return `\`${name}\`: \`redirectToRoot\` is for \`absent\`, and true`;
  if (request.method === 'POST') return '`absent` is a redirect to the root, which a POST may get for its own reasons';
  const odd = status.find((each) => !REDIRECT_STATUSES.includes(each));
  if (odd !== undefined) return `\`absent\` is a redirect to the root, which status ${odd} is not`;
  const field = Object.entries(more).find(([, value]) => value !== undefined)?.[0];
  return field === undefined ? null : `\`absent\` is a redirect to the root and has no other evidence (${field})`;
}

/** Why a side is insufficient even as weak evidence, which counts only beside a valid control; null when it is sufficient. */
function weakEvidenceFault(name: 'registered' | 'absent', side: Evidence): string | null {
  if (name === 'registered') {
    if (side.status.some((status) => status < 200 || status > 299))
      return '`registered` rests on the control with a status other than success';
    return echoesIdentity(side) ? null : '`registered` rests on the control, but does not name the identity';
  }
  const wall = side.status.find((status) => blockPageByStatus(status) !== null);
  if (wall !== undefined) return `\`absent\` rests on the control with status ${wall}, which block pages have`;
  const condition = side.contains ?? side.containsAny ?? side.location ?? side.bodyEquals ?? side.json;
  const bare = side.status.find((status) => status < 400);
  return condition === undefined && bare !== undefined ? `\`absent\` rests on status ${bare} alone, which most pages have` : null;
}

function isOnlyStatus(side: Evidence): boolean {
  if (!hasContentEvidence(side)) return true;
  const { json = [], contains, containsAny, bodyEquals = '', location, headers = {} } = side;
  if (bodyEquals !== '' || location !== undefined) return false;
  // An image type is evidence by itself; a type of HTML, text or JSON is not.
  const isSpecific = Object.entries(headers).some(([name, value]) => name.toLowerCase() !== 'content-type' || /^image\//i.test(value));
  if (isSpecific || hasContentEvidence({ status: side.status, contains, containsAny })) return false;
  return json.every(({ pointer, is, equals, matches }) => {
    if (equals !== undefined || matches !== undefined) return false;
    return (
      is === 'missing' || (pointer === '' && ANY_DOCUMENT.has(is) && !json.some((other) => other.pointer === '' && other.is === 'array'))
    );
  });
}

/** Why the two sides cannot distinguish responses, in one sentence; null when each has something the other lacks. */
export function overlapFault(registered: Evidence, absent: Evidence): string | null {
  if (absent.redirectToRoot === true) return null; // evaluated only where `registered` does not hold
  const shared = registered.status.find((status) => absent.status.includes(status));
  if (shared === undefined) return null;
  const [narrow, wide] = implies(registered, absent) ? ['registered', 'absent'] : ['absent', 'registered'];
  if (narrow === 'absent' && !implies(absent, registered)) return null;
  return `with status ${shared}, whatever meets \`${narrow}\` meets \`${wide}\` too`;
}

const lowerCase = (text: string): string => text.toLowerCase();

/** Whether a response that matches all of `one` (its status aside) always matches `other`. */
function implies(one: Evidence, other: Evidence): boolean {
  const kindOf = (side: Evidence) => side.contentType ?? (side.json === undefined ? undefined : 'json');
  const seen = [...(one.contains ?? []), one.bodyEquals ?? ''];
  const any = one.containsAny ?? [];
  return (
    (kindOf(other) === undefined || kindOf(other) === kindOf(one)) &&
    (other.json ?? []).every((wanted) => (one.json ?? []).some((given) => assertionImplies(given, wanted))) &&
    (other.contains ?? []).every((text) => seen.some((given) => given.includes(text))) &&
    (other.containsAny === undefined ||
      other.containsAny.some((text) => seen.some((given) => given.includes(text))) ||
      (any.length > 0 && any.every((given) => other.containsAny?.some((text) => given.includes(text))))) &&
    (other.lacks ?? []).every((text) => one.lacks?.some((given) => text.includes(given)) === true) &&
    (other.bodyEquals === undefined || other.bodyEquals === one.bodyEquals) &&
    (other.location === undefined || (one.location !== undefined && lowerCase(one.location).startsWith(lowerCase(other.location)))) &&
    Object.entries(other.headers ?? {}).every(([name, text]) =>
      Object.entries(one.headers ?? {}).some(
        ([given, value]) => lowerCase(given) === lowerCase(name) && lowerCase(value).includes(lowerCase(text)),
      ),
    )
  );
}

function assertionImplies(given: JsonAssertion, wanted: JsonAssertion): boolean {
  if (given.pointer !== wanted.pointer) {
    // A nested value exists only when the value around it exists.
    const within = given.pointer.startsWith(`${wanted.pointer}/`) && given.is !== 'missing';
    return within && wanted.equals === undefined && wanted.matches === undefined && ['present', 'nonEmpty'].includes(wanted.is ?? '');
  }
  const text = JSON.stringify(wanted.equals);
  return (
    (wanted.is === undefined || shapesOf(given).has(wanted.is)) &&
    (wanted.equals === undefined || JSON.stringify(given.equals) === text || given.is === text) &&
    (wanted.matches === undefined || wanted.matches === given.matches || isMatch(given.equals, wanted.matches))
  );
}

function isMatch(value: Json | undefined, pattern: string): boolean {
  const filled = typeof value !== 'string' || [value, pattern].some((text) => variablesIn(text).length > 0);
  return !filled && regexFault(pattern, 'iu') === null && new RegExp(pattern, 'iu').test(value);
}

/** The shapes that a value certainly has when it satisfies the assertion. */
function shapesOf({ is, equals, matches }: JsonAssertion): ReadonlySet<JsonShape> {
  const shapes = new Set<JsonShape>(is === undefined ? [] : [is]);
  if (matches !== undefined || is === 'identity') shapes.add('string');
  if (is === 'identity') shapes.add('nonEmpty');
  if (equals !== undefined) {
    if (equals === null || typeof equals === 'boolean') shapes.add(String(equals) as 'null' | 'true' | 'false');
    else shapes.add(Array.isArray(equals) ? 'array' : (typeof equals as 'string' | 'number' | 'object'));
    const size =
      typeof equals === 'object' && equals !== null ? Object.keys(equals).length : typeof equals === 'string' ? equals.length : -1;
    if (size >= 0) shapes.add(size === 0 ? 'empty' : 'nonEmpty');
  }
  if (is !== 'missing') shapes.add('present');
  return shapes;
}
