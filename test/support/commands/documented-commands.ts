/** Commands that a document shows, as a reader would paste them. */

export interface DocumentedCommand {
  /** The document and the line on which the command begins, e.g. `README.md:17`. */
  readonly at: string;
  /** Without comments; continued lines as they stand. */
  readonly text: string;
}

const SHELL_BLOCK = /^```(?:sh|bash|shell|console)\n([\s\S]*?)^```/gm;

/**
 * The commands in the fenced shell blocks of a Markdown document, in their order. Commands joined by `&&` are several.
 *
 * @param name how findings call the document
 */
export function documentedCommands(name: string, markdown: string): DocumentedCommand[] {
  return [...markdown.matchAll(SHELL_BLOCK)].flatMap((block) => {
    const before = markdown.slice(0, block.index).split('\n').length;
    return splitCommands(block[1] ?? '').map(({ line, text }) => ({ at: `${name}:${before + line}`, text }));
  });
}

/** Splits at ends of lines and at `&&`, unless they are quoted or escaped, and leaves comments out. Lines count from 1. */
function splitCommands(script: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let text = '';
  let line = 1;
  let begun = 1;
  let quote = '';
  const end = () => {
    if (text.trim()) found.push({ line: begun, text: text.trim() });
    text = '';
  };
  for (let index = 0; index < script.length; index += 1) {
    const char = script.charAt(index);
    if (char === '\n') line += 1;
    if (!quote && char === '#' && /^$|\s$/.test(text)) {
      index = script.indexOf('\n', index) - 1;
    } else if (!quote && (char === '\n' || script.startsWith('&&', index))) {
      end();
      if (char === '&') index += 1;
    } else {
      if (!text.trim()) begun = line;
      if (char === '\\' && quote !== "'") {
        index += 1;
        if (script.charAt(index) === '\n') line += 1;
        text += char + script.charAt(index);
        continue;
      }
      if (char === quote) quote = '';
      else if (!quote && (char === '"' || char === "'")) quote = char;
      text += char;
    }
  }
  end();
  return found;
}
