import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { accountKey, useAccount } from '../../client/account.js';
import { useReadPages } from '../../client/paging.js';
import { useActors } from '../../client/actors.js';
import { Button } from '../../components/controls.js';
import { ConfirmButton, useDialog } from '../../components/dialog.js';
import { Listed, LoadMore, Row } from '../../components/list.js';
import { EmptyState, Section, useHeadingFocus } from '../../components/page.js';
import { dated } from '../../components/facts.js';
import { SuppressDialog } from './suppress-dialog.js';

/** Identities about which the account asks nothing. Which they are is stored as digests only, so entries are told apart by their proof. */
export function Suppressions() {
  const query = useReadPages(['privacy', 'suppressions'], (api, cursor) =>
    api.GET('/account/suppressions', { params: { query: cursor ? { cursor } : {} } }),
  );
  const { nameOf } = useActors();
  const account = useAccount();
  const { dialog, open, close } = useDialog();
  const [heading, focusHeading] = useHeadingFocus();
  const entries = query.data?.pages.flatMap((page) => page.suppressions) ?? [];
  const add = <Button label="Suppress an identity" onClick={() => open(<SuppressDialog onClose={close} />)} />;
  return (
    <Section
      title="Suppression list"
      intro="Identities on this list are never looked up. The list stores only a digest of each identity, not the identity itself."
      actions={entries.length > 0 && add}
      headingRef={heading}
    >
      <Listed
        query={query}
        what="the suppression list"
        label="Suppression list"
        items={entries}
        empty={
          <EmptyState title="The list is empty">
            <p>
              When somebody asks not to be looked up, add their identity here. Platforms and sources are then no longer queried about it.
            </p>
            {add}
          </EmptyState>
        }
        row={({ id, type, proof, createdAt, addedBy }) => (
          <Row
            key={id}
            title={KIND_WORDS[type]}
            facts={[dated('Since', createdAt), `Added by ${nameOf(addedBy)}`]}
            actions={
              <ConfirmButton
                label="Remove"
                kind="quiet"
                aria-label={`Remove the ${KIND_WORDS[type].toLowerCase()} with the proof ${proof}`}
                title="Remove it from the list"
                action="Remove"
                send={() => account.api.DELETE('/account/suppressions/{id}', { params: { path: { id } } })}
                stale={[accountKey(account)]}
                announcement="The identity was removed from the list."
                onDone={focusHeading}
              >
                <p>
                  This {KIND_WORDS[type].toLowerCase()} can be looked up again, unless it is on the list of the service’s operator. Its
                  proof was:
                </p>
                <blockquote className="breakable">{proof}</blockquote>
              </ConfirmButton>
            }
          >
            <p className="small breakable">{proof}</p>
          </Row>
        )}
      >
        {(query.hasNextPage || (query.data?.pages.length ?? 0) > 1) && <LoadMore query={query} />}
      </Listed>
      {dialog}
    </Section>
  );
}
