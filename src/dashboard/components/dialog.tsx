/** Dialogs. */
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, type ButtonProps, CopyButton, ErrorNote, Form } from './controls.js';
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
        <Button label="✕" kind="quiet" aria-label="Close" onClick={onClose} />
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
    <Button label={label} kind={kind} onClick={onClose} />
  </footer>
);

/** A change that a dialog makes: a mutation of TanStack Query. */
export interface Change {
  readonly isPending: boolean;
  readonly error: unknown;
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
        <Button label="Cancel" onClick={onCancel} />
        <Button label={action} type="submit" kind={kind} busy={change.isPending} disabled={disabled} />
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

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** What it opens. The dialog goes with the button: where that may be gone before the dialog has ended, a page has `useDialog`. */
  readonly dialog: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

interface ConfirmButtonProps extends Omit<ButtonProps, 'title' | 'onClick'>, Omit<ChangeOptions<void, unknown>, 'onDone'> {
  readonly title: string;
  readonly action: string;
  readonly dismissal?: string;
  readonly onDone?: () => void;
  /** What will be done. */
  readonly children: ReactNode;
}

/** A button that makes a change once it is confirmed, and says so. */
export function ConfirmButton({ title, action, dismissal, send, stale, announcement, onDone, children, ...button }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const done = () => {
    close();
    onDone?.();
  };
  const change = useChange({ send, stale, announcement, onDone: done });
  const open = () => {
    change.reset();
    setOpen(true);
  };
  return (
    <>
      <Button {...button} onClick={open} />
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children}
          {change.error != null && <ErrorNote error={change.error} />}
          <footer>
            <Button label={dismissal ?? 'Cancel'} onClick={close} />
            <Button label={action} kind="danger" busy={change.isPending} onClick={() => change.mutate()} />
          </footer>
        </Dialog>
      )}
    </>
  );
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

/**
 * Moves the focus to what replaced the part of a dialog that had it, so that it is read and the keyboard goes on from there.
 *
 * @param step another value than before: another step; false or null is the first, which chooses its own focus
 * @returns for the element at the beginning of the step, with `tabIndex={-1}`
 */
export function useStepFocus<T extends HTMLElement = HTMLParagraphElement>(step: string | boolean | null): React.RefObject<T | null> {
  const start = useRef<T>(null);
  useEffect(() => {
    if (step) start.current?.focus();
  }, [step]);
  return start;
}
