import { useQuery } from '@tanstack/react-query';
import { RISK_LEVELS } from '../../../features/webhooks/event-filter.js';
import { useAccount } from '../../client/account.js';
import { purposesQuery } from '../../client/queries.js';
import { Check, SelectField } from '../../components/controls.js';
import type { Endpoint } from './labels.js';

type Filter = Endpoint['filter'];

const SUBJECTS = [
  ['all', 'All lookups'],
  ['live', 'Without lookups of test keys'],
  ['test', 'Only lookups of test keys'],
] as const;

/** Which events of its types an endpoint is sent. Nothing chosen: all. */
export function FilterFields({ filter, onChange }: { readonly filter: Filter; readonly onChange: (filter: Filter) => void }) {
  const query = useQuery(purposesQuery(useAccount()));
  // Those that the account no longer has can be removed.
  const purposes = [...new Set([...(query.data?.purposes ?? []), ...(filter.purpose ?? [])])];
  const { test, ...others } = filter;
  return (
    <details open={Object.keys(filter).length > 0}>
      <summary>Filter</summary>
      <div className="stack">
        <p className="hint">Only lookups and batches that match are sent; other events always are. Nothing chosen: all.</p>
        <SelectField
          label="Test keys"
          options={SUBJECTS}
          value={test === undefined ? 'all' : test ? 'test' : 'live'}
          onChange={(chosen) => onChange(chosen === 'all' ? others : { ...others, test: chosen === 'test' })}
        />
        <Choices
          legend="Risk level"
          options={RISK_LEVELS}
          chosen={filter.riskLevel}
          onChange={(riskLevel) => onChange(withPart(filter, { riskLevel }))}
        />
        {purposes.length > 0 && (
          <Choices
            legend="Purpose"
            options={purposes}
            chosen={filter.purpose}
            onChange={(purpose) => onChange(withPart(filter, { purpose }))}
          />
        )}
      </div>
    </details>
  );
}

/** The filter with a part of it changed; a part that is empty is left out. */
const withPart = (filter: Filter, part: Pick<Filter, 'riskLevel'> | Pick<Filter, 'purpose'>): Filter =>
  Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => !Array.isArray(value) || value.length > 0));

function Choices<Value extends string>(props: {
  readonly legend: string;
  readonly options: readonly Value[];
  readonly chosen?: readonly Value[] | undefined;
  readonly onChange: (chosen: Value[]) => void;
}) {
  const { legend, options, chosen = [], onChange } = props;
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {options.map((each) => (
        <Check
          label={each}
          key={each}
          checked={chosen.includes(each)}
          onChange={(checked) => onChange(options.filter((other) => (other === each ? checked : chosen.includes(other))))}
        />
      ))}
    </fieldset>
  );
}

/** A filter as a line to read; null: there is none. */
export function filterText({ riskLevel, purpose, test }: Filter): string | null {
  const parts = [
    riskLevel && `risk ${riskLevel.join(' or ')}`,
    purpose && `for ${purpose.join(' or ')}`,
    test !== undefined && (test ? 'of test keys' : 'not of test keys'),
  ];
  return parts.filter(Boolean).join(', ') || null;
}
