import { useId } from 'react';
import type { Role } from '../../../domain/billing/roles.js';
import { ROLE_WORDS } from './roles.js';

interface RoleChoiceProps<R extends Role> {
  readonly legend: string;
  readonly roles: readonly R[];
  readonly value: R;
  readonly onChange: (role: R) => void;
}

/** One of some roles, with what each may do. */
export function RoleChoice<R extends Role>({ legend, roles, value, onChange }: RoleChoiceProps<R>) {
  const id = useId();
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {roles.map((role) => (
        <div className="option" key={role}>
          <input
            type="radio"
            name={id}
            id={`${id}-${role}`}
            aria-describedby={`${id}-${role}-hint`}
            checked={role === value}
            onChange={() => onChange(role)}
          />
          <label htmlFor={`${id}-${role}`}>{ROLE_WORDS[role].name}</label>
          <p className="hint" id={`${id}-${role}-hint`}>
            {ROLE_WORDS[role].short}
          </p>
        </div>
      ))}
    </fieldset>
  );
}
