import { useEffect, useRef } from 'react';
import { MAX_PER_KIND, SUBJECT_KINDS, type SubjectKind } from '../../../kernel/identity/subjects.js';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { kindOfEntry, type TypedIdentity } from '../../client/identities.js';
import { Button, Select } from '../../components/controls.js';

/** A field as it is typed; `chosen` corrects what was recognised. */
export interface Entry {
  readonly id: number;
  readonly text: string;
  readonly chosen: SubjectKind | null;
}

const EXAMPLES: Readonly<Record<SubjectKind, string>> = {
  email: 'ada@example.com',
  phone: '+1 202 555 0123',
  username: 'ada-example',
  ip: '192.0.2.17',
};
const KINDS = SUBJECT_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const);
const MAX_ENTRIES = MAX_PER_KIND * SUBJECT_KINDS.length;

export const typedOf = (entries: readonly Entry[]): TypedIdentity[] =>
  entries.flatMap((entry) => {
    const kind = kindOfEntry(entry);
    return kind === null ? [] : [{ kind, value: entry.text }];
  });

interface IdentityFieldsProps {
  readonly entries: readonly Entry[];
  readonly onChange: (entries: readonly Entry[]) => void;
  /** Position of the entry that the service refused, with its reason. */
  readonly refused: { readonly position: number; readonly message: string } | null;
}

/** One field for anything; more of them for further identities of the same person. */
export function IdentityFields({ entries, onChange, refused }: IdentityFieldsProps) {
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useRef<number | null>(null);
  useEffect(() => {
    if (focusNext.current === null) return;
    list.current?.querySelectorAll<HTMLInputElement>('input')[focusNext.current]?.focus();
    focusNext.current = null;
  });
  const replace = (position: number, change: Partial<Entry>) =>
    onChange(entries.map((entry, index) => (index === position ? { ...entry, ...change } : entry)));
  const add = () => {
    focusNext.current = entries.length;
    onChange([...entries, { id: Math.max(...entries.map(({ id }) => id)) + 1, text: '', chosen: null }]);
  };
  const remove = (position: number) => {
    focusNext.current = Math.max(0, position - 1);
    onChange(entries.filter((_, index) => index !== position));
  };
  return (
    <div className="identity-fields" ref={list}>
      {entries.map((entry, position) => {
        const kind = kindOfEntry(entry);
        const name = position === 0 ? 'Identity' : `Identity ${position + 1}`;
        const isRefused = refused?.position === position;
        const hint =
          kind === 'phone' && !entry.text.trim().startsWith('+') ? 'If this is a phone number, begin with + and the country code.' : null;
        const note = isRefused ? refused.message : hint;
        const noteId = `identity-${entry.id}-note`;
        return (
          <div className="identity-field" key={entry.id}>
            <input
              id={position === 0 ? 'identity' : undefined}
              className={position === 0 ? 'identity-input identity-first' : 'identity-input'}
              aria-label={name}
              aria-invalid={isRefused || undefined}
              aria-describedby={note ? noteId : undefined}
              placeholder={position === 0 ? 'E-mail, phone, username or IP' : 'Another identity of theirs'}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={320}
              value={entry.text}
              onChange={({ target }) => replace(position, { text: target.value })}
            />
            <Select
              aria-label={`Kind of ${name.toLowerCase()}`}
              options={kind === null ? [['', 'Kind'], ...KINDS] : KINDS}
              value={kind ?? ''}
              disabled={kind === null}
              onChange={(chosen) => replace(position, { chosen: chosen || null })}
            />
            {entries.length > 1 && (
              <Button label="✕" kind="quiet" aria-label={`Remove ${name.toLowerCase()}`} onClick={() => remove(position)} />
            )}
            {note && (
              <p id={noteId} className={isRefused ? 'field-error' : 'hint'}>
                {note}
              </p>
            )}
          </div>
        );
      })}
      {entries.length < MAX_ENTRIES && entries[0]?.text.trim() !== '' && (
        <Button label="+ Add another identity of this person" kind="quiet" onClick={add} />
      )}
      {entries[0]?.text.trim() === '' && entries.length === 1 && (
        <p className="hint">
          For example{' '}
          {SUBJECT_KINDS.map((kind, index) => (
            <span key={kind}>
              {index > 0 && ' · '}
              <code>{EXAMPLES[kind]}</code>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
