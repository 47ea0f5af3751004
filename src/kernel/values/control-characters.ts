/** Characters that show nothing and change what is shown around them: in terminals, logs and columns of text. */

/** Control characters (Unicode Cc), which the database may refuse, and lone surrogates (Cs), which it does, as ranges of a pattern. */
const CONTROLS = String.raw`\u0000-\u001f\u007f-\u009f\ud800-\udfff`;

/** Matches texts without any. It is in the document of the API: not every reader of its patterns knows categories of Unicode. */
export const WITHOUT_CONTROLS = new RegExp(`^[^${CONTROLS}]*$`, 'u');

export const hasControlCharacters = (text: string): boolean => !WITHOUT_CONTROLS.test(text);

/** For a terminal: without what moves its cursor, sets its title or turns the direction of text around. */
export const forTerminal = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ');
