import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';
import { Dialog, DialogClose } from './dialog.js';

interface SecretDialogProps {
  readonly title: string;
  /** What the secret is: “key”, “link”. */
  readonly what: string;
  readonly secret: string;
  /** In place of the advice to keep it in a safe place; says that it is not shown again. */
  readonly intro?: ReactNode;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Shows what is shown this once. */
export function SecretDialog({ title, what, secret, intro, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{intro ?? `Copy the ${what} now and keep it in a safe place. It is not shown again.`}</p>
      <div className="secret">
        <code>{secret}</code>
        <CopyButton text={secret} label={`Copy the ${what}`} />
      </div>
      {children}
      <DialogClose kind="primary" label="I have copied it" onClose={onClose} />
    </Dialog>
  );
}
