import { useQuery } from '@tanstack/react-query';
import { accountQuery, useAccount } from '../../client/account.js';
import { type Identities, subjectsOf } from '../../client/identities.js';
import { Field, Option } from '../../components/controls.js';
import { purposesQuery, sourcesQuery } from '../../client/queries.js';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import { priceOf } from '../../../features/lookups/prices.js';
import { MODULES } from '../../../facts/checks.js';
import { availableChecks, FACT_MODULES } from '../../../facts/fact-modules.js';
import type { Schemas } from '../../client/api.js';

type Account = Schemas['Account'];
type Sources = readonly Pick<Schemas['Source'], 'module' | 'configured'>[];

interface Cost {
  readonly price: string;
  readonly left: string;
  /** Whether what is left does not cover it: the service would refuse. */
  readonly exceeds: boolean;
}

const MILLICENTS_PER_CENT = 1_000;
const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' });

const inCents = (millicents: number): string => `${NUMBER.format(millicents / MILLICENTS_PER_CENT)} cents`;
const lookups = (count: number): string => `${NUMBER.format(count)} ${count === 1 ? 'lookup' : 'lookups'}`;

/** Price of one lookup on a credit plan, in millicents. Modules without a source are not run, nor billed. */
function millicentsOf(identities: Identities, sources: Sources): number {
  const offered = FACT_MODULES.filter((module) => sources.some((source) => source.module === module && source.configured));
  const wanted = Object.fromEntries(MODULES.map((module) => [module, true]));
  return priceOf({ kind: 'lookup', checks: availableChecks(wanted, offered), subjects: subjectsOf(identities) });
}

/** @param requests identities of each lookup that would be sent */
function costOf(account: Account, sources: Sources, requests: readonly Identities[]): Cost {
  const shared = account.sharedBy > 1 ? ` It is shared by ${account.sharedBy} accounts.` : '';
  if (account.unit === 'millicents') {
    const price = requests.reduce((sum, identities) => sum + millicentsOf(identities, sources), 0);
    const balance = account.balanceMillicents ?? 0;
    return { price: inCents(price), left: `${inCents(balance)} left of your balance.${shared}`, exceeds: price > balance };
  }
  const price = lookups(requests.length);
  const renewed = account.renewsAt === null ? '' : ` It is renewed on ${DATE.format(new Date(account.renewsAt))}.`;
  if (account.allowance === null)
    return { price, left: `Your plan has no limit; ${NUMBER.format(account.used)} used so far in this period.${shared}`, exceeds: false };
  const left = Math.max(0, account.allowance - account.used);
  const of = `${NUMBER.format(left)} of ${lookups(account.allowance)} left.`;
  return { price, left: `${of}${renewed}${shared}`, exceeds: requests.length > left };
}

/** What bands are called where people choose one. */
export const DEPTHS: Readonly<Record<Band, { readonly title: string; readonly text: string }>> = {
  instant: { title: 'Instant', text: 'Only the platforms that answer at once.' },
  default: { title: 'Quick', text: 'The platforms that answer best. Takes seconds.' },
  deep: { title: 'Deep', text: 'Every platform, thousands of them. Takes minutes.' },
};

/** How many platforms are asked. All cost the same. */
export function DepthChoice<Depth extends Band>(props: {
  readonly depths: readonly Depth[];
  readonly depth: Depth;
  readonly onChange: (depth: Depth) => void;
}) {
  const { depths, depth, onChange } = props;
  return (
    <fieldset className="depth">
      <legend className="label">Depth</legend>
      {depths.map((each) => (
        <label key={each} className="choice-option">
          <input type="radio" name="depth" checked={depth === each} onChange={() => onChange(each)} />
          <span>
            <strong>{DEPTHS[each].title}</strong>
            <span className="hint">{DEPTHS[each].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Whether nobody is asked who would notice. */
export function PassiveChoice({ isPassive, onChange }: { readonly isPassive: boolean; readonly onChange: (isPassive: boolean) => void }) {
  return <Option label="Passive" hint="Only public interfaces and stored facts." checked={isPassive} onChange={onChange} />;
}

/** Why, in the account's own words; nothing where the account has no list. */
export function PurposeChoice({ purpose, onChange }: { readonly purpose: string; readonly onChange: (purpose: string) => void }) {
  const { data } = useQuery(purposesQuery(useAccount()));
  if (!data || (data.purposes.length === 0 && !data.required)) return null;
  return (
    <Field
      label={data.required ? 'Purpose' : 'Purpose (optional)'}
      hint={
        data.purposes.length === 0 ? 'Your account requires a purpose but has none yet. An admin can add one under Privacy.' : undefined
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
    <div className="cost">
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
