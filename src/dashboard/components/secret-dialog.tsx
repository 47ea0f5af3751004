import type { ReactNode } from 'react';
import { Button } from './button.js';
import { CopyButton } from './copy-button.js';
import { Dialog } from './dialog.js';

/** A secret that is shown once, with what to do with it. */
export function SecretDialog(props: {
  readonly title: string;
  /** What it is, for the field that holds it. */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p>
        Copy it now and keep it safe. <strong>It is not shown again.</strong>
      </p>
      <div className="secret">
        <span className="label">{props.label}</span>
        <code>{props.secret}</code>
        <CopyButton text={props.secret} />
      </div>
      {props.children}
      <footer>
        <Button kind="primary" onClick={props.onClose}>
          I have copied it
        </Button>
      </footer>
    </Dialog>
  );
}
