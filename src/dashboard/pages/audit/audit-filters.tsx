import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '../../client/account.js';
import { useActors } from '../../client/actors.js';
import { Button, Check, GroupedSelectField, TextField } from '../../components/controls.js';
import { ACTIONS, labelOfAction } from './actions.js';
import { type AuditFilter, auditFilterOf } from './audit-filter.js';

const KNOWN_ACTIONS: readonly string[] = Object.values(ACTIONS).flat();
const optionOf = (action: string) => [action, labelOfAction(action)] as const;
const ACTION_OPTIONS = Object.fromEntries(Object.entries(ACTIONS).map(([group, actions]) => [group, actions.map(optionOf)]));

/** What the log is narrowed to; it stands in the page's address. */
export function AuditFilters({ filter }: { readonly filter: AuditFilter }) {
  const account = useAccount();
  const navigate = useNavigate();
  const { actors, names, nameOf } = useActors();
  const search = (next: AuditFilter) =>
    void navigate({ to: '/dashboard/$account/audit', params: { account: account.id }, search: next, replace: true, resetScroll: false });
  const apply = (changes: Partial<Record<keyof AuditFilter, string | boolean>>) => search(auditFilterOf({ ...filter, ...changes }));
  const { action, actor } = filter;
  const isFormer = actor !== undefined && actor !== 'operator' && !names.has(actor);
  return (
    <search className="stack">
      <div className="filters">
        <GroupedSelectField
          label="Action"
          options={[['', 'All actions'], ...(action === undefined || KNOWN_ACTIONS.includes(action) ? [] : [optionOf(action)])]}
          groups={ACTION_OPTIONS}
          value={action ?? ''}
          onChange={(chosen) => apply({ action: chosen })}
        />
        <GroupedSelectField
          label="Who"
          options={[['', 'Anyone'], ...(isFormer ? [[actor, nameOf(actor)] as const] : [])]}
          groups={actors}
          lastOptions={[['operator', 'Operator']]}
          value={actor ?? ''}
          onChange={(chosen) => apply({ actor: chosen })}
        />
        <div className="audit-dates">
          <TextField label="From (UTC)" type="date" max={filter.to} value={filter.from ?? ''} onChange={(text) => apply({ from: text })} />
          <TextField label="To (UTC)" type="date" min={filter.from} value={filter.to ?? ''} onChange={(text) => apply({ to: text })} />
        </div>
      </div>
      <Check label="Show reads too" checked={filter.all ?? false} disabled={action !== undefined} onChange={(all) => apply({ all })} />
      {Object.keys(filter).length > 0 && (
        <div>
          <Button label="Clear all filters" kind="quiet" onClick={() => search({})} />
        </div>
      )}
    </search>
  );
}
