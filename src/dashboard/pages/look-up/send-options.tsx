import { useQuery } from '@tanstack/react-query';
import { accountQuery, useAccount } from '../../client/account.js';
import { costOf } from '../../client/cost.js';
import type { Identities } from '../../client/identities.js';
import { Field } from '../../components/field.js';
import { purposesQuery, sourcesQuery } from './sending.js';

export type Depth = 'quick' | 'deep';

const DEPTHS = [
  { depth: 'quick', title: 'Quick', text: 'The platforms that answer best. Takes seconds.' },
  { depth: 'deep', title: 'Deep', text: 'Every platform, thousands of them. Takes minutes.' },
] as const;

/** How many platforms are asked. Both cost the same. */
export function DepthChoice({ depth, onChange }: { readonly depth: Depth; readonly onChange: (depth: Depth) => void }) {
  return (
    <fieldset className="depth">
      <legend className="label">Depth</legend>
      {DEPTHS.map((each) => (
        <label key={each.depth} className="choice-option">
          <input type="radio" name="depth" checked={depth === each.depth} onChange={() => onChange(each.depth)} />
          <span>
            <strong>{each.title}</strong>
            <span className="hint">{each.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Why, in the account's own words; nothing where the account has no list. */
export function PurposeChoice({ purpose, onChange }: { readonly purpose: string; readonly onChange: (purpose: string) => void }) {
  const { data } = useQuery(purposesQuery(useAccount()));
  if (!data || (data.purposes.length === 0 && !data.required)) return null;
  return (
    <Field
      label={data.required ? 'Purpose' : 'Purpose (optional)'}
      hint={
        data.purposes.length === 0
          ? 'Your account requires a purpose but has none yet. An admin can add one under ' + 'Privacy.'
          : undefined
      }
    >
      {(ids) => (
        <select {...ids} value={purpose} required={data.required} onChange={({ target }) => onChange(target.value)}>
          <option value="">{data.required ? 'Choose one' : 'None'}</option>
          {data.purposes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What would be billed, and what is left, before anything is sent. */
export function CostNote({ requests }: { readonly requests: readonly Identities[] }) {
  const account = useAccount();
  const { data: about } = useQuery(accountQuery(account));
  const { data: sources } = useQuery(sourcesQuery(account));
  const cost = about && sources && requests.length > 0 ? costOf(about, sources.sources, requests) : null;
  const left = about && sources ? costOf(about, sources.sources, requests).left : null;
  return (
    <div className={cost?.exceeds ? 'cost cost-exceeded' : 'cost'}>
      <p>
        {cost ? (
          <>
            Costs <strong>{cost.price}</strong>.{' '}
          </>
        ) : null}
        <span className="muted">{left ?? 'Loading your allowance…'}</span>
      </p>
      {cost?.exceeds && <p className="field-error">Your remaining allowance does not cover this.</p>}
    </div>
  );
}
