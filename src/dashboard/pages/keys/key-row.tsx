import type { Schemas } from '../../client/api.js';
import { nameOfKey } from '../../client/actors.js';
import { Badge, dated } from '../../components/facts.js';
import { Button } from '../../components/controls.js';
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

/** A key without the key itself, which only its holder has. */
export function KeyRow(props: { readonly apiKey: Key; readonly onRoll?: () => void; readonly onRevoke?: () => void }) {
  const { apiKey, onRoll, onRevoke } = props;
  const { test, scopes, ownLookupsOnly, networks, monthlyLookups, createdAt, expiresAt, lastUsedAt, revokedAt } = apiKey;
  const name = nameOfKey(apiKey);
  return (
    <Row
      title={name}
      badge={<StateOf apiKey={apiKey} />}
      facts={[
        test && 'For tests: test identities alone, unbilled',
        scopes.map((scope) => SCOPE_WORDS[scope].short).join(', '),
        ownLookupsOnly && 'Own lookups only',
        networks && `Only from ${networks.join(', ')}`,
        monthlyLookups !== null && `${monthlyLookups.toLocaleString('en')} lookups a month`,
        dated('Created', createdAt, { dateOnly: true }),
        lastUsedAt === null ? 'Not used yet' : dated('Last used', lastUsedAt),
        revokedAt !== null
          ? dated('Revoked', revokedAt)
          : expiresAt !== null && dated(isExpired(apiKey) ? 'Expired' : 'Expires', expiresAt),
      ]}
      actions={
        onRoll &&
        onRevoke && (
          <>
            <Button label="Roll" kind="quiet" onClick={onRoll} aria-label={`Roll ${name}`} />
            <Button label="Revoke" kind="quiet" onClick={onRevoke} aria-label={`Revoke ${name}`} />
          </>
        )
      }
    />
  );
}
