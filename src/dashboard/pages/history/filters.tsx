import { useId, useState } from 'react';
import { identitiesBody, kindOfEntry } from '../../client/identities.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../../kernel/identity/subjects.js';
import { LOOKUP_KINDS } from '../../../features/lookups/lookup.js';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import type { Actors } from '../../client/actors.js';
import type { Schemas } from '../../client/api.js';
import { Button, Form, GroupedSelectField, SelectField, TextField } from '../../components/controls.js';
import { CHECK_WORDS } from './lookup-rows.js';

export interface Filters {
  readonly identity: string;
  readonly identityKind: SubjectKind | null;
  readonly kind: Schemas['ListedLookup']['kind'] | '';
  readonly status: Schemas['ListedLookup']['status'] | '';
  readonly by: string;
  readonly from: string;
  readonly to: string;
}

const STATUSES = [
  ['', 'Any'],
  ['processing', 'Under way'],
  ['finished', 'Finished'],
] as const;

export const NO_FILTERS: Filters = { identity: '', identityKind: null, kind: '', status: '', by: '', from: '', to: '' };

/** The filters as the search takes them. */
export function conditionsOf({ identity, identityKind, kind, status, by, from, to }: Filters): Schemas['LookupExport'] {
  return {
    ...(identity && identityKind ? { identities: identitiesBody([{ kind: identityKind, value: identity }]) } : {}),
    ...(kind && { kind }),
    ...(status && { status }),
    ...(by && { apiKeyId: by }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

interface LookupFiltersProps {
  readonly filters: Filters;
  readonly askers: Actors;
  readonly onChange: (filters: Filters) => void;
}

/** What the list is narrowed to. An identity is searched for on Enter; the rest at once. */
export function LookupFilters({ filters, askers, onChange }: LookupFiltersProps) {
  const [text, setText] = useState(filters.identity);
  const [chosen, setChosen] = useState<SubjectKind | null>(null);
  const [isOpen, setOpen] = useState(false);
  const conditionsId = useId();
  const kind = kindOfEntry({ text, chosen });
  const search = () => onChange({ ...filters, identity: text.trim(), identityKind: kind });
  const clear = () => {
    setText('');
    setChosen(null);
    onChange(NO_FILTERS);
  };
  const isFiltered = text !== '' || Object.values(filters).some((value) => value !== '' && value !== null);
  return (
    <Form className="card" role="search" onSubmit={search}>
      <div className="history-search">
        <TextField label="Identity" type="search" literal placeholder="The complete identity" value={text} onChange={setText} />
        <SelectField
          label="Kind of identity"
          options={[...(kind === null ? [['', '–'] as const] : []), ...SUBJECT_KINDS.map((each) => [each, KIND_WORDS[each]] as const)]}
          value={kind ?? ''}
          disabled={kind === null}
          onChange={(value) => setChosen(value || null)}
        />
        <Button label="Search" type="submit" />
      </div>
      {/* On a phone the list comes first: the other filters open on request. */}
      <Button
        label={isOpen ? 'Fewer filters' : 'More filters'}
        kind="quiet"
        className="history-more"
        aria-expanded={isOpen}
        aria-controls={conditionsId}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={conditionsId} className={isOpen ? 'history-conditions' : 'history-conditions history-closed'}>
        <SelectField
          label="Type"
          options={[['', 'All types'], ...LOOKUP_KINDS.map((each) => [each, CHECK_WORDS[each]] as const)]}
          value={filters.kind}
          onChange={(chosenKind) => onChange({ ...filters, kind: chosenKind })}
        />
        <SelectField label="State" options={STATUSES} value={filters.status} onChange={(status) => onChange({ ...filters, status })} />
        <GroupedSelectField
          label="Started by"
          options={[['', 'Anyone']]}
          groups={askers}
          value={filters.by}
          onChange={(by) => onChange({ ...filters, by })}
        />
        <TextField
          label="From (UTC)"
          type="date"
          max={filters.to || undefined}
          value={filters.from}
          onChange={(text) => onChange({ ...filters, from: text })}
        />
        <TextField
          label="To (UTC)"
          type="date"
          min={filters.from || undefined}
          value={filters.to}
          onChange={(text) => onChange({ ...filters, to: text })}
        />
      </div>
      {isFiltered && <Button label="Clear all filters" kind="quiet" className="history-clear" onClick={clear} />}
    </Form>
  );
}
