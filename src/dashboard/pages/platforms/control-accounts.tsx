import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { personApi } from '../../client/api.js';
import { personQuery } from '../../client/queries.js';
import { Button, ErrorNote, Form, SelectField, TextField } from '../../components/controls.js';
import { CodeBlock, Time } from '../../components/facts.js';
import { QueryResult } from '../../components/list.js';
import { useChange } from '../../components/use-change.js';
import { type Platform, QUERY_TYPE_WORD, type QueryType } from './labels.js';

const MAX_IDENTITY = 320;
const pathOf = (platform: string) => ({ params: { path: { platform } } });

const controlAccountsQuery = (platform: string) =>
  queryOptions({
    queryKey: ['operator', 'control-accounts', platform],
    queryFn: () => personApi.GET('/operator/platforms/{platform}/control-accounts', pathOf(platform)),
  });

/** Accounts of the operator's own at a platform, without which “not registered” does not count there. Operators add and remove them. */
export function ControlAccounts({ platform }: { readonly platform: Platform }) {
  const { data: person } = useQuery(personQuery);
  return (
    <details className="control-accounts">
      <summary>Control accounts</summary>
      <div className="stack">
        <p className="small">
          “Not registered” counts here only while probes find an account that the operator of this service owns. The operator creates it on
          the platform for this purpose only.
        </p>
        {person?.isOperator ? <OfOperator platform={platform} /> : <ByCommand platform={platform} />}
      </div>
    </details>
  );
}

function ByCommand({ platform }: { readonly platform: Platform }) {
  return (
    <>
      <p className="small">Operators store it here, or with this command, which reads the identity from standard input:</p>
      <CodeBlock
        label={`Command for ${platform.name}`}
        text={`npx footprint catalogue controls set ${platform.platform} -`}
        copy="Copy the command"
      />
    </>
  );
}

function OfOperator({ platform }: { readonly platform: Platform }) {
  const slug = platform.platform;
  const query = useQuery(controlAccountsQuery(slug));
  const types = platform.health.filter(({ mayDeny }) => mayDeny === 'with_control_account').map(({ queryType }) => queryType);
  const [type, setType] = useState<QueryType | undefined>(types[0]);
  const [identity, setIdentity] = useState('');
  const after = { stale: [controlAccountsQuery(slug).queryKey], onDone: () => setIdentity('') };
  const body = { identity: identity.trim(), ...(type ? { type } : {}) };
  const adding = useChange({
    send: () => personApi.POST('/operator/platforms/{platform}/control-accounts', { ...pathOf(slug), body }),
    announcement: ({ isNew }) => (isNew ? 'The control account is stored.' : 'It was already stored.'),
    ...after,
  });
  const removing = useChange({
    send: () => personApi.POST('/operator/platforms/{platform}/control-accounts/remove', { ...pathOf(slug), body }),
    announcement: 'The control account is removed.',
    ...after,
  });
  const add = () => {
    removing.reset();
    if (!adding.isPending) adding.mutate();
  };
  const failure = adding.error ?? removing.error;
  return (
    <>
      <QueryResult
        query={query}
        what="control accounts"
        empty={query.data?.accounts.length === 0 && <p className="small muted">None is stored for this platform.</p>}
      >
        {({ accounts }) => (
          <ul className="small" aria-label={`Control accounts at ${platform.name}`}>
            {accounts.map(({ queryType, negative, account, since }) => (
              <li key={`${queryType} ${account} ${since}`}>
                {negative ? 'Number that is registered nowhere' : QUERY_TYPE_WORD[queryType]}{' '}
                <code>{account ?? 'encrypted with another key'}</code>, since <Time at={since} />
              </li>
            ))}
          </ul>
        )}
      </QueryResult>
      <Form className="stack" onSubmit={add}>
        <div className="form-row">
          <TextField
            label="Identity of the account"
            required
            maxLength={MAX_IDENTITY}
            literal
            value={identity}
            onChange={setIdentity}
            hint="It is encrypted; afterwards only its first letters are shown. To remove an identity, enter it again."
          />
          {types.length > 1 && (
            <SelectField
              label="Kind"
              options={types.map((each) => [each, QUERY_TYPE_WORD[each]])}
              value={type ?? 'email'}
              onChange={setType}
            />
          )}
        </div>
        {failure && <ErrorNote error={failure} />}
        <div className="row">
          <Button label="Add" type="submit" busy={adding.isPending} />
          <Button
            label="Remove this one"
            kind="quiet"
            busy={removing.isPending}
            disabled={body.identity === ''}
            onClick={() => {
              adding.reset();
              removing.mutate();
            }}
          />
        </div>
      </Form>
    </>
  );
}
