/** Characters that show nothing and change what is shown around them: in terminals, logs and columns of text. */

/** Control characters (Unicode Cc), which the database may refuse, and lone surrogates (Cs), which it does, as ranges of a pattern. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f\ud800-\udfff`;

const CONTROL = new RegExp(`[${CONTROLS}]`, 'u');

export const hasControlCharacters = (text: string): boolean => CONTROL.test(text);

/** For a terminal: without what moves its cursor, sets its title or turns the direction of text around. */
export const forTerminal = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ');
