import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';

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

interface SelectProps<Value> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange'> {
  /** Every value with its label. */
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of several values, where something else names it. */
export function Select<Value extends string | number>({ options, onChange, ...select }: SelectProps<Value>) {
  const choose = (index: number) => {
    const chosen = options[index];
    if (chosen) onChange(chosen[0]);
  };
  return (
    <select {...select} onChange={({ target }) => choose(target.selectedIndex)}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function SelectField<Value extends string | number>({ label, hint, error, ...select }: Described & SelectProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <Select {...select} {...ids} />}
    </Field>
  );
}
