import { CopyButton } from './copy-button.js';

interface CodeBlockProps {
  /** What it is, in a few words. */
  readonly label: string;
  readonly text: string;
  /** On the button that copies it; null: none. */
  readonly copy?: string | null;
}

/** Text as it is, which scrolls by mouse and keyboard, with a button that copies it. */
export function CodeBlock({ label, text, copy = 'Copy' }: CodeBlockProps) {
  return (
    <div className="code-block">
      <pre role="group" tabIndex={0} aria-label={label}>
        {text}
      </pre>
      {copy !== null && <CopyButton text={text} label={copy} />}
    </div>
  );
}
