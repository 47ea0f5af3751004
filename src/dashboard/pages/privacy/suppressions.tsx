import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { accountKey, useAccount } from '../../client/account.js';
import { useReadPages } from '../../client/paging.js';
import { useActors } from '../../client/actors.js';
import type { Schemas } from '../../client/api.js';
import { Button } from '../../components/controls.js';
import { ConfirmChange, useDialog } from '../../components/dialog.js';
import { Listed, LoadMore, Row } from '../../components/list.js';
import { EmptyState, Section, useHeadingFocus } from '../../components/page.js';
import { dated } from '../../components/facts.js';
import { SuppressDialog } from './suppress-dialog.js';

type Suppression = Schemas['Suppression'];

/** Identities about which the account asks nothing. Which they are is stored as digests only, so entries are told apart by their proof. */
export function Suppressions() {
  const query = useReadPages(['privacy', 'suppressions'], (api, cursor) =>
    api.GET('/account/suppressions', { params: { query: cursor ? { cursor } : {} } }),
  );
  const { nameOf } = useActors();
  const { dialog, open, close, closeAnd } = useDialog();
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
        row={(entry) => (
          <Row
            key={entry.id}
            title={KIND_WORDS[entry.type]}
            facts={[dated('Since', entry.createdAt), `Added by ${nameOf(entry.addedBy)}`]}
            actions={
              <Button
                label="Remove"
                kind="quiet"
                onClick={() => open(<RemoveDialog entry={entry} onClose={close} onDone={closeAnd(focusHeading)} />)}
                aria-label={`Remove the ${KIND_WORDS[entry.type].toLowerCase()} with the proof ${entry.proof}`}
              />
            }
          >
            <p className="small breakable">{entry.proof}</p>
          </Row>
        )}
      >
        {(query.hasNextPage || (query.data?.pages.length ?? 0) > 1) && <LoadMore query={query} />}
      </Listed>
      {dialog}
    </Section>
  );
}

function RemoveDialog({ entry, ...dialog }: { readonly entry: Suppression; readonly onClose: () => void; readonly onDone: () => void }) {
  const account = useAccount();
  const { id, type, proof } = entry;
  return (
    <ConfirmChange
      title="Remove it from the list"
      action="Remove"
      send={() => account.api.DELETE('/account/suppressions/{id}', { params: { path: { id } } })}
      stale={[accountKey(account)]}
      announcement="The identity was removed from the list."
      {...dialog}
    >
      <p>
        This {KIND_WORDS[type].toLowerCase()} can be looked up again, unless it is on the list of the service’s operator. Its proof was:
      </p>
      <blockquote className="breakable">{proof}</blockquote>
    </ConfirmChange>
  );
}
