import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '../../client/account.js';
import { useActors } from '../../client/actors.js';
import { Button } from '../../components/button.js';
import { Field, TextField } from '../../components/field.js';
import { ACTIONS, labelOfAction } from './actions.js';
import { type AuditFilter, auditFilterOf } from './audit-filter.js';

const KNOWN_ACTIONS: readonly string[] = Object.values(ACTIONS).flat();

/** What the log is narrowed to; it stands in the page's address. */
export function AuditFilters({ filter }: { readonly filter: AuditFilter }) {
  const account = useAccount();
  const navigate = useNavigate();
  const { actors, nameOf } = useActors();
  const search = (next: AuditFilter) =>
    void navigate({ to: '/dashboard/$account/audit', params: { account: account.id }, search: next, replace: true, resetScroll: false });
  const apply = (changes: Partial<Record<keyof AuditFilter, string | boolean>>) => search(auditFilterOf({ ...filter, ...changes }));
  const people = actors.filter(({ id }) => !id.startsWith('key_'));
  const keys = actors.filter(({ id }) => id.startsWith('key_'));
  const { actor } = filter;
  const isFormer = actor !== undefined && actor !== 'operator' && !actors.some(({ id }) => id === actor);
  return (
    <search className="stack">
      <div className="filters">
        <Field label="Action">
          {(ids) => (
            <select {...ids} value={filter.action ?? ''} onChange={({ target }) => apply({ action: target.value })}>
              <option value="">All actions</option>
              {filter.action !== undefined && !KNOWN_ACTIONS.includes(filter.action) && (
                <option value={filter.action}>{labelOfAction(filter.action)}</option>
              )}
              {Object.entries(ACTIONS).map(([group, actions]) => (
                <optgroup key={group} label={group}>
                  {actions.map((action) => (
                    <option key={action} value={action}>
                      {labelOfAction(action)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <Field label="Who">
          {(ids) => (
            <select {...ids} value={actor ?? ''} onChange={({ target }) => apply({ actor: target.value })}>
              <option value="">Anyone</option>
              {isFormer && <option value={actor}>{nameOf(actor)}</option>}
              <Actors label="People" actors={people} />
              <Actors label="Keys" actors={keys} />
              <option value="operator">Operator</option>
            </select>
          )}
        </Field>
        <div className="audit-dates">
          <TextField
            label="From (UTC)"
            type="date"
            max={filter.to}
            value={filter.from ?? ''}
            onChange={({ target }) => apply({ from: target.value })}
          />
          <TextField
            label="To (UTC)"
            type="date"
            min={filter.from}
            value={filter.to ?? ''}
            onChange={({ target }) => apply({ to: target.value })}
          />
        </div>
      </div>
      <label className="choice-line">
        <input
          type="checkbox"
          checked={filter.all ?? false}
          disabled={filter.action !== undefined}
          onChange={({ target }) => apply({ all: target.checked })}
        />
        Show reads too
      </label>
      {Object.keys(filter).length > 0 && (
        <div>
          <Button kind="quiet" onClick={() => search({})}>
            Clear all filters
          </Button>
        </div>
      )}
    </search>
  );
}

function Actors({ label, actors }: { readonly label: string; readonly actors: readonly { readonly id: string; readonly name: string }[] }) {
  if (actors.length === 0) return null;
  return (
    <optgroup label={label}>
      {actors.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}
