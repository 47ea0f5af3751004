/** What is pressed and filled in. */
import {
  type ButtonHTMLAttributes,
  type FormHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react';
import { useAnnounce } from './announcer.js';
import { ApiFailure } from '../client/failure.js';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly label: string;
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Its work is under way: it cannot be pressed again, and keeps its size and the focus, which a disabled button would lose. */
  readonly busy?: boolean;
}

export function Button({ label, kind = 'plain', busy = false, type = 'button', className = '', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${kind} ${className}`.trim()}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {label}
    </button>
  );
}

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const announce = useAnnounce();
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setState(done ? 'copied' : 'failed');
    announce(done ? 'Copied.' : 'The browser does not let this page copy.');
    setTimeout(() => setState('idle'), SHOWN_MS);
  };
  return (
    <Button label={state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Not copied'} kind="quiet" onClick={() => void copy()} />
  );
}

/** What went wrong, in the words of the service, with what to do. */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: (() => void) | undefined }) {
  const failure = error instanceof ApiFailure ? error : null;
  return (
    <div className="note note-error" role="alert">
      <p>{failure?.message ?? 'Something went wrong. Reload this page.'}</p>
      {failure?.retryAfter != null && <p>Try again in {failure.retryAfter} seconds.</p>}
      {failure?.requestId && (
        <p className="muted small">
          {failure.code} · request <code>{failure.requestId}</code>
        </p>
      )}
      {onRetry && <Button label="Try again" kind="quiet" onClick={onRetry} />}
    </div>
  );
}

/** A form whose content is sent by `onSubmit`, not by the browser. */
export function Form({ onSubmit, ...form }: Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & FormOptions) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

interface FormOptions {
  readonly onSubmit: () => void;
  readonly ref?: React.Ref<HTMLFormElement>;
}

interface Described {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
}

/** Label, control, hint and error, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  children,
}: Described & { readonly children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode }) {
  const id = useId();
  const described = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])].join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(described ? { 'aria-describedby': described } : {}), ...(error ? { 'aria-invalid': true } : {}) })}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface TextProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What is typed is meant to the letter: the browser neither completes, capitalises nor corrects it. */
  readonly literal?: boolean;
}

const LITERAL = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

export function TextField({ label, hint, error, literal = false, onChange, ...input }: Described & TextProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input {...(literal && LITERAL)} {...input} {...ids} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

interface SelectProps<Value> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  /** Every value with its label. */
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

const optionOf = ([value, label]: readonly [string | number, string]) => (
  <option key={value} value={value}>
    {label}
  </option>
);

/** One of several values, where something else names it. */
export function Select<Value extends string | number>({ options, onChange, ...select }: SelectProps<Value>) {
  const choose = (index: number) => {
    const chosen = options[index];
    if (chosen) onChange(chosen[0]);
  };
  return (
    <select {...select} onChange={({ target }) => choose(target.selectedIndex)}>
      {options.map(optionOf)}
    </select>
  );
}

type TextOption = readonly [value: string, label: string];

interface GroupedSelectProps {
  readonly label: string;
  readonly options: readonly TextOption[];
  /** Values by their heading; a heading without values is left out. */
  readonly groups: Readonly<Record<string, readonly TextOption[]>>;
  readonly lastOptions?: readonly TextOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of several values, of which some stand under headings. */
export function GroupedSelectField(props: GroupedSelectProps) {
  return (
    <Field label={props.label}>
      {(ids) => (
        <select {...ids} value={props.value} onChange={({ target }) => props.onChange(target.value)}>
          {props.options.map(optionOf)}
          {Object.entries(props.groups).map(([group, options]) =>
            options.length === 0 ? null : (
              <optgroup key={group} label={group}>
                {options.map(optionOf)}
              </optgroup>
            ),
          )}
          {props.lastOptions?.map(optionOf)}
        </select>
      )}
    </Field>
  );
}

export function SelectField<Value extends string | number>({ label, hint, error, ...select }: Described & SelectProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <Select {...select} {...ids} />}
    </Field>
  );
}

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  readonly label: ReactNode;
  readonly onChange: (checked: boolean) => void;
}

/** A box to tick in a line with its label. */
export function Check({ label, onChange, className = 'choice-line', ...input }: ChoiceProps) {
  return (
    <label className={className}>
      <input {...input} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

interface OptionProps extends Omit<ChoiceProps, 'id'> {
  readonly type?: 'checkbox' | 'radio';
  readonly hint?: string;
}

/** One of several boxes or buttons to choose from, with what it means below its label. */
export function Option({ type = 'checkbox', label, hint, onChange, ...input }: OptionProps) {
  const id = useId();
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <div className="option">
      <input {...input} {...described} type={type} id={id} onChange={({ target }) => onChange(target.checked)} />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
