import { useAccount } from '../../client/account.js';
import { Badge, Time } from '../../components/facts.js';
import { isReading, labelOfAction, wordsOfOutcome } from './actions.js';
import type { AuditEntry } from './queries.js';
import { DeliveryLink, EndpointLink, LookupLink, PageLink } from '../../components/links.js';
import { ID_PREFIX } from '../../../kernel/values/ids.js';

/** Who did what, when and from where, with links to what it names. */
export function AuditRow({ entry, nameOf }: { readonly entry: AuditEntry; readonly nameOf: (id: string | null) => string }) {
  const { id: account } = useAccount();
  const { at, actor, action, network, outcome, purpose, means } = entry;
  // That it is about this account goes without saying.
  const targets = entry.targets.filter((target) => target !== account);
  return (
    <li className="audit-entry">
      <div>
        <p>
          <span className={isReading(action) ? undefined : 'audit-change'}>{labelOfAction(action)}</span>{' '}
          {outcome !== 'ok' && <Badge tone={outcome === 'internal_error' ? 'bad' : 'warn'}>{wordsOfOutcome(outcome)}</Badge>}
        </p>
        {targets.length > 0 && (
          <ul className="audit-targets small">
            {targets.map((target) => (
              <li key={target}>
                <Target id={target} among={targets} nameOf={nameOf} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="small">
        <p className="breakable">{actor.type === 'operator' && actor.id !== null ? `Operator ${actor.id}` : nameOf(actor.id)}</p>
        <p className="row-facts muted">
          {network !== null && <span>from {network}</span>}
          {means !== null && <span>by {means}</span>}
          {purpose !== null && <span>for {purpose}</span>}
        </p>
      </div>
      <p className="small muted audit-when">
        <Time at={at} />
      </p>
    </li>
  );
}

interface TargetProps {
  readonly id: string;
  /** All targets of the entry: a delivery is found by its endpoint too. */
  readonly among: readonly string[];
  readonly nameOf: (id: string) => string;
}

const isOf = (kind: keyof typeof ID_PREFIX, id: string): boolean => id.startsWith(`${ID_PREFIX[kind]}_`);

/** What an entry names, as a link to its page where it has one. It may have been deleted since. */
function Target({ id, among, nameOf }: TargetProps) {
  const name = nameOf(id);
  const shown = name === id ? <code>{id}</code> : name;
  const endpoint = among.find((each) => isOf('webhook', each));
  if (isOf('lookup', id))
    return (
      <LookupLink id={id} preload={false}>
        {shown}
      </LookupLink>
    );
  if (isOf('webhook', id))
    return (
      <EndpointLink id={id} preload={false}>
        {shown}
      </EndpointLink>
    );
  if (isOf('event', id) && endpoint !== undefined)
    return (
      <DeliveryLink endpoint={endpoint} event={id} preload={false}>
        {shown}
      </DeliveryLink>
    );
  if (isOf('apiKey', id)) return <PageLink to="/dashboard/$account/keys">{shown}</PageLink>;
  if (isOf('member', id) || isOf('invitation', id)) return <PageLink to="/dashboard/$account/people">{shown}</PageLink>;
  return <span className="muted">{shown}</span>;
}
