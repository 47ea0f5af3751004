import { CopyButton } from './copy-button.js';

/** A command for a shell, to be copied. */
export function Command({ text }: { readonly text: string }) {
  return (
    <div className="command">
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} label="Copy the command" />
    </div>
  );
}
