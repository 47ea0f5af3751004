import { useRef } from 'react';
import { Button } from './controls.js';

interface FileButtonProps {
  readonly label?: string;
  /** What the file is. */
  readonly what: string;
  readonly busy?: boolean;
  readonly onFile: (file: File) => void;
}

/** A button that opens the browser's choice of files; the field itself looks different in every browser. */
export function FileButton({ label = 'Load a file', what, busy = false, onFile }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button label={label} busy={busy} onClick={() => field.current?.click()} />
      <input
        ref={field}
        type="file"
        hidden
        aria-label={what}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again after it was changed.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
