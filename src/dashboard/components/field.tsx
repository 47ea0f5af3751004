import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

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

export function TextField({ label, hint, error, ...input }: Described & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input {...input} {...ids} />}
    </Field>
  );
}
