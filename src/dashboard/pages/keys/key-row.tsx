import { useAccount } from '../../client/account.js';
import type { Schemas } from '../../client/api.js';
import { keysQuery, nameOfKey } from '../../client/actors.js';
import { counted } from '../../client/format.js';
import { Badge, dated } from '../../components/facts.js';
import { Button } from '../../components/controls.js';
import { ConfirmButton } from '../../components/dialog.js';
import { Row } from '../../components/list.js';
import { SCOPE_WORDS } from './scopes.js';

type Key = Schemas['ApiKey'];

const isExpired = ({ expiresAt }: Key): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();
export const isInUse = (key: Key): boolean => key.revokedAt === null && !isExpired(key);

function StateOf({ apiKey }: { readonly apiKey: Key }) {
  if (apiKey.revokedAt !== null) return <Badge tone="neutral">Revoked</Badge>;
  if (isExpired(apiKey)) return <Badge tone="neutral">Expired</Badge>;
  return apiKey.expiresAt === null ? <Badge tone="good">In use</Badge> : <Badge tone="warn">Expires</Badge>;
}

interface KeyRowProps {
  readonly apiKey: Key;
  /** Absent for keys that have ended. */
  readonly onRoll?: () => void;
  readonly onRevoked?: () => void;
}

/** A key without the key itself, which only its holder has. */
export function KeyRow({ apiKey, onRoll, onRevoked }: KeyRowProps) {
  const account = useAccount();
  const { id, test, scopes, ownLookupsOnly, networks, monthlyLookups, createdAt, expiresAt, lastUsedAt, revokedAt } = apiKey;
  const name = nameOfKey(apiKey);
  return (
    <Row
      title={name}
      badge={<StateOf apiKey={apiKey} />}
      facts={[
        test && 'Test key: only test identities, not billed',
        scopes.map((scope) => SCOPE_WORDS[scope].short).join(', '),
        ownLookupsOnly && 'Own lookups only',
        networks && `Only from ${networks.join(', ')}`,
        monthlyLookups !== null && `${counted(monthlyLookups, 'lookup')} a month`,
        dated('Created', createdAt, { dateOnly: true }),
        lastUsedAt === null ? 'Not used yet' : dated('Last used', lastUsedAt),
        revokedAt !== null
          ? dated('Revoked', revokedAt)
          : expiresAt !== null && dated(isExpired(apiKey) ? 'Expired' : 'Expires', expiresAt),
      ]}
      actions={
        onRoll &&
        onRevoked && (
          <>
            <Button label="Roll" kind="quiet" onClick={onRoll} aria-label={`Roll ${name}`} />
            <ConfirmButton
              label="Revoke"
              kind="quiet"
              aria-label={`Revoke ${name}`}
              title="Revoke a key"
              action="Revoke"
              send={() => account.api.DELETE('/account/keys/{id}', { params: { path: { id } } })}
              stale={[keysQuery(account).queryKey]}
              announcement="The key is revoked."
              onDone={onRevoked}
            >
              <p>
                Requests with <strong className="breakable">{name}</strong> will be refused immediately. This cannot be undone. To switch to
                a new key without refused requests, roll this one instead.
              </p>
            </ConfirmButton>
          </>
        )
      }
    />
  );
}
