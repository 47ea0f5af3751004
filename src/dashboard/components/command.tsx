import { CopyButton } from './copy-button.js';

/** A command for a shell, to be copied. */
export function Command({ text }: { readonly text: string }) {
  return (
    <div className="command">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} label="Copy the command" />
    </div>
  );
}
