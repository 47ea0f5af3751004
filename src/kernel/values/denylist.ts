/**
 * Splits a name into words, so that "passport" is not "password", "sender" is not "send", and "resetPassword", "reset-password",
 * "RESET_PASSWORD", "resetpassword" and "%72eset" are all "reset". The words are data: `terms.json`, by language.
 */
import { normalise } from './normalise.js';
import { memoize } from './memoize.js';
import terms from './terms.json' with { type: 'json' };

/** Words of requests that change an account or send its holder a message. No review can admit them. */
const DENIED_TERMS: ReadonlySet<string> = new Set(terms.denied);

/** Such words at the start or end of a longer token that is not a word itself: "initiatereset", "getuserotp". */
const DENIED_STEM =
  /^(?:reset(?!tl)|resend|forgot|recover(?!ed$|able$)|notify|unsubscrib|otps?(?:code|verif|valid|auth|login|sms|email|phone|request|token|gen))|(?:(?<!p)reset|resend|forgot|recover|notify|otp)$/;

const pairsOf = (lefts: string, rights: string): Pair[] =>
  lefts.split(' ').flatMap((left) => rights.split(' ').map((right): Pair => [left, right]));
const bothOrders = (pairs: readonly Pair[]): Pair[] =>
  pairs.flatMap(([left, right]): Pair[] => [
    [left, right],
    [right, left],
  ]);
type Pair = readonly [string, string];

/** Words that, next to a means of contact, stand for a message or a call to the holder. */
const VERIFICATION_TERMS = 'verify verification verifications confirm confirmation confirmations activate activation request';
/** Neighbouring words that mean the same as a denied term, such as "verification-code". */
const DENIED_PAIRS: readonly Pair[] = [
  ...bothOrders([
    ...pairsOf(VERIFICATION_TERMS, 'email emails mail phone mobile sms code codes pin link'),
    ...pairsOf('login signin email phone', 'code'),
    ...pairsOf('login signin', 'link'),
    ...pairsOf('lost change', 'pass pw'),
  ]),
  // In the other order these are ordinary: "code security", "time one".
  ['security', 'code'],
  ['access', 'code'],
  ['one', 'time'],
  ['two', 'factor'],
  ['opt', 'out'],
];

/**
 * Words of contact and password reset forms that also occur in URLs of ordinary articles: no probe may contain them, but a
 * page that is only read may.
 */
const DENIED_QUERY_TERMS: ReadonlySet<string> = new Set(Object.values(terms.deniedInQueries).flat().map(stripAccents));

/** Words of login and registration endpoints: probing one needs a stated reason. */
const REVIEWED_TERMS: ReadonlySet<string> = new Set(terms.reviewed);
const REVIEWED_PAIRS: readonly Pair[] = [
  ['log', 'in'],
  ['log', 'on'],
  ['sign', 'in'],
  ['sign', 'up'],
  ['sign', 'on'],
];

const PASSWORD_TERMS: ReadonlySet<string> = new Set(Object.values(terms.password).flat());
const PASSWORD_PAIRS: readonly Pair[] = [
  ['de', 'passe'],
  ['pass', 'word'],
  ['pass', 'phrase'],
  ['pass', 'code'],
];
/** Short words that mean a secret as the name of a field, but not in a path (`/pin/` may be a picture). */
const SECRET_FIELD_TERMS: ReadonlySet<string> = new Set('pass pin pincode pw secret secrets mdp'.split(' '));

const SENSITIVE_TERMS: ReadonlySet<string> = new Set([...DENIED_TERMS, ...REVIEWED_TERMS, ...PASSWORD_TERMS, 'pincode']);
const SIGNIFICANT_TERMS: ReadonlySet<string> = new Set([...SENSITIVE_TERMS, 'pw', ...VERIFICATION_TERMS.split(' ')]);
/** With words that are joined to dangerous ones without a separator. */
const COMPOUND_PARTS: ReadonlySet<string> = new Set([...SIGNIFICANT_TERMS, ...terms.neutral]);
const MAX_COMPOUND_LENGTH = 48;

/** Parts of a token that consists of `COMPOUND_PARTS` only, at least one of them in `SIGNIFICANT_TERMS`; null for any other token. */
function splitCompound(token: string): string[] | null {
  if (token.length > MAX_COMPOUND_LENGTH || SIGNIFICANT_TERMS.has(token)) return null;
  // best[i]: a split of the first i letters, preferably one with a word of `SIGNIFICANT_TERMS`.
  const best: ({ parts: string[]; isSignificant: boolean } | undefined)[] = [{ parts: [], isSignificant: false }];
  for (let end = 1; end <= token.length; end++) {
    for (let start = 0; start < end; start++) {
      const before = best[start];
      const word = token.slice(start, end);
      if (before === undefined || !COMPOUND_PARTS.has(word)) continue;
      const isSignificant = before.isSignificant || SIGNIFICANT_TERMS.has(word);
      if (best[end] === undefined || (isSignificant && best[end]?.isSignificant === false)) {
        best[end] = { parts: [...before.parts, word], isSignificant };
      }
    }
  }
  const whole = best[token.length];
  return whole?.isSignificant === true ? whole.parts : null;
}

function stripAccents(text: string): string {
  return normalise(text.toLowerCase(), 'NFD').replace(/\p{M}/gu, '');
}

function decodePercent(text: string): string {
  if (/^[\x20-\x24\x26-\x7e]*$/.test(text)) return text;
  let current = normalise(text, 'NFKC');
  for (let round = 0; round < 3 && current.includes('%'); round++) {
    const next = current.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return ' ';
      }
    });
    if (next === current) break;
    current = normalise(next, 'NFKC');
  }
  return current;
}

/**
 * Lower-case words of a URL path, field name or constant: split at anything but letters, at camel-case humps and where
 * known words are joined. Percent-encoding is decoded and `{variables}` count as separators.
 */
export const splitWords = memoize((text): readonly string[] =>
  stripAccents(
    decodePercent(text.replace(/\{[a-z][a-z0-9_:]*\}/g, ' '))
      .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'),
  )
    .split(/[^\p{L}]+/u)
    .filter((token) => token !== '')
    .flatMap((token) => splitCompound(token) ?? [token]),
);

function firstMatch(words: readonly string[], single: ReadonlySet<string>, pairs: readonly Pair[]) {
  for (const [index, word] of words.entries()) {
    if (single.has(word)) return word;
    const next = words[index + 1];
    if (pairs.some(([left, right]) => left === word && right === next)) return `${word} ${next}`;
  }
  return null;
}

/** The word for which any request is refused (`reset`, `otp`, `send`, …), or null. */
export function deniedTerm(text: string): string | null {
  const words = splitWords(text);
  return firstMatch(words, DENIED_TERMS, DENIED_PAIRS) ?? words.find((word) => DENIED_STEM.test(word)) ?? null;
}

/** The word for which a probe is refused: one that is refused in any request, or one of contact and reset forms; or null. */
export const deniedQueryTerm = (text: string): string | null => deniedTerm(text) ?? firstMatch(splitWords(text), DENIED_QUERY_TERMS, []);

/** The word that needs a review with a reason (`login`, `session`, …), or null. */
export const reviewedTerm = (text: string): string | null => firstMatch(splitWords(text), REVIEWED_TERMS, REVIEWED_PAIRS);

/** The word for a password, at any position, or null. */
export const passwordTerm = (text: string): string | null => firstMatch(splitWords(text), PASSWORD_TERMS, PASSWORD_PAIRS);

/** The word by which a field's name means a password, PIN or secret, or null. */
export const secretFieldTerm = (name: string): string | null => passwordTerm(name) ?? firstMatch(splitWords(name), SECRET_FIELD_TERMS, []);
