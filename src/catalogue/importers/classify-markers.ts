/**
 * Classifies how much a text of a source's rule proves when a page contains it. Many were picked by machines: `style=` and
 * `404` distinguish a catalogue's two test pages, but not a bot challenge from either. Pure.
 */

export interface ClassifiedMarkers {
  /** Specific to the one account; counts by itself. */
  readonly strong: readonly string[];
  /** Plausible, but a block page or an outage could contain it too. */
  readonly weak: readonly string[];
}

/** Words for a person or their page, in the languages of the sources. */
const PERSON =
  /user|member|profile|account|author|player|channel|person|people|nickname|handle|blogger|artist|seller|freelancer|пользовател|участник|профил|автор|аккаунт|логин|игрок|користувач|użytkownik|uzytkownik|profil|kullanıcı|üye|utilisateur|membre|compte|usuario|usuário|perfil|utente|profilo|benutzer|mitglied|nutzer|mitspieler|gebruiker|lid |uživatel|účet|felhasznál|medlem|käyttäj|foydalanuvchi|用户|会员|作者|ユーザ|사용자|کاربر|thành viên/i;
/** Words for absence; without `\b`, which knows ASCII letters only. */
const MISSING_WORD =
  /(?<!\p{L})(?:not?|cannot|without|invalid|unknown|missing|unavailable|never|nobody|none|null|не|нет|немає|nie|brak|nicht|kein\p{L}*|pas|aucun\p{L}*|não|non|değil|yok|niet|geen|není|inte|ikke|ei)(?!\p{L})/iu;
/** The same as a part of a word, or in a script without spaces between words. */
const MISSING_PART =
  /n['’]t(?!\p{L})|notfound|not[-_]|delet|doesnt|404|отсутств|удал|introuvable|inexist|bulunam|nebyl|neexist|nenal|不存在|没有|未找到|見つかりません|存在しません|없습니다|یافت نشد|tồn tại/iu;
const MISSING = { test: (text: string): boolean => MISSING_WORD.test(text) || MISSING_PART.test(text) };
/** Texts for visitors who are not logged in; a login page is no evidence. */
const LOGIN =
  /\blogged[- ]in\b|\blog[- ]?in (?:to|first|required)|\bsign[- ]?in (?:to|first|required)|авторизован|войти на форум|войдите на сайт|гостям запрещено|accedere al forum|connecté pour|angemeldet sein|eingeloggt|zalogowa|להתחבר|ورود کنید|data-template="login"|^login$|авторизация/iu;
/** Fragments of markup that half of all pages have. */
const COMMON_MARKUP =
  /^[\s<>"'=/]*(?:og|twitter|fb):|^\s*(?:style|role|title|name|id|class|onload|onerror|poster|href|src|alt|type|content|lang|dir|rel)\s*=\s*["']?$|^[\s<]*(?:html|body|head|title|main|style|script|meta|table|tbody|pre)[\s>]*$|generator/i;
/** On every page of a MediaWiki. */
const OF_ANY_WIKI = /^(?:mw|ns)-/;
/** A member of a JSON document, with its value or the start of it. */
const JSON_MEMBER = /^[\s{[,]*\\?"[\w -]+\\?"\s*:/;
const ERROR_MEMBER = /^[\s{[,]*\\?"(?:error|errors|code|status|statuscode|message|msg|reason|success|result)\\?"\s*:/i;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Minimum length, in characters, of a text that counts as evidence of content. */
const MIN_SPECIFIC_LENGTH = 6;
/** Minimum length, in characters, of a fragment that few other pages have. */
const MIN_RARE_LENGTH = 8;

const withoutHandle = (text: string): string => text.replaceAll('{username}', '').trim();
const isWord = (text: string): boolean => /^[\s<>"'=/:.!?…]*[\p{L}\p{N}]+[\s<>"'=/:.!?…]*$/u.test(text);
const isTooShort = (text: string): boolean => withoutHandle(text).length < (CJK.test(text) ? 3 : 4);

/** Whether a text could be on any page, or only on one that hides the requested content. */
function isUnspecific(text: string): boolean {
  return isTooShort(text) || COMMON_MARKUP.test(text) || LOGIN.test(text);
}

/**
 * Classifies texts of the page of an account.
 * @param siteName the site's own name: a title with it is on every page of the site
 */
export function classifyPresenceMarkers(texts: readonly string[], siteName: string): ClassifiedMarkers {
  const useful = texts.filter((text) => !isUnspecific(text) && (JSON_MEMBER.test(text) || CJK.test(text) || !isWord(text)));
  const everywhere = siteName.length > 2 ? siteName.toLowerCase() : null;
  return split(useful, (text) => {
    if (OF_ANY_WIKI.test(text)) return false;
    if (JSON_MEMBER.test(text)) return withoutHandle(text).length >= MIN_SPECIFIC_LENGTH;
    return withoutHandle(text).length >= MIN_RARE_LENGTH && (everywhere === null || !text.toLowerCase().includes(everywhere));
  });
}

/** Classifies texts of the page that is shown where there is no account. */
export function classifyAbsenceMarkers(texts: readonly string[]): ClassifiedMarkers {
  const useful = texts.filter((text) => (!isUnspecific(text) && !isWord(text)) || (MISSING.test(text) && withoutHandle(text).length > 3));
  return split(useful, (text) => {
    if (LOGIN.test(text) || withoutHandle(text).length < MIN_SPECIFIC_LENGTH) return false;
    if (PERSON.test(text) && MISSING.test(text)) return true;
    return JSON_MEMBER.test(text) && !ERROR_MEMBER.test(text);
  });
}

function split(texts: readonly string[], isStrong: (text: string) => boolean): ClassifiedMarkers {
  return { strong: texts.filter(isStrong), weak: texts.filter((text) => !isStrong(text)) };
}
