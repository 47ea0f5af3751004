import { useQuery } from '@tanstack/react-query';
import { useAccount, useMay, whoMay } from '../../client/account.js';
import { keysQuery } from '../../client/actors.js';
import { Button } from '../../components/controls.js';
import { SecretDialog, useDialog } from '../../components/dialog.js';
import { CodeBlock } from '../../components/facts.js';
import { EmptyState, Page, Section, useHeadingFocus } from '../../components/page.js';
import { QueryResult, Rows } from '../../components/list.js';
import { isInUse, KeyRow } from './key-row.js';
import { RollDialog } from './roll-dialog.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { curlOf } from '../../client/curl.js';
import { TEST_SCENARIOS } from '../../../features/test-keys/test-identities.js';

/** The first request that somebody sends with a key. @param key absent: it is not made yet */
function firstRequest(key = ''): string {
  const name = key.includes('_test_') ? TEST_SCENARIOS.everywhere.identities.username : 'robinsample';
  return curlOf('/v2/lookup', { body: { identities: { usernames: [name] } } });
}

/** Keys with which programs use the account. */
export function Keys() {
  const account = useAccount();
  const mayManage = useMay('listApiKeys');
  const keys = useQuery({ ...keysQuery(account), enabled: mayManage });
  const { dialog, open, close, closeAnd } = useDialog();
  const [heading, focusHeading] = useHeadingFocus();
  const all = keys.data?.keys ?? [];
  const inUse = all.filter(isInUse);
  const ended = all.filter((key) => !isInUse(key));
  const showSecret = (secret: string) =>
    open(
      <SecretDialog title="The new key" what="key" secret={secret} onClose={closeAnd(focusHeading)}>
        <p>Store the key in the variable FOOTPRINT_API_KEY. You can then look up somebody with this command:</p>
        <CodeBlock label="A lookup with curl" text={firstRequest(secret)} copy="Copy the command" />
      </SecretDialog>,
    );
  const create = (
    <Button label="Create a key" kind="primary" onClick={() => open(<NewKeyDialog onCreated={showSecret} onClose={close} />)} />
  );
  return (
    <Page
      title="API keys"
      intro="Programs use the service with an API key. A key can do only what its scopes allow."
      actions={all.length > 0 && create}
    >
      {!mayManage ? (
        <p>Only {whoMay('listApiKeys')} of the account can manage keys.</p>
      ) : (
        <QueryResult
          query={keys}
          what="the keys"
          empty={
            all.length === 0 && (
              <EmptyState title="No keys yet">
                <p>With a key, your programs can look up identities. Create one, store it in FOOTPRINT_API_KEY, and try:</p>
                <CodeBlock label="A lookup with curl" text={firstRequest()} copy="Copy the command" />
                {create}
              </EmptyState>
            )
          }
        >
          <Section title="In use" headingRef={heading}>
            {inUse.length === 0 ? (
              <p className="muted">No key is active, so no program can use this account.</p>
            ) : (
              <Rows label="Keys in use">
                {inUse.map((key) => (
                  <KeyRow
                    key={key.id}
                    apiKey={key}
                    onRoll={() => open(<RollDialog apiKey={key} onRolled={showSecret} onClose={close} />)}
                    onRevoked={focusHeading}
                  />
                ))}
              </Rows>
            )}
          </Section>
          {ended.length > 0 && (
            <details>
              <summary>Revoked and expired ({ended.length})</summary>
              <Rows label="Revoked and expired keys">
                {ended.map((key) => (
                  <KeyRow key={key.id} apiKey={key} />
                ))}
              </Rows>
            </details>
          )}
        </QueryResult>
      )}
      {dialog}
    </Page>
  );
}
