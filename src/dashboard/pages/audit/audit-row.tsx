import { useAccount } from '../../client/account.js';
import { Badge } from '../../components/badge.js';
import { Time } from '../../components/time.js';
import { isReading, labelOfAction, wordsOfOutcome } from './actions.js';
import type { AuditEntry } from './queries.js';
import { Target } from './target.js';

interface AuditRowProps {
  readonly entry: AuditEntry;
  readonly nameOf: (id: string | null) => string;
}

/** Who did what, when and from where, with links to what it names. */
export function AuditRow({ entry, nameOf }: AuditRowProps) {
  const { id: account } = useAccount();
  const { at, actor, action, network, outcome, purpose } = entry;
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
        <p className="breakable">{nameOf(actor.type === 'operator' ? null : actor.id)}</p>
        <p className="row-facts muted">
          {network !== null && <span>from {network}</span>}
          {purpose !== null && <span>for {purpose}</span>}
        </p>
      </div>
      <p className="small muted audit-when">
        <Time at={at} />
      </p>
    </li>
  );
}
