/**
 * Splits a name into words, so that `passport` is not `password`, `sender` is not `send`, and `resetPassword`,
 * `reset-password`, `RESET_PASSWORD`, `resetpassword` and `%72eset` are all `reset`.
 */

import { remembered } from './remembered.js';

/** Words of requests that change an account or send its holder a message. No review can admit them. */
const NEVER: ReadonlySet<string> = new Set(
  [
    'reset resets resetting forgot forgotten forget recover recovers recovery recovering otp otps totp hotp magic',
    'send sends sending resend resends resending remind reminds reminder reminders invite invites invitation invitations',
    'notify notifies notification notifications sms passwordless delete deletes deletion destroy erase deactivate',
    'unsubscribe unsubscribes subscribe subscribes subscription subscriptions newsletter mutation',
  ].flatMap((line) => line.split(' ')),
);

/** Such words at the start or end of a longer token that is not a word itself: `initiatereset`, `resendactivation`, `getuserotp`. */
const NEVER_STEM =
  /^(?:reset(?!tl)|resend|forgot|recover(?!ed$|able$)|notify|unsubscrib|otps?(?:code|verif|valid|auth|login|sms|email|phone|request|token|gen))|(?:(?<!p)reset|resend|forgot|recover|notify|otp)$/;

const pairsOf = (lefts: string, rights: string): Pair[] =>
  lefts.split(' ').flatMap((left) => rights.split(' ').map((right): Pair => [left, right]));
const bothWays = (pairs: readonly Pair[]): Pair[] =>
  pairs.flatMap(([left, right]): Pair[] => [
    [left, right],
    [right, left],
  ]);
type Pair = readonly [string, string];

/** Words that, next to a means of contact, stand for a message or a call to the holder. */
const PROVING = 'verify verification verifications confirm confirmation confirmations activate activation request';
/** Neighbouring words with the same meaning as `NEVER`, such as `verification-code` or `one_time_code`. */
const NEVER_TOGETHER: readonly Pair[] = [
  ...bothWays([
    ...pairsOf(PROVING, 'email emails mail phone mobile sms code codes pin link'),
    ...pairsOf('login signin email phone', 'code'),
    ...pairsOf('login signin', 'link'),
    ...pairsOf('lost change', 'pass pw'),
  ]),
  // In the other order these are ordinary: "code security", "time one".
  ['security', 'code'],
  ['access', 'code'],
  ['one', 'time'],
  ['two', 'factor'],
];

/**
 * Words of contact and password reset forms that also occur in URLs of ordinary articles: no probe may contain them, but a
 * page that is only read may.
 */
const NEVER_ASKED: ReadonlySet<string> = new Set(
  [
    'contact contacts message messages messaging poke pokes nudge',
    'recuperar recupera recuperacion recuperacao recuperer recuperation reenviar enviar envia olvide olvidado olvidaste olvidada',
    'esqueci esqueceu esqueceram restablecer redefinir oublie oublier oubliee renvoyer envoyer reinitialiser reinitialisation',
    'vergessen zurucksetzen zuruecksetzen senden erneut dimenticata dimenticato ripristina reimposta invia vergeten herstellen',
    'zapomnialem przypomnij odzyskaj resetuj unuttum sifirla vosstanovlenie vosstanovit napomnit otpravit',
    'восстановление восстановить забыли сброс отправить напомнить',
  ]
    .flatMap((line) => line.split(' '))
    .map(unmarked),
);

/** Words of login and registration endpoints: probing one needs a stated reason. */
const REVIEWED: ReadonlySet<string> = new Set(
  [
    'login logins logon signin signup register registers registration registrations session sessions token tokens',
    'auth oauth authenticate authentication',
  ].flatMap((line) => line.split(' ')),
);
const REVIEWED_TOGETHER: readonly Pair[] = [
  ['log', 'in'],
  ['log', 'on'],
  ['sign', 'in'],
  ['sign', 'up'],
  ['sign', 'on'],
];

/** Words for a password, in the languages of sites. */
const PASSWORD: ReadonlySet<string> = new Set(
  'password passwords passwd pwd passphrase passcode passwort kennwort motdepasse senha contrasena wachtwoord parola haslo sifre parol'.split(
    ' ',
  ),
);
const PASSWORD_TOGETHER: readonly Pair[] = [
  ['de', 'passe'],
  ['pass', 'word'],
  ['pass', 'phrase'],
  ['pass', 'code'],
];
/** Short words that mean a secret as the name of a field, but not in a path (`/pin/` may be a picture). */
const SECRET_FIELD: ReadonlySet<string> = new Set('pass pin pincode pw secret secrets mdp'.split(' '));

/** Words that are joined to dangerous ones without a separator. */
const COMPANIONS: readonly string[] = [
  ...'account accounts user users username member customer email emails mail phone mobile number code codes link links'.split(' '),
  ...'my your new old by to via with for and request do get check validate is has exists api form page start confirm'.split(' '),
  ...'confirmation verify verification verified id name web app ajax step message text now again repeat create current'.split(' '),
  ...'sign log in up on me url hash generate change lost pin activate activation initiate init trigger'.split(' '),
];
const DANGEROUS: ReadonlySet<string> = new Set([...NEVER, ...REVIEWED, ...PASSWORD, 'pincode']);
const TELLING: ReadonlySet<string> = new Set([...DANGEROUS, 'pw', ...PROVING.split(' ')]);
const GLUED: ReadonlySet<string> = new Set([...TELLING, ...COMPANIONS]);
const LONGEST_COMPOUND = 48;

/** Parts of a token that consists of words of `GLUED` only, at least one of them in `TELLING`; null for any other token. */
function unglue(token: string): string[] | null {
  if (token.length > LONGEST_COMPOUND || TELLING.has(token)) return null;
  // best[i]: a split of the first i letters, preferably one with a word of `TELLING`.
  const best: ({ parts: string[]; tells: boolean } | undefined)[] = [{ parts: [], tells: false }];
  for (let end = 1; end <= token.length; end++) {
    for (let start = 0; start < end; start++) {
      const before = best[start];
      const word = token.slice(start, end);
      if (before === undefined || !GLUED.has(word)) continue;
      const tells = before.tells || TELLING.has(word);
      if (best[end] === undefined || (tells && best[end]?.tells === false)) {
        best[end] = { parts: [...before.parts, word], tells };
      }
    }
  }
  const whole = best[token.length];
  return whole?.tells === true ? whole.parts : null;
}

/** Lower case without accents. */
function unmarked(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

function decoded(text: string): string {
  if (/^[\x20-\x24\x26-\x7e]*$/.test(text)) return text;
  let current = text.normalize('NFKC');
  for (let round = 0; round < 3 && current.includes('%'); round++) {
    const next = current.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return ' ';
      }
    });
    if (next === current) break;
    current = next.normalize('NFKC');
  }
  return current;
}

/**
 * Lower-case words of a URL path, field name or constant: split at anything but letters, at camel-case humps and where
 * known words are joined. Percent-encoding is decoded and `{variables}` count as separators.
 */
export const wordsOf = remembered((text): readonly string[] =>
  unmarked(
    decoded(text.replace(/\{[a-z][a-z0-9_:]*\}/g, ' '))
      .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2'),
  )
    .split(/[^\p{L}]+/u)
    .filter((token) => token !== '')
    .flatMap((token) => unglue(token) ?? [token]),
);

function firstOf(words: readonly string[], single: ReadonlySet<string>, pairs: readonly Pair[]) {
  for (const [index, word] of words.entries()) {
    if (single.has(word)) return word;
    const next = words[index + 1];
    if (pairs.some(([left, right]) => left === word && right === next)) return `${word} ${next}`;
  }
  return null;
}

/** The word for which any request is refused (`reset`, `otp`, `send`, …), or null. */
export function neverWord(text: string): string | null {
  const words = wordsOf(text);
  return firstOf(words, NEVER, NEVER_TOGETHER) ?? words.find((word) => NEVER_STEM.test(word)) ?? null;
}

/** The word for which a probe is refused: one that is refused in any request, or one of contact and reset forms; or null. */
export const neverAskedWord = (text: string): string | null => neverWord(text) ?? firstOf(wordsOf(text), NEVER_ASKED, []);

/** The word that needs a review with a reason (`login`, `session`, …), or null. */
export const reviewedWord = (text: string): string | null => firstOf(wordsOf(text), REVIEWED, REVIEWED_TOGETHER);

/** The word for a password, at any position, or null. */
export const passwordWord = (text: string): string | null => firstOf(wordsOf(text), PASSWORD, PASSWORD_TOGETHER);

/** The word by which a field's name means a password, PIN or secret, or null. */
export const secretFieldWord = (name: string): string | null => passwordWord(name) ?? firstOf(wordsOf(name), SECRET_FIELD, []);
