import { type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.js';
import { ErrorNote } from './error-note.js';
import { Form } from './form.js';
import { type ChangeOptions, useChange } from './use-change.js';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog of the browser: focus, Escape and what is behind it are its own matter. It exists while it is shown. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before it is taken out of the page: so the browser gives the focus back to where it was, also when another dialog follows.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    // The browser would choose the first button, which closes. Of radio buttons, the chosen one is the first.
    element?.querySelector<HTMLElement>('input:not([type="radio"]:not(:checked)), select, textarea, footer .button')?.focus();
    return () => {
      element?.close();
      // What opened it is gone: the focus begins at the page's content.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" aria-label="Close" onClick={onClose}>
          ✕
        </Button>
      </header>
      {children}
    </dialog>
  );
}

interface DialogCloseProps {
  readonly label: string;
  readonly kind?: 'primary' | 'plain';
  readonly onClose: () => void;
}

/** The end of a dialog in which there is nothing left to do. */
export const DialogClose = ({ label, kind = 'plain', onClose }: DialogCloseProps) => (
  <footer>
    <Button kind={kind} onClick={onClose}>
      {label}
    </Button>
  </footer>
);

/** A change that a dialog makes: a mutation of TanStack Query. */
export interface Change {
  readonly isPending: boolean;
  readonly error: unknown;
}

/** Asks before something is done that cannot be taken back, and says what will be. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly action: string;
  /** What the button says that leaves everything as it is; default “Cancel”. */
  readonly dismissal?: string;
  readonly change: Change;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      {props.children}
      {props.change.error != null && <ErrorNote error={props.change.error} />}
      <footer>
        <Button onClick={props.onClose}>{props.dismissal ?? 'Cancel'}</Button>
        <Button kind="danger" busy={props.change.isPending} onClick={() => props.onConfirm()}>
          {props.action}
        </Button>
      </footer>
    </Dialog>
  );
}

interface DialogFormProps {
  /** What the button says. */
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly change: Change;
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog: its fields, what went wrong, the way out, and the button that sends it. */
export function DialogForm({ action, kind = 'primary', change, disabled = false, onSubmit, onCancel, children }: DialogFormProps) {
  return (
    <Form className="stack" onSubmit={() => !change.isPending && onSubmit()}>
      {children}
      {change.error != null && <ErrorNote error={change.error} />}
      <footer>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind={kind} busy={change.isPending} disabled={disabled}>
          {action}
        </Button>
      </footer>
    </Form>
  );
}

/** A dialog that is one form. */
export const FormDialog = ({ title, onClose, ...form }: Omit<DialogFormProps, 'onCancel'> & DialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <DialogForm {...form} onCancel={onClose} />
  </Dialog>
);

/** Makes a change once it is confirmed, and says so. */
export function ConfirmChange({ onClose, title, action, children, ...change }: ConfirmChangeProps) {
  const changing = useChange(change);
  return (
    <ConfirmDialog title={title} action={action} change={changing} onConfirm={changing.mutate} onClose={onClose}>
      {children}
    </ConfirmDialog>
  );
}

interface ConfirmChangeProps extends DialogProps, ChangeOptions<void, unknown> {
  readonly action: string;
}

/** The dialog that a page has open: at most one. Whoever opens it gives it what it needs, as it is then. */
export function useDialog() {
  const [dialog, open] = useState<ReactNode>(null);
  const close = useCallback(() => open(null), []);
  const closeAnd = (then: () => void) => () => {
    close();
    then();
  };
  return { dialog, open, close, closeAnd };
}
