import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.js';
import { ErrorNote } from './error-note.js';

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

/** A form in a dialog: its fields, what went wrong, the way out, and the button that sends it. */
export function DialogForm(props: {
  /** What the button says. */
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly change: Change;
  readonly disabled?: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  const { isPending, error } = props.change;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) props.onSubmit();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {props.children}
      {error != null && <ErrorNote error={error} />}
      <footer>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" kind={props.kind ?? 'primary'} busy={isPending} disabled={props.disabled ?? false}>
          {props.action}
        </Button>
      </footer>
    </form>
  );
}
