import { Link } from '@tanstack/react-router';
import { ID_PREFIX } from '../../../domain/ids.js';
import { useAccount } from '../../client/account.js';

interface TargetProps {
  readonly id: string;
  /** All targets of the entry: a delivery is found by its endpoint too. */
  readonly among: readonly string[];
  readonly nameOf: (id: string) => string;
}

const isOf = (kind: keyof typeof ID_PREFIX, id: string): boolean => id.startsWith(`${ID_PREFIX[kind]}_`);

/** What an entry names, as a link to its page where it has one. It may have been deleted since. */
export function Target({ id, among, nameOf }: TargetProps) {
  const { id: account } = useAccount();
  const name = nameOf(id);
  const shown = name === id ? <code>{id}</code> : name;
  const endpoint = among.find((each) => isOf('webhook', each));
  if (isOf('lookup', id))
    return (
      <Link to="/dashboard/$account/lookups/$lookup" params={{ account, lookup: id }} preload={false}>
        {shown}
      </Link>
    );
  if (isOf('webhook', id))
    return (
      <Link to="/dashboard/$account/webhooks/$endpoint" params={{ account, endpoint: id }} preload={false}>
        {shown}
      </Link>
    );
  if (isOf('event', id) && endpoint !== undefined)
    return (
      <Link to="/dashboard/$account/webhooks/$endpoint/$event" params={{ account, endpoint, event: id }} preload={false}>
        {shown}
      </Link>
    );
  if (isOf('apiKey', id))
    return (
      <Link to="/dashboard/$account/keys" params={{ account }}>
        {shown}
      </Link>
    );
  if (isOf('member', id) || isOf('invitation', id))
    return (
      <Link to="/dashboard/$account/people" params={{ account }}>
        {shown}
      </Link>
    );
  return <span className="muted">{shown}</span>;
}
