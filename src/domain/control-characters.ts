/** Characters that show nothing and change what is shown around them: in terminals, logs and columns of text. */

/**
 * Matches texts without control characters (Unicode Cc), which the database may refuse, and lone surrogates (Cs), which it does. Written as
 * ranges, since it is in the document of the API, and not every reader of its patterns knows categories.
 */
export const WITHOUT_CONTROLS = new RegExp('^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$', 'u');

export const hasControlCharacters = (text: string): boolean => !WITHOUT_CONTROLS.test(text);

/** For a terminal: without what moves its cursor, sets its title or turns the direction of text around. */
export const forTerminal = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ');
